// The boards there are, each loaded when its game is first shown.

import type { Board } from './board';

const found = import.meta.glob<{ default: Board }>('../boards/*/index.ts');

/** The board of a game, or null: then the plain one serves. */
export async function boardOf(game: string): Promise<Board | null> {
  const load = found[`../boards/${game}/index.ts`];
  if (!load) return null;
  return (await load()).default;
}

/** Has it drawings and lessons of its own? */
export const hasBoard = (game: string): boolean => `../boards/${game}/index.ts` in found;
