// Merchants of Dunhuang as the server shows it, with types; and the few fixed facts of the box that
// drawing it takes.

import type { Seat, View } from '../../lib/protocol';

export const GOODS = [
  'gold', 'silver', 'jewels', 'glass', 'paper', 'bamboo', 'tea', 'spice', 'wool', 'silk',
] as const;
export type Good = (typeof GOODS)[number];
export type Counts = Record<Good, number>;
type BySeat<T> = { [seat: string]: T };

export interface Caravan extends View {
  circle: string[];
  market: (Good | null)[];
  /** From 1; null before it is placed. */
  camel: number | null;
  deck: (Good | null)[];
  hand: BySeat<Counts | null>;
  hand_size: BySeat<number>;
  shop: BySeat<Counts>;
  coins: BySeat<number>;
  prestige: BySeat<number>;
  coin_supply: number;
  prestige_supply: number;
  token_owner: Record<Good, Seat | null>;
  token_side: Record<Good, 'number' | 'shang'>;
  dealt: BySeat<(Good | null)[]>;
  discard: Counts;
  turn_seat: Seat;
  steps: number;
  final_round: boolean;
  drawn: Counts | null;
  partner: Seat | null;
  at_stake: Good | null;
  known: BySeat<BySeat<Counts> | null>;
}

export function caravan(view: View): Caravan {
  return view as Caravan;
}

/** The number of a good: copies in the box, points of a kept card, number on its token. */
export function valueOf(good: Good): number {
  return GOODS.indexOf(good) + 1;
}

export const BAND: Record<Good, string> = {
  gold: '#946a06',
  silver: '#5f6974',
  jewels: '#75338a',
  glass: '#2a6f96',
  paper: '#75633f',
  bamboo: '#3c7a2a',
  tea: '#17694a',
  spice: '#a6460f',
  wool: '#4b5596',
  silk: '#9e2b25',
};

/** With two players gold, wool and silk stay in the box, with three gold and silk. */
export function inPlay(seats: number, good: Good): boolean {
  const value = valueOf(good);
  return seats === 4 || (value > 1 && value < (seats === 3 ? 10 : 9));
}

/** Majorities and kinds in hand that win at once. */
export function majoritiesToWin(seats: number): number {
  return seats === 2 ? 5 : 4;
}
export const KINDS_TO_WIN = 4;

export function majorities(view: Caravan, seat: Seat): Good[] {
  return GOODS.filter((good) => view.token_owner[good] === seat);
}

export function goodsIn(counts: Counts | null | undefined): Good[] {
  return counts ? GOODS.filter((good) => counts[good] > 0) : [];
}

/** Cards one by one, dearest first. */
export function cardsOf(counts: Counts | null | undefined): Good[] {
  if (!counts) return [];
  return [...GOODS].reverse().flatMap((good) => Array<Good>(counts[good]).fill(good));
}

export function kindsInHand(view: Caravan, seat: Seat): number | null {
  const hand = view.hand[seat];
  return hand ? goodsIn(hand).length : null;
}

/** Goods in the supply of tokens. */
export function supplyTokens(view: Caravan): Good[] {
  return GOODS.filter((good) => inPlay(view.seats, good) && view.token_owner[good] === null);
}

export function endless(view: Caravan, what: 'coins' | 'prestige'): boolean {
  return view.options[`unlimited_${what}`] === 'on';
}

/** Steps from the camel to a place of the circle, 1 to 8. */
export function stepsTo(view: Caravan, space: number): number {
  return view.camel === null ? 0 : ((space - (view.camel - 1) + 7) % 8) + 1;
}

export function camelsCharacter(view: Caravan): string | undefined {
  return view.camel === null ? undefined : view.circle[view.camel - 1];
}
