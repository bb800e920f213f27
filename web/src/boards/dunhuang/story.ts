// What the page tells around the board: facts, what a choice brings, warnings, and what flies where.

import type { ChoiceDetail, Flight } from '../../lib/board';
import type { GameEvent, Lang, Lexicon, Move, Seat, View } from '../../lib/protocol';
import { camelsCharacter, caravan, KINDS_TO_WIN, kindsInHand, majorities, majoritiesToWin, valueOf, type Caravan, type Good } from './state';
import { ability, capital, say } from './text';

export function facts(view: View, _lexicon: Lexicon, lang: Lang): string[] {
  const now = caravan(view);
  const words = say(lang);
  const lines = [words.deckFact(now.deck.length)];
  if (now.seat !== null) {
    lines.push(`${words.majorities} ${majorities(now, now.seat).length}/${majoritiesToWin(now.seats)}`);
    lines.push(`${words.kinds} ${kindsInHand(now, now.seat) ?? 0}/${KINDS_TO_WIN}`);
  }
  if (now.final_round && !now.over) lines.unshift(words.lastRound);
  return lines;
}

export function detail(move: Move, view: View, lexicon: Lexicon, lang: Lang): ChoiceDetail {
  const words = say(lang);
  const character = (name: unknown) => lexicon.words.character?.[String(name)] ?? String(name);
  const good = (name: unknown) => lexicon.words.good?.[String(name)] ?? String(name);
  const priced = (name: unknown) => `${good(name)} ${valueOf(name as Good)}`;
  const prestige = { text: `+${move.prestige}`, icon: 'prestige' };
  switch (move.verb) {
    case 'walk':
      return {
        title: character(move.character),
        note: move.good ? priced(move.good) : words.noCard,
        tail: move.cost ? { text: String(move.cost), icon: 'coin' } : { text: words.free },
      };
    case 'camel':
      return { title: character(move.character), note: ability(String(move.character), lang) };
    case 'keep':
      return { title: capital(good(move.good)), tail: { text: String(valueOf(move.good as Good)), icon: `ware-${move.good}` } };
    case 'take':
      return {
        title: move.place === 'hand' ? words.toHand : words.toShop,
        note: move.place === 'shop' ? gain(move.good as Good, caravan(view), lang) : undefined,
        tail: { text: String(move.value), icon: `ware-${move.good}` },
      };
    case 'coins':
      return { tail: { text: `+${move.coins}`, icon: 'coin' } };
    case 'pay':
      return { tail: { text: '−2', icon: 'coin' } };
    case 'artist':
    case 'musician':
    case 'princess':
    case 'dancer':
      return { tail: prestige };
    case 'sogdian':
      return { tail: { text: '+1', icon: 'prestige' } };
    default:
      return {};
  }
}

/** Whose token this card would bring into my shop, as far as the shops and sides on the table say. */
function gain(good: Good, now: Caravan, lang: Lang): string | undefined {
  const me = now.decider;
  if (me === null) return undefined;
  const mine = now.shop[me]![good] + 1;
  const most = Math.max(...others(now, me).map((seat) => now.shop[seat]![good]));
  const owner = now.token_owner[good];
  if (owner === me || most > mine) return undefined;
  if (owner !== null && now.token_side[good] === 'shang' && now.shop[owner]![good] === mine) return undefined;
  const words = say(lang);
  return owner === null ? words.gainsToken : words.takesToken(now.names[owner] ?? String(owner));
}

function others(now: Caravan, me: Seat): Seat[] {
  return Array.from({ length: now.seats }, (_, index) => index + 1).filter((seat) => seat !== me);
}

/** The good that a move takes out of my shop. */
function leavingShop(move: Move): Good | null {
  switch (move.verb) {
    case 'musician':
    case 'soldier':
      return move.good as Good;
    case 'handmaid':
      return move.from_shop as Good;
    case 'servant':
      return move.place === 'hand' ? (move.good as Good) : null;
    default:
      return null;
  }
}

