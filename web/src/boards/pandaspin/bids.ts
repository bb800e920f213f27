// Which of the legal bids a handful of cards could make. The server says which bids there are; this
// only finds those that fit the cards a player has tapped, as they show values and water.

import type { Move } from '../../lib/protocol';
import { RANKS, type Bid, type Face, type Rank } from './state';

const BOMB_VALUES = 4;

/** The bid that a move names, or null if it names none. */
export function bidOf(move: Move): Bid | null {
  const number = (name: string) => Number(move[name]);
  switch (move.verb) {
    case 'single':
      return { type: 'single', copies: 1, length: 1, top: move.value as Rank };
    case 'set':
    case 'bomb':
      return { type: move.verb, copies: number('count'), length: 1, top: move.value as Rank };
    case 'run':
      return { type: 'run', copies: 1, length: number('length'), top: move.top as Rank };
    case 'formation':
      return { type: 'formation', copies: number('copies'), length: number('length'), top: move.top as Rank };
    default:
      return null;
  }
}

/** The values of a bid, low to high. */
export function valuesOf(bid: Bid): Rank[] {
  const top = RANKS.indexOf(bid.top);
  return RANKS.slice(top - bid.length + 1, top + 1);
}

/** Most natural values of one kind: four or more equal ones without a joker would be a bomb. */
function room(bid: Bid): number {
  return bid.type === 'set' && bid.copies >= BOMB_VALUES ? bid.copies - 1 : bid.copies;
}

function brings(face: Face, bid: Bid): number {
  return face.symbol === 'water' && bid.type !== 'bomb' ? 1 : 0;
}

/** The most values and jokers that some of the cards can bring into a place with so much room. */
function best(cards: readonly Face[], left: number, bid: Bid): number {
  let most = 0;
  const look = (index: number, natural: number, all: number): void => {
    most = Math.max(most, all);
    for (let next = index; next < cards.length; next++) {
      const face = cards[next]!;
      if (natural + face.count <= left) look(next + 1, natural + face.count, all + face.count + brings(face, bid));
    }
  };
  look(0, 0, 0);
  return most;
}

/** Could the picked cards, all of them, be part of this bid, with others of the hand if need be? */
export function could(picked: readonly Face[], rest: readonly Face[], bid: Bid, ownJokers: boolean): boolean {
  const values = valuesOf(bid);
  if (picked.some((face) => !values.includes(face.rank))) return false;
  let whole = 0;
  for (const rank of values) {
    const mine = picked.filter((face) => face.rank === rank);
    const natural = mine.reduce((sum, face) => sum + face.count, 0);
    if (natural > room(bid)) return false;
    const sure = natural + mine.reduce((sum, face) => sum + brings(face, bid), 0);
    const reach = sure + best(rest.filter((face) => face.rank === rank), room(bid) - natural, bid);
    if (ownJokers && reach < bid.copies) return false;
    whole += reach;
  }
  return whole >= bid.copies * bid.length;
}

/** Do exactly these cards make the bid? */
export function makes(picked: readonly Face[], bid: Bid, ownJokers: boolean): boolean {
  return picked.length > 0 && could(picked, [], bid, ownJokers);
}
