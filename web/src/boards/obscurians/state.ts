// The members of an Obscurians view that its board reads, with their types.

import type { Members, Move, Seat, View } from '../../lib/protocol';

export const COLOURS = ['green', 'yellow', 'orange', 'blue', 'pink', 'red'] as const;
export type Colour = (typeof COLOURS)[number];
export type Good = Colour | 'lamp' | 'curse';
export const FACES = ['steal', 'give', 'swap', 'protect', 'move', 'smuggle'] as const;
export type Face = (typeof FACES)[number];
export const MISSIONS = ['keep', 'take', 'collect', 'give', 'choose', 'lose'] as const;
export type Mission = (typeof MISSIONS)[number];

type BySeat<T> = { [seat: string]: T };

export interface Bazaar extends View {
  open: BySeat<Record<Good, number>>;
  stash: BySeat<Record<Good, number>>;
  embargo: BySeat<boolean>;
  mission: BySeat<Mission | null>;
  /** Tokens as colour of the owner and mission ("blue_keep"), the oldest first. Where stacks are kept to
   *  memory, only the last is told: null stands for the others, and for what was placed. */
  stack: BySeat<(string | null)[]>;
  burnt: BySeat<Mission[] | null>;
  placed: BySeat<Mission[] | null>;
  supply: BySeat<Mission[] | null>;
  burnt_size: BySeat<number>;
  supply_size: BySeat<number>;
  event: string;
  past: string[];
  card_holder: Seat;
  dice: (Face | null)[];
  set_aside: string[];
  action: Face | null;
  repeats: number;
  partner: Seat | null;
  good: Good | null;
  token: Mission | null;
}

export function bazaar(view: View): Bazaar {
  return view as unknown as Bazaar;
}

export function seatsOf(view: View): Seat[] {
  return Array.from({ length: view.seats }, (_, index) => index + 1);
}

/** The seat whose goods have this colour: the first seat is green, the second yellow ... */
export function seatOfColour(colour: string): Seat {
  return COLOURS.indexOf(colour as Colour) + 1;
}

/** The goods there are at this table: a colour for each seat, the lamp, and the curse once it came. */
export function goodsInPlay(view: Bazaar): Good[] {
  const cursed = seatsOf(view).some((seat) => view.open[seat]!.curse + view.stash[seat]!.curse > 0);
  return [...COLOURS.slice(0, view.seats), 'lamp', ...(cursed ? (['curse'] as const) : [])];
}

export function countGoods(goods: Record<Good, number>): number {
  return Object.values(goods).reduce((sum, count) => sum + count, 0);
}

export interface Token {
  owner: Seat;
  mission: Mission;
}

export function readToken(name: string): Token {
  const at = name.indexOf('_');
  return { owner: seatOfColour(name.slice(0, at)), mission: name.slice(at + 1) as Mission };
}

/** What became of a seat's token, as far as the view tells: of others' unplaced tokens only the number is known. */
export function fateOf(view: Bazaar, seat: Seat, token: Mission): 'hand' | 'placed' | 'burnt' | 'unknown' {
  if (view.placed[seat]?.includes(token)) return 'placed';
  const supply = view.supply[seat] ?? null;
  if (supply === null) return 'unknown';
  if (supply.includes(token)) return 'hand';
  return view.burnt[seat]?.includes(token) ? 'burnt' : 'placed';
}

/** How often each of these faces occurs, as a word to compare by: "give give swap". */
function facesOf(dice: readonly (Face | null)[], which: readonly number[]): string {
  return which.map((die) => dice[die] ?? '').sort().join(' ');
}

/** Of moves that name dice, the one that means these dice (from 0). Dice that show the same are alike, so
 *  only one of such moves is listed. */
export function moveOfDice(view: Bazaar, verb: string, which: readonly number[]): Move | undefined {
  const wanted = facesOf(view.dice, which);
  return (view.moves ?? []).find((move) => {
    const named = (move as Members).dice;
    return move.verb === verb && Array.isArray(named) &&
      facesOf(view.dice, named.map((die) => Number(die) - 1)) === wanted;
  });
}
