// What was bid in this trick, one after the other, as the views that were shown told it.

import type { GameEvent, Seat, View } from '../../lib/protocol';
import type { Table } from '../../lib/table.svelte';
import { bidOnTable, lastBidCards, onTable, trick, type Bid, type Half, type Suit, type Trick } from './state';

export interface Entry {
  seat: Seat;
  bid?: Bid;
  cards?: Half[];
  passed?: boolean;
  element?: Suit;
}

export class History {
  entries: readonly Entry[] = $state.raw([]);
  /** The trick before, until somebody bids. */
  previous: readonly Entry[] = $state.raw([]);
  private key = '';
  /** The trick in which the page was opened, and what was bid in it since. */
  private first = '';
  private later: readonly Entry[] = [];
  private ply = -1;
  private last: { bid: string; passed: readonly Seat[]; element: Suit | null } = { bid: '', passed: [], element: null };

  see(view: View): void {
    const now = trick(view);
    const key = `${now.round}.${now.trick}`;
    if (now.ply === this.ply && key === this.key) return;
    if (key !== this.key || now.ply < this.ply) {
      this.previous = now.ply > this.ply && this.key !== '' ? this.entries : [];
      this.entries = begun(now);
      this.first = this.key === '' ? key : '';
      this.later = [];
    } else {
      const found = this.since(now);
      this.entries = [...this.entries, ...found];
      this.later = [...this.later, ...found];
    }
    this.key = key;
    this.ply = now.ply;
    this.last = { bid: named(now), passed: now.passed, element: now.element };
  }

  /** What was bid before the page was opened is told afterwards; another trick by then: too late. */
  recall(events: readonly GameEvent[]): void {
    if (this.first === '' || this.first !== this.key) return;
    const { entries, previous } = told(events);
    this.previous = previous;
    if (entries.length + this.later.length >= this.entries.length) this.entries = [...entries, ...this.later];
  }

  private since(now: Trick): Entry[] {
    const found: Entry[] = now.passed.filter((seat) => !this.last.passed.includes(seat)).map((seat) => ({ seat, passed: true }));
    const bid = bidOnTable(now);
    if (now.element && now.element !== this.last.element && now.owner !== null) found.push({ seat: now.owner, element: now.element });
    else if (bid && now.owner !== null && named(now) !== this.last.bid) found.push({ seat: now.owner, bid, cards: lastBidCards(now) });
    return found;
  }
}

function named(now: Trick): string {
  return JSON.stringify([now.owner, bidOnTable(now)]);
}

const BIDS: readonly string[] = ['single', 'set', 'run', 'formation', 'bomb'];

/** The bids of the last trick that events tell of, and of the one before. */
function told(events: readonly GameEvent[]): { entries: Entry[]; previous: Entry[] } {
  let entries: Entry[] = [];
  let previous: Entry[] = [];
  for (const event of events) {
    const seat = Number(event.seat);
    if (BIDS.includes(event.event)) entries.push({ seat, bid: { type: event.event, copies: Number(event.copies), length: Number(event.length), top: event.top } as Bid });
    else if (event.event === 'passed') entries.push({ seat, passed: true });
    else if (event.event === 'element') entries.push({ seat, element: event.suit as Suit });
    else if (event.event === 'won_trick' || event.event === 'round') {
      if (entries.length > 0) previous = event.event === 'round' ? [] : entries;
      entries = [];
    }
  }
  return { entries, previous };
}

/** Come in the middle of a trick: earlier bids are known by their cards only. */
function begun(now: Trick): Entry[] {
  const bid = bidOnTable(now);
  if (!bid || now.owner === null) return [];
  const earlier = now.playing.filter((seat) => seat !== now.owner && onTable(now, seat).length > 0);
  return [...earlier.map((seat) => ({ seat, cards: onTable(now, seat) })), { seat: now.owner, bid, cards: lastBidCards(now) }];
}

const histories = new WeakMap<Table, History>();

export function historyAt(table: Table): History {
  let known = histories.get(table);
  if (!known) histories.set(table, (known = new History()));
  return known;
}
