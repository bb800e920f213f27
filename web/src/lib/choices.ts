// Choosing among legal moves by parts: a click on a card, then on a place. A part is a set of
// arguments that a move must have; the moves that fit all parts so far are what is still open.

import type { Members, Move, Value } from './protocol';

/** Arguments that a move must have; an array means "one of these". */
export type Part = { [argument: string]: Value };

function fitsOne(move: Move, argument: string, wanted: Value): boolean {
  const value = (move as Members)[argument];
  // An argument that is itself a list (dice, cards) must be that list.
  if (Array.isArray(value)) return JSON.stringify(value) === JSON.stringify(wanted);
  if (Array.isArray(wanted)) return wanted.some((one) => one === value);
  return value === wanted;
}

export function fits(move: Move, part: Part): boolean {
  return Object.entries(part).every(([argument, wanted]) => fitsOne(move, argument, wanted));
}

export function fitting(moves: readonly Move[], part: Part): Move[] {
  return moves.filter((move) => fits(move, part));
}

/** Parts put together; a later part replaces the same argument of an earlier one. */
export function joined(parts: readonly Part[]): Part {
  return Object.assign({}, ...parts) as Part;
}

/** A line of the list: one move, or several that share an argument. */
export interface Entry {
  moves: readonly Move[];
  /** Of several: what they share; picking it shows them alone. */
  part: Part | null;
}

const NOT_ARGUMENTS = new Set(['move', 'text']);

/** The arguments of moves, in the order in which they are written. */
function argumentsOf(moves: readonly Move[]): string[] {
  const names = new Set<string>(['verb']);
  for (const move of moves) for (const name of Object.keys(move)) if (!NOT_ARGUMENTS.has(name)) names.add(name);
  return [...names];
}

const alone = (move: Move): Entry => ({ moves: [move], part: null });

/** Moves together by the first argument that tells some apart; null if none does. */
function together(moves: readonly Move[], shared: Part): Entry[] | null {
  for (const name of argumentsOf(moves)) {
    // Sets, as of dice, are not shared by picking them: a part's list means "one of these".
    if (moves.some((move) => Array.isArray((move as Members)[name]))) continue;
    const groups = new Map<string, Move[]>();
    for (const move of moves) {
      const key = JSON.stringify((move as Members)[name] ?? null);
      groups.set(key, [...(groups.get(key) ?? []), move]);
    }
    if (groups.size < 2 || groups.size === moves.length) continue;
    return [...groups.values()].map((group): Entry => {
      if (group.length === 1) return alone(group[0]!);
      const value = (group[0] as Members)[name];
      return value === undefined ? { moves: group, part: null } : { moves: group, part: { ...shared, [name]: value } };
    });
  }
  return null;
}

/** The list as it is shown: each move on its own while there are few; otherwise together by what is
 *  chosen first, a card, then a place. A group that is long itself is told apart by its next argument
 *  while the list stays short. */
export function grouped(moves: readonly Move[], most: number): Entry[] {
  if (moves.length <= most) return moves.map(alone);
  let entries = together(moves, {}) ?? moves.map(alone);
  for (const long of entries.filter((entry) => entry.part !== null && entry.moves.length > most)) {
    const finer = together(long.moves, long.part!);
    if (finer && entries.length - 1 + finer.length <= most) entries = entries.flatMap((entry) => (entry === long ? finer : [entry]));
  }
  return entries;
}

/** The words with which all texts begin. */
export function sharedBeginning(texts: readonly string[]): string {
  const lists = texts.map((text) => text.split(' '));
  const first = lists[0] ?? [];
  let count = 0;
  while (count < first.length && lists.every((words) => words[count] === first[count])) count++;
  return first.slice(0, count).join(' ').replace(/(?:\s(?:of|to|from|for|из|до|на|за|в)|[\s,:;·→–-])+$/, '');
}
