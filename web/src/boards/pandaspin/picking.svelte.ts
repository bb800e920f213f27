// Cards tapped to build a play. The server wants the bid first and then, where it matters, its cards
// one by one; who taps cards has said both, so the questions about them are answered from here.

import { SvelteSet } from 'svelte/reactivity';
import type { Move } from '../../lib/protocol';
import type { Table } from '../../lib/table.svelte';
import { bidOf, could, makes } from './bids';
import { handOf, isElement, laid, trick, type Bid, type Face, type Half } from './state';

export class Picking {
  readonly picked = new SvelteSet<Half>();
  /** The position in which they were tapped. */
  private ply = -1;

  constructor(private readonly table: Table) {}

  private get ownJokers(): boolean {
    return this.table.view.options.joker_free_value === 'off';
  }

  private faces(cards: Iterable<Half>, faces: Map<Half, Face>): Face[] {
    return [...cards].flatMap((one) => faces.get(one) ?? []);
  }

  private fits(move: Move, picked: Iterable<Half>, rest: Iterable<Half>, faces: Map<Half, Face>): boolean {
    const bid = bidOf(move);
    return bid !== null && could(this.faces(picked, faces), this.faces(rest, faces), bid, this.ownJokers);
  }

  /** Legal bids that still could be made with everything tapped, and this card if one is named. */
  possible(faces: Map<Half, Face>, card?: Half): Move[] {
    const now = trick(this.table.view);
    const hand = now.decider === null ? null : handOf(now, now.decider);
    if (!hand) return [];
    const with_card = card === undefined ? this.picked : new Set([...this.picked, card]);
    const rest = hand.filter((one) => !with_card.has(one) && !isElement(one));
    return this.table.moves.filter((move) => this.fits(move, with_card, rest, faces));
  }

  /** Legal bids that the tapped cards make as they are: the readings on offer. */
  readings(faces: Map<Half, Face>): Move[] {
    if (this.picked.size === 0) return [];
    const picked = this.faces(this.picked, faces);
    return this.table.moves.filter((move) => {
      const bid = bidOf(move);
      return bid !== null && makes(picked, bid, this.ownJokers);
    });
  }

  /** Taps a card, or lets it go. The list of choices shows what is still possible. */
  tap(card: Half, faces: Map<Half, Face>): void {
    if (!this.picked.delete(card)) this.picked.add(card);
    this.ply = this.table.view.ply;
    this.table.clear();
    if (this.picked.size > 0) this.table.parts = [{ move: this.possible(faces).map((move) => move.move) }];
  }

  clear(): void {
    this.picked.clear();
    this.table.clear();
  }

  /** Something has changed: answers a question about cards that were tapped, or forgets them. */
  follow(faces: Map<Half, Face>): void {
    const view = this.table.view;
    if (this.picked.size === 0) return;
    if (view.ply === this.ply) {
      /* The page has let go of everything. */
      if (this.table.active && this.table.parts.length === 0 && this.table.chosen === null) this.picked.clear();
      return;
    }
    const asked = (view.moves ?? []).some((move) => move.verb === 'lay' || move.verb === 'enough');
    if (view.ply !== this.ply + 1 || !asked) {
      this.picked.clear();
      this.ply = view.ply;
      return;
    }
    if (!this.table.active) return;
    this.ply = view.ply;
    const answer = this.answer(faces);
    if (answer) this.table.onfollow(answer);
  }

  private answer(faces: Map<Half, Face>): Move | undefined {
    const now = trick(this.table.view);
    const card = this.table.moves.find((move) => move.verb === 'lay' && this.picked.has(move.card as Half));
    if (card) return card;
    const down = new Set(laid(now));
    const all = [...this.picked].every((one) => down.has(one));
    const wanted = { type: now.wanted_type, copies: now.wanted_copies, length: now.wanted_length, top: now.wanted_top } as Bid;
    if (!all || !makes(this.faces(this.picked, faces), wanted, this.ownJokers)) return undefined;
    return this.table.moves.find((move) => move.verb === 'enough');
  }
}

const pickings = new WeakMap<Table, Picking>();

/** The cards tapped at a table; the hand may come and go as a tab. */
export function pickingAt(table: Table): Picking {
  let known = pickings.get(table);
  if (!known) pickings.set(table, (known = new Picking(table)));
  return known;
}
