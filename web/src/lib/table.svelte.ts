// The table as the page sees it: the view, what may be chosen, what has been chosen so far. Where
// views come from (a socket, a replay, a fixture) is somebody else's business.

import { getContext, setContext } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import { fits, fitting, grouped, joined, type Entry, type Part } from './choices';
import type { Move, View } from './protocol';

const KEY = Symbol('table');

/** So many moves are listed one by one; more are put together. */
const MOST_ALONE = 10;

/** How a thing on the board stands to what may be chosen now. */
export type Standing = 'idle' | 'open' | 'part' | 'chosen';

export class Table {
  view: View = $state.raw(undefined as unknown as View);
  /** Parts picked so far, by a click on a card, a place ... */
  parts: Part[] = $state.raw([]);
  /** The move chosen but not yet made. */
  chosen: Move | null = $state.raw(null);
  /** Places the reader points at in the log. */
  pointed: readonly string[] = $state.raw([]);
  /** Where the last move of somebody else was: marked until the next. */
  marked: readonly string[] = $state.raw([]);

  /** The move somebody looks at, with the pointer or the focus: its preview is shown. */
  considered: Move | null = $state.raw(null);
  /** Words that a move must have to be listed: what the reader types. */
  filter: string = $state('');
  /** What a move is called where there is little room. */
  title: (move: Move) => string = (move) => move.text;
  /** What a move is called in the list. */
  words: (move: Move) => string = (move) => move.text;
  /** Show every move on its own, however many there are. */
  ungrouped: boolean = $state(false);

  /** Called when a move is chosen: makes it, unless the page wants a confirmation first. */
  onchosen: (move: Move) => void = () => {};
  /** Called with a move that follows from one already chosen, such as the cards of a bid: makes it at
   *  once, without a confirmation. */
  onfollow: (move: Move) => void = (move) => this.onchosen(move);
  /** False while something is under way or when only looking on. */
  active: boolean = $state(true);

  constructor(view: View) {
    this.view = view;
  }

  moves: readonly Move[] = $derived.by(() => (this.active ? (this.view.moves ?? []) : []));
  part: Part = $derived.by(() => joined(this.parts));
  /** The moves that fit everything picked so far. */
  open: readonly Move[] = $derived.by(() => this.parts.reduce<readonly Move[]>(fitting, this.moves));

  /** What the things on the board stand for, as they are drawn now. */
  private readonly things = new SvelteSet<Part>();
  /** Moves that a board lets one put together in its own way, such as a bid from tapped cards. */
  builds: (move: Move) => boolean = () => false;
  /** Open moves to which no thing on the board leads: no pick leaves fewer moves and this one among them. */
  unplaced: readonly Move[] = $derived.by(() => {
    if (this.open.length === 0) return [];
    const led = new Set<Move>();
    for (const part of this.things) {
      const found = fitting(this.open, part);
      if (found.length < this.open.length || found.length === 1) for (const move of found) led.add(move);
    }
    return this.open.filter((move) => !led.has(move) && !this.builds(move));
  });

  /** A thing is drawn that stands for this; what is given back takes it away. */
  offer(part: Part): () => void {
    this.things.add(part);
    return () => this.things.delete(part);
  }

  /** The list as it is shown; its numbers are those on the board. */
  entries: readonly Entry[] = $derived.by(() => {
    const typed = this.filter.trim().toLowerCase();
    if (typed === '') return grouped(this.open, this.ungrouped ? Infinity : MOST_ALONE);
    const wanted = typed.split(/\s+/);
    const found = this.open.filter((move) => wanted.every((word) => this.words(move).toLowerCase().includes(word)));
    return grouped(found, Infinity);
  });
  /** So many choices that one would look for one among them. */
  many: boolean = $derived.by(() => this.open.length > MOST_ALONE);

  show(view: View): void {
    this.view = view;
    this.clear();
    this.considered = null;
    this.ungrouped = false;
    this.filter = '';
  }

  /** Would picking this part lead to a legal move? Counted from what is open, or anew if the part
   *  replaces an earlier pick. */
  standing(part: Part): Standing {
    if (this.moves.length === 0) return 'idle';
    if (this.chosen && fits(this.chosen, part)) return 'chosen';
    if (this.parts.some((earlier) => standsFor(part, earlier))) return 'part';
    return this.reachable(part).length > 0 ? 'open' : 'idle';
  }

  /** The number (from 1) of the line in the list that stands for the same moves as this part, or null. */
  numberOf(part: Part): number | null {
    const found = fitting(this.open, part);
    if (found.length === 0) return null;
    const at = this.entries.findIndex(
      (entry) => entry.moves.length === found.length && entry.moves.every((move, index) => move === found[index]),
    );
    return at < 0 ? null : at + 1;
  }

  /** Looks at what a part stands for, if it is one move; null looks away. */
  consider(part: Part | null): void {
    const found = part === null ? [] : fitting(this.open, part);
    this.considered = found.length === 1 ? found[0]! : null;
  }

  /** Takes a line of the list: makes its move, or shows its moves alone. */
  take(entry: Entry): void {
    if (entry.moves.length === 1) this.choose(entry.moves[0]!);
    else if (entry.part) this.parts = [...this.parts, entry.part];
    else this.ungrouped = true;
  }

  private reachable(part: Part): Move[] {
    const narrowed = fitting(this.open, part);
    return narrowed.length > 0 ? narrowed : fitting(this.moves, part);
  }

  /** Picks a part. One fitting move left: it is chosen. Picked again: let go. */
  pick(part: Part): void {
    const at = this.parts.findIndex((earlier) => standsFor(part, earlier));
    if (this.chosen && fits(this.chosen, part) && at < 0) {
      this.choose(this.chosen);
      return;
    }
    this.chosen = null;
    if (at >= 0) {
      this.parts = this.parts.filter((_, index) => index !== at);
      return;
    }
    const narrowed = fitting(this.open, part);
    if (narrowed.length === 0) {
      if (fitting(this.moves, part).length === 0) return;
      this.parts = [];
    }
    const left = fitting(this.open, part);
    if (left.length === 1) this.choose(left[0]!);
    else this.parts = [...this.parts, part];
  }

  choose(move: Move): void {
    this.filter = '';
    this.chosen = move;
    this.onchosen(move);
  }

  clear(): void {
    this.parts = [];
    this.chosen = null;
  }
}

/** Is this thing what was picked, on the board or as a line of the list? A line names the one verb that it
 *  is about, or none; a thing all that it may stand for. */
function standsFor(thing: Part, picked: Part): boolean {
  if (JSON.stringify(thing) === JSON.stringify(picked)) return Object.keys(thing).length > 0;
  const { verb, ...others } = thing;
  if (Object.keys(others).length === 0) return false;
  return fits(picked as unknown as Move, picked['verb'] === undefined ? others : { verb: verb ?? picked['verb'], ...others });
}

export function provideTable(table: Table): Table {
  return setContext(KEY, table);
}

export function useTable(): Table {
  return getContext(KEY) as Table;
}

/** The game whose drawings are meant, also where there is no table. */
export function useGame(): () => string | undefined {
  const table = getContext(KEY) as Table | undefined;
  return () => table?.view?.game;
}
