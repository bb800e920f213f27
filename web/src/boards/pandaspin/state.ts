// Panda Spin as the server shows it, with types; and what is printed on the cards, from the lexicon's
// facts, so that a corrected card is corrected here too.

import type { Lexicon, Seat, View } from '../../lib/protocol';

export const RANKS = ['3', '4', '5', '6', '7', '8', '9', '10', 'j', 'q', 'k', 'a', '2'] as const;
export type Rank = (typeof RANKS)[number];
export const SUITS = ['fire', 'metal', 'water', 'earth', 'wood'] as const;
export type Suit = (typeof SUITS)[number];
export type SymbolName = 'bamboo' | 'panda' | 'fire' | 'water';
/** A card as it lies: "f9" white side up, "f9_b" blue side up, "f_element". */
export type Half = string;

const LETTERS: Record<Suit, string> = { fire: 'f', metal: 'm', water: 'w', earth: 'e', wood: 't' };
type Pile = Record<Suit, string[]>;
type BySeat<T> = { [seat: string]: T };

export type BidType = 'nothing' | 'single' | 'set' | 'run' | 'formation' | 'bomb';
export interface Bid {
  type: BidType;
  copies: number;
  length: number;
  top: Rank;
}

export interface Trick extends View {
  suits: Suit[];
  mood: 'hungry' | 'spin';
  round: number;
  trick: number;
  first: Seat;
  points: BySeat<number>;
  white: BySeat<Pile | null>;
  blue: BySeat<Pile>;
  turned: BySeat<Pile | null>;
  table_white: BySeat<Pile>;
  table_blue: BySeat<Pile>;
  discard: Pile;
  laid_white: Pile | null;
  laid_blue: Pile | null;
  last_white: Pile;
  last_blue: Pile;
  hand_size: BySeat<number>;
  spun: BySeat<number>;
  deck: null[];
  emptied: BySeat<number>;
  playing: Seat[];
  passed: Seat[];
  bombed: Seat[];
  bid_type: BidType;
  bid_copies: number;
  bid_length: number;
  bid_top: Rank | null;
  owner: Seat | null;
  beaten: Seat | null;
  element: Suit | null;
  wanted_type: BidType | null;
  wanted_copies: number | null;
  wanted_length: number | null;
  wanted_top: Rank | null;
}

export function trick(view: View): Trick {
  return view as Trick;
}

export interface Face {
  suit: Suit;
  /** The white value: the card's name and its animal. */
  card: Rank;
  rank: Rank;
  count: number;
  symbol: SymbolName | null;
}

export function isElement(half: Half): boolean {
  return half.endsWith('_element');
}
export function isBlue(half: Half): boolean {
  return half.endsWith('_b');
}
/** The card, whichever side is up. */
export function cardOf(half: Half): string {
  return isBlue(half) ? half.slice(0, -2) : half;
}
export function suitOf(half: Half): Suit {
  return SUITS.find((suit) => LETTERS[suit] === half[0]) ?? 'fire';
}
export function half(suit: Suit, card: string, blue: boolean): Half {
  return `${LETTERS[suit]}${card === 'element' ? '_element' : card}${blue ? '_b' : ''}`;
}

const read = new WeakMap<Lexicon, Map<Half, Face>>();

/** What each half shows: "blue 3,3,3 (8 of metal)", "J+panda of earth". */
export function facesOf(lexicon: Lexicon): Map<Half, Face> {
  const known = read.get(lexicon);
  if (known) return known;
  const faces = new Map<Half, Face>();
  const { halves = {} } = (lexicon.facts ?? {}) as { halves?: { [id: Half]: { rank: Rank; count: number; symbol?: SymbolName } } };
  for (const [id, { rank, count, symbol = null }] of Object.entries(halves)) faces.set(id, { suit: suitOf(id), card: cardOf(id).slice(1) as Rank, rank, count, symbol });
  read.set(lexicon, faces);
  return faces;
}

function halves(pile: Pile | null | undefined, blue: boolean): Half[] {
  if (!pile) return [];
  return SUITS.flatMap((suit) => (pile[suit] ?? []).map((card) => half(suit, card, blue)));
}

/** The hand that is seen, in the order of suits; null if it is hidden. */
export function handOf(now: Trick, seat: Seat): Half[] | null {
  if (!now.white[seat]) return null;
  return [...halves(now.white[seat], false), ...halves(now.blue[seat], true), ...halves(now.turned[seat], true)];
}
/** Blue cards that everybody saw go into a hand. */
export function knownBlue(now: Trick, seat: Seat): Half[] {
  return halves(now.blue[seat], true);
}
export function onTable(now: Trick, seat: Seat): Half[] {
  return [...halves(now.table_white[seat], false), ...halves(now.table_blue[seat], true)];
}
export function lastBidCards(now: Trick): Half[] {
  return [...halves(now.last_white, false), ...halves(now.last_blue, true)];
}
export function laid(now: Trick): Half[] {
  return [...halves(now.laid_white, false), ...halves(now.laid_blue, true)];
}
export function discarded(now: Trick): number {
  return halves(now.discard, false).length;
}

export function bidOnTable(now: Trick): Bid | null {
  if (now.bid_type === 'nothing' || now.bid_top === null) return null;
  return { type: now.bid_type, copies: now.bid_copies, length: now.bid_length, top: now.bid_top };
}

export function target(now: Trick): number {
  return Number(now.options.target ?? 15);
}

export type Sorting = 'value' | 'suit';

export function sorted(hand: readonly Half[], faces: Map<Half, Face>, by: Sorting): Half[] {
  const value = (one: Half) => (isElement(one) ? RANKS.length : RANKS.indexOf(faces.get(one)?.rank ?? '3'));
  const suit = (one: Half) => SUITS.indexOf(suitOf(one));
  const keys: ((one: Half) => number)[] = by === 'value' ? [value, suit] : [suit, value];
  return [...hand].sort((a, b) => keys[0]!(a) - keys[0]!(b) || keys[1]!(a) - keys[1]!(b) || a.localeCompare(b));
}

/** Values as they are written on cards. */
export function shown(rank: Rank): string {
  return rank.toUpperCase();
}

/** Cards that lie nowhere else. */
export function deckLeft(now: Trick): number {
  const each = now.options.use_element_cards === 'off' ? RANKS.length : RANKS.length + 1;
  const seats = Array.from({ length: now.seats }, (_, index) => index + 1);
  const used = seats.reduce((sum, seat) => sum + now.hand_size[seat]! + onTable(now, seat).length, 0);
  return Math.max(0, now.suits.length * each - used - discarded(now));
}
