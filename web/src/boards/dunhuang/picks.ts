// Which moves a card or a token in front of me stands for. Everything follows from the verbs that
// the server offers; a click on one card and then on another builds a move of two.

import { fits, type Part } from '../../lib/choices';
import type { Move } from '../../lib/protocol';
import type { Table } from '../../lib/table.svelte';
import { GOODS, type Good } from './state';

function offers(moves: readonly Move[], verb: string): boolean {
  return moves.some((move) => move.verb === verb);
}

/** All gifts with this good in them. */
function giftsWith(moves: readonly Move[], good: Good): Part {
  const with_good = moves.filter((move) => move.verb === 'give' && (move.good === good || move.second === good));
  return { move: with_good.map((move) => move.move) };
}

/** The good picked first for a gift of two. */
function givenFirst(table: Table): Good | undefined {
  return GOODS.find((good) => {
    const part = JSON.stringify(giftsWith(table.moves, good));
    return table.parts.some((earlier) => JSON.stringify(earlier) === part);
  });
}

export function handPart(table: Table, good: Good): Part {
  const moves = table.moves;
  if (offers(moves, 'give')) {
    const first = givenFirst(table);
    const pair = moves.find(
      (move) => (move.good === first && move.second === good) || (move.good === good && move.second === first),
    );
    return first && first !== good && pair ? { move: pair.move } : giftsWith(moves, good);
  }
  if (offers(moves, 'handmaid')) return { verb: 'handmaid', from_hand: good };
  if (offers(moves, 'servant')) return { verb: 'servant', place: 'shop', good };
  return { verb: ['artist', 'general'], good };
}

/** A second card of the same good, once the first is picked. */
export function twinPart(table: Table, good: Good): Part | null {
  const twin = table.moves.find((move) => move.verb === 'give' && move.good === good && move.second === good);
  return twin && givenFirst(table) === good ? { move: twin.move } : null;
}

export function shopPart(table: Table, good: Good): Part {
  if (offers(table.moves, 'handmaid')) return { verb: 'handmaid', from_shop: good };
  if (offers(table.moves, 'servant')) return { verb: 'servant', place: 'hand', good };
  return { verb: ['musician', 'soldier'], good };
}

export function tokenPart(good: Good): Part {
  return { verb: ['manichaean', 'buddhist'], good };
}

/** Does any legal move fit? */
export function possible(table: Table, part: Part): boolean {
  return table.moves.some((move) => fits(move, part));
}
