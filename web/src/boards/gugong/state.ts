// The view of Gugong with its types, and the sides of the table: the seats, and Meng in the game
// for one, whose members are called meng_...

import type { Lang, Lexicon, Members, Seat, Value, View } from '../../lib/protocol';

export const AREAS = ['travel', 'wall', 'jade', 'intrigue', 'palace', 'decrees', 'canal'] as const;
export type Area = (typeof AREAS)[number];
export type City =
  | 'fuzhou' | 'hangzhou' | 'jinan' | 'taiyuan' | 'lanzhou' | 'chengdu' | 'guangzhou' | 'wuchang'
  | 'nanjing' | 'datong' | 'kunming' | 'kaifeng' | 'xian';
export type Reward = 'points' | 'card' | 'pair';
export const REWARDS: readonly Reward[] = ['points', 'card', 'pair'];
export const SLOTS = ['upper1', 'lower1', 'upper2', 'lower2', 'upper3', 'lower3'] as const;

/** One Han character for each area, and for Meng and the day. */
export const SEALS: { [area in Area]: string } = {
  travel: '旅', wall: '城', jade: '玉', intrigue: '谋', palace: '宫', decrees: '诏', canal: '河',
};
export const MENG_SEAL = '孟';

type BySeat<T> = { [seat: string]: T };

/** The members that the view of this game has beside the common ones. */
export interface Court extends View {
  round: number;
  step: string;
  start: string;
  turn_side: string;
  medal: string | null;
  dice: number[];
  board: { [area in Area]: string };
  decree: { [slot: string]: string };
  house: boolean[];
  city_token: { [city in City]: string | null };
  hand: BySeat<(string | null)[]>;
  discard: BySeat<(string | null)[]>;
  pair_at: BySeat<string>;
  parked: string[];
  parked_seat: number[];
  parked_area: (Area | null)[];
  meng_discard: string[];
  automa_today: string[];
  automa_used: string[];
  focus: Area;
  dusk_at: number;
  /** Left out where the table shows nothing of it. */
  known_owner?: { [gift: string]: string | null };
  known_place?: { [gift: string]: string };
  agenda: Members[];
}

/** What a decision is about: arguments of the first item of the agenda. */
export interface Item {
  area?: Area;
  token?: string;
  source?: string;
}

export function courtOf(view: View): Court {
  return view as Court;
}

/** What is decided now; nothing once the game is over. */
export function askedOf(view: View): Item {
  return (courtOf(view).agenda[0] ?? {}) as Item;
}

/** A ship on the canal. */
export interface Ship {
  harbour: string;
  singles: number;
  pair: boolean;
}

/** Everything that a seat or Meng has on the table. */
export interface Side {
  /** 1 to 5, or 6 for Meng, whose pieces have the sixth colour and shape. */
  seat: Seat;
  /** As the view names it: "seat2", "meng". */
  key: string;
  meng: boolean;
  pool: number;
  supply: number;
  wall: number;
  decrees: string[];
  points: number;
  jade: number;
  palace: number;
  arrival: number | null;
  traveller: City | null;
  intrigue: number;
  height: number;
  matches: number;
  cells: { [reward in Reward]: number };
  ships: Ship[];
  tokens: string[];
  /** Where the pair of servants is. */
  pair: string;
}

export const MENG_SEAT = 6;

function sideOf(view: Court, seat: Seat): Side {
  const meng = seat === MENG_SEAT;
  const of = <T>(member: string): T =>
    (meng ? view[`meng_${member}`] : (view[member] as BySeat<Value>)[seat]) as unknown as T;
  const pair = meng ? 'locked' : view.pair_at[seat]!;
  const loads = of<number[]>('ship_load');
  const ships = of<(string | null)[]>('ship_at').flatMap((harbour, index): Ship[] =>
    harbour === null ? [] : [{ harbour, singles: loads[index]!, pair: pair === `ship${index + 1}` }],
  );
  return {
    seat,
    key: meng ? 'meng' : `seat${seat}`,
    meng,
    pool: of('pool'),
    supply: of('supply'),
    wall: of('wall'),
    decrees: of('on_decrees'),
    points: of('points'),
    jade: of('jade'),
    palace: of('palace'),
    arrival: of('arrival'),
    traveller: of('traveller'),
    intrigue: of('intrigue'),
    height: of('height'),
    matches: of('matches'),
    cells: of('cells'),
    ships,
    tokens: of('tokens'),
    pair,
  };
}

/** All sides in turn order by seat, Meng last. */
export function sidesOf(view: View): Side[] {
  const court = courtOf(view);
  const sides = Array.from({ length: court.seats }, (_, index) => sideOf(court, index + 1));
  return court.seats === 1 ? [...sides, sideOf(court, MENG_SEAT)] : sides;
}

export function sideAt(view: View, seat: Seat): Side {
  return sideOf(courtOf(view), seat);
}

export function boardSide(view: View): 'a' | 'b' {
  return view.seats > 3 ? 'b' : 'a';
}

/** The seat number behind "seat2" or "meng", or null. */
export function seatOf(key: string | null): Seat | null {
  if (key === null) return null;
  return key === 'meng' ? MENG_SEAT : Number(key.slice(4));
}

export function nameOf(view: View, seat: Seat, lexicon: Lexicon): string {
  if (seat === MENG_SEAT) return lexicon.words['side']!['meng']!;
  return view.names?.[seat] ?? lexicon.words['side']![`seat${seat}`]!;
}

/** Servants on the wall, the pair counted as two. */
export function onWall(side: Side): number {
  return side.wall + (side.pair === 'wall' ? 2 : 0);
}

/** Meng's gifts that are still face down: all he has but those he has played. */
export function mengGifts(view: Court, meng: Side): number {
  const START_HAND = 4;
  return START_HAND + meng.cells.card - view.meng_discard.length;
}

/** What the whole table knows of a seat's hand, as the exchanges showed it. */
export function knownHand(view: Court, seat: Seat): { gift: string; sure: boolean }[] {
  const { known_owner: owners = {}, known_place: places = {} } = view;
  return Object.entries(owners)
    .filter(([gift, owner]) => owner === `seat${seat}` && ['hand', 'either'].includes(places[gift]!))
    .map(([gift]) => ({ gift, sure: places[gift] === 'hand' }));
}

export function word(lexicon: Lexicon, domain: string, value: string | null | undefined): string {
  if (value === null || value === undefined) return '';
  return lexicon.words[domain]?.[value] ?? value;
}

/** A word for a number: plural(lang, 3, ['servant', 'servants'], ['слуга', 'слуги', 'слуг']). */
export function plural(lang: Lang, count: number, en: [string, string], ru: [string, string, string]): string {
  if (lang === 'en') return count === 1 ? en[0] : en[1];
  const ten = count % 10;
  const hundred = count % 100;
  if (ten === 1 && hundred !== 11) return ru[0];
  return ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14) ? ru[1] : ru[2];
}
