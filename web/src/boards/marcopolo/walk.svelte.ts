// What a journey has cost so far. The view holds how far it has gone; what was paid is told by the
// stock at its beginning, or by events if the page was opened later.

import type { GameEvent, Seat, View } from '../../lib/protocol';
import type { Table } from '../../lib/table.svelte';
import { RESOURCES, journeyOf, voyage, type Resource, type Voyage } from './state';

export type Paid = Record<Resource, number>;

const NOTHING: Paid = { coins: 0, camels: 0, pepper: 0, silk: 0, gold: 0 };

export class Walk {
  /** Null: nobody is on the way, or nobody has told what was paid. */
  paid: Paid | null = $state.raw(null);
  private now: Voyage | null = null;
  private start: { seat: Seat; stock: Paid } | null = null;

  see(view: View): void {
    const now = voyage(view);
    const journey = journeyOf(now);
    this.now = journey ? now : null;
    if (!journey) this.start = null;
    else if (journey.steps === 0) this.start = { seat: now.turn_seat, stock: now.stock[now.turn_seat]! };
    this.paid = this.now && this.start ? less(this.start.stock, now.stock[this.start.seat]!) : null;
  }

  /** The page was opened on the way: the last steps are those of this journey, if they lead to where it is. */
  recall(events: readonly GameEvent[]): void {
    const journey = this.now && journeyOf(this.now);
    if (!this.now || !journey || this.start) return;
    const { turn_seat: seat, figure, stock } = this.now;
    const { steps } = journey;
    const walked = events.flatMap((event, index) => (event.event === 'stepped' && event.seat === seat ? [index] : [])).slice(-steps);
    const last = events[walked.at(-1) ?? -1];
    if (walked.length < steps || !last || !figure[seat]!.includes(String(last.to))) return;
    const paid = { ...NOTHING };
    for (const event of events.slice(walked[0])) {
      if (event.event === 'paid' && event.seat === seat) for (const name of RESOURCES) paid[name] += Number(event[name] ?? 0);
    }
    this.start = { seat, stock: less(stock[seat]!, paid, -1) };
    this.paid = paid;
  }
}

function less(from: Paid, what: Paid, sign = 1): Paid {
  return Object.fromEntries(RESOURCES.map((name) => [name, from[name] - sign * what[name]])) as Paid;
}

const walks = new WeakMap<Table, Walk>();

export function walkAt(table: Table): Walk {
  let known = walks.get(table);
  if (!known) walks.set(table, (known = new Walk()));
  return known;
}
