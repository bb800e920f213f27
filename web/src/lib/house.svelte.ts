// What the house offers: games, bots and, for each game, its words.

import { get } from './api';
import { away } from './away.svelte';
import type { BotInfo, GameInfo, Lang, Lexicon } from './protocol';
import { say } from './say.svelte';

let games: Promise<{ games: GameInfo[]; bots: BotInfo[] }> | null = null;

export function offered(): Promise<{ games: GameInfo[]; bots: BotInfo[] }> {
  games ??= get<{ games: GameInfo[]; bots: BotInfo[]; bots_at: 'house' | 'visitor' }>('/games').then(
    (told) => {
      away.botsHere = told.bots_at === 'visitor';
      if (away.gone) games = null; // the house in the browser said so, in the server's place
      return told;
    },
    (problem) => {
      games = null;
      throw problem;
    },
  );
  return games;
}

const lexicons = new Map<string, Promise<Lexicon>>();

export function lexiconOf(game: string, lang: Lang = say.lang): Promise<Lexicon> {
  const key = `${game}.${lang}`;
  let known = lexicons.get(key);
  if (!known) {
    known = get<Lexicon>(`/games/${game}?lang=${lang}`);
    lexicons.set(key, known);
    known.catch(() => lexicons.delete(key));
  }
  return known;
}

/** The word for a value: of the domain named like the argument, or of any that has it. */
export function wordFor(lexicon: Lexicon, argument: string, value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  const own = lexicon.words[argument]?.[value];
  if (own) return own;
  for (const words of Object.values(lexicon.words)) if (words[value]) return words[value];
  return null;
}

/** So many seats a quick game has: three where the game allows it. */
export function usualSeats(game: GameInfo): number {
  return Math.max(game.seats.min, Math.min(3, game.seats.max));
}
