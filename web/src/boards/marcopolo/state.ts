// The members of a Marco Polo view that its board reads, with their types.

import type { Members, Seat, View } from '../../lib/protocol';

type BySeat<T> = { [seat: string]: T };
export const RESOURCES = ['coins', 'camels', 'pepper', 'silk', 'gold'] as const;
export type Resource = (typeof RESOURCES)[number];

export interface Voyage extends View {
  points: BySeat<number>;
  stock: BySeat<Record<Resource, number>>;
  posts: BySeat<string[]>;
  beijing: (Seat | null)[];
  figure: BySeat<(string | null)[]>;
  character: BySeat<string | null>;
  draft: string[];
  bonus: { [province: string]: string };
  token: { [city: string]: string | null };
  card: { [space: string]: string };
  row: string[];
  active: BySeat<(string | null)[]>;
  completed: BySeat<number>;
  goal: BySeat<(string | null)[]>;
  dice: BySeat<string[]>;
  black_dice: number;
  placed_on: string[];
  placed_by: (Seat | null)[];
  placed_die: string[];
  khan_die: number;
  round: number;
  start_seat: Seat;
  turn_seat: Seat;
  agenda: Members[];
}

/** Something to be decided or done, with the arguments of its phase that a board reads. */
export interface Item {
  phase?: string;
  seat?: Seat;
  space?: string;
  source?: string;
  contract?: string;
  place?: string;
  slot?: number;
  steps?: number;
  steps_left?: number;
}

export function voyage(view: View): Voyage {
  return view as unknown as Voyage;
}

/** What is asked now; nothing when the game is over. */
export function asked(view: Voyage): Item {
  return (view.agenda[0] ?? {}) as Item;
}

/** The space whose dice or gains are being chosen. */
export function spaceInUse(view: Voyage): string | null {
  const { phase, space, source } = asked(view);
  return space ?? (phase === 'take' ? 'contracts' : (source ?? null));
}

export interface Steps {
  steps: number;
  left: number;
  travel: boolean;
}

/** The journey that is being walked, by Travel or by a city card. */
export function journeyOf(view: Voyage): Steps | null {
  const { phase, steps = 0, steps_left: left = 0, source } = asked(view);
  return phase === 'journey' ? { steps, left, travel: source === 'travel' } : null;
}

/** The contract that seeks room on a mat. */
export function offeredTo(view: Voyage, seat: Seat | null): string | null {
  const item = asked(view);
  return item.phase === 'room' && item.seat === seat ? (item.contract ?? null) : null;
}

/** The slot of the contract whose reward is being given, where it is freed only after that. */
export function completingSlot(view: Voyage): number | null {
  const item = view.agenda.find((one) => one.phase === 'free_slot') as Item | undefined;
  return item?.slot ?? null;
}

export function seatsOf(view: View): Seat[] {
  return Array.from({ length: view.seats }, (_, index) => index + 1);
}

export interface DieSeen {
  kind: 'own' | 'black' | 'white';
  /** Null: it shows nothing yet, or never, as with Raschid. */
  value: number | null;
}

/** Dice are called "5", "black5", "white5"; "own", "black", "white" without a value. */
export function readDie(name: string): DieSeen {
  const value = /\d$/.exec(name)?.[0];
  const kind = name.startsWith('black') ? 'black' : name.startsWith('white') ? 'white' : 'own';
  return { kind, value: value === undefined ? null : Number(value) };
}

export function dieColour(die: DieSeen, owner: Seat | null): string {
  if (die.kind === 'black') return '#26221f';
  if (die.kind === 'white') return '#fffdf7';
  return owner === null ? '#a99a84' : `var(--seat-${owner})`;
}

export interface PlacedDie {
  die: DieSeen;
  by: Seat | null;
}

/** Dice on a space, in the order they were put there. */
export function diceOn(view: Voyage, space: string): PlacedDie[] {
  return view.placed_on.flatMap((on, index) =>
    on === space ? [{ die: readDie(view.placed_die[index]!), by: view.placed_by[index] ?? null }] : [],
  );
}