export function warning(move: Move, view: View, lexicon: Lexicon, lang: Lang): string | null {
  const now = caravan(view);
  const me = now.decider;
  const good = leavingShop(move);
  if (good === null || me === null || now.token_owner[good] !== me) return null;
  const words = say(lang);
  const name = lexicon.words.good?.[good] ?? good;
  const left = now.shop[me]![good] - 1;
  const outdone = others(now, me).some((seat) => now.shop[seat]![good] > left);
  const bare = left === 0 && now.options.token_needs_card === 'on';
  if (!outdone && !bare) return null;
  /* An equal card comes in and fetches the token back, number side up. */
  if (move.verb === 'soldier' && move.other === good)
    return now.token_side[good] === 'shang' ? words.losesProtection(name) : null;
  return outdone ? words.losesToken(name) : words.losesLastCard(name);
}

/** The place of a hand or a shop, or of the market where the camel stands. */
function at(place: unknown, seat: unknown): string {
  return `${String(place)}.${String(seat)}`;
}

export function flights(event: GameEvent, before: View): Flight[] {
  const now = caravan(before);
  const here = `market.${camelsCharacter(now) ?? ''}`;
  const ware = event.good ? `ware-${String(event.good)}` : 'card';
  switch (event.event) {
    case 'walked':
      return event.cost ? [{ from: `coins.${event.seat}`, to: 'coins', icon: 'coin', count: Number(event.cost) }] : [];
    case 'kept_drawn':
      return [{ from: 'deck', to: at('hand', event.seat), icon: ware }];
    case 'took':
      return [{ from: here, to: at(event.place, event.seat), icon: ware }];
    case 'token_gained':
      return [{ from: 'tokens', to: at('shop', event.seat), icon: 'token' }];
    case 'token_taken':
      return [{ from: at('shop', event.other), to: at('shop', event.seat), icon: 'token' }];
    case 'token_paid':
      return [
        { from: `coins.${event.seat}`, to: `coins.${event.other}`, icon: 'coin', count: Number(event.coins) },
        { from: at('shop', event.other), to: at('shop', event.seat), icon: 'token' },
      ];
    case 'token_returned':
      return [{ from: at('shop', event.seat), to: 'tokens', icon: 'token' }];
    case 'coins':
      return [{ from: 'coins', to: `coins.${event.seat}`, icon: 'coin', count: Number(event.coins) }];
    case 'prestige':
      return [{ from: 'prestige', to: `prestige.${event.seat}`, icon: 'prestige', count: Number(event.prestige) }];
    case 'discarded':
      return [{ from: at(event.place, event.seat), to: 'deck', icon: ware }];
    case 'drew':
      return [{ from: 'deck', to: at('hand', event.seat), icon: 'card', count: Number(event.cards) }];
    case 'returned':
      return [{ from: at('hand', event.seat), to: 'deck', icon: 'card', count: Number(event.cards) }];
    case 'swapped':
      return [
        { from: at(event.place, event.seat), to: `market.${event.character}`, icon: ware },
        { from: `market.${event.character}`, to: at(event.place, event.seat), icon: `ware-${String(event.taken)}` },
      ];
    case 'received':
      return [{ from: at('hand', event.other), to: at('hand', event.seat), icon: ware }];
    case 'gave_back':
      return [{ from: at('hand', event.seat), to: at('hand', event.other), icon: ware }];
    case 'moved':
      return [{ from: at(event.place === 'hand' ? 'shop' : 'hand', event.seat), to: at(event.place, event.seat), icon: ware }];
    case 'taken_along':
      return [{ from: `market.${event.character}`, to: at('hand', event.seat), icon: ware }];
    case 'refilled':
      return [{ from: 'deck', to: `market.${event.character}`, icon: ware }];
    default:
      return [];
  }
}

export function places(event: GameEvent): string[] {
  const found: string[] = [];
  if (event.character) found.push(`tile.${event.character}`, `market.${event.character}`);
  if (event.place && event.seat) found.push(at(event.place, event.seat));
  if (event.seat && !event.place) found.push(`seat.${event.seat}`);
  if (event.other) found.push(`seat.${event.other}`);
  if (event.event === 'drew' || event.event === 'returned') found.push('deck');
  return found;
}
