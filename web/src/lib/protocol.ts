// What the server says and takes, as docs/openapi.json and docs/server.md describe it. The client
// knows no rule: everything about a game is in the view, and what may be done is in its `moves`.
// The messages of a table's socket are in messages.ts.

export type Lang = 'en' | 'ru';

/** A value in a view, an event or a move: JSON. Hidden things are null. */
export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };
export type Members = { [key: string]: Value };

/** Seats are numbered from 1 in all that is sent; lists by seat are objects with keys "1", "2" ... */
export type Seat = number;

/** A legal move: the notation, the verb, its arguments by name, and the choice in words. */
export interface Move extends Members {
  move: string;
  verb: string;
  text: string;
}

/** What a seat, a spectator or the referee sees. The members of the game's own state follow. */
export interface View {
  game: string;
  rules: number;
  seat: Seat | null;
  seats: number;
  options: Members;
  phase: string;
  decider: Seat | null;
  over: boolean;
  ply: number;
  names: { [seat: string]: string };
  prompt: string;
  moves?: Move[];
  undo?: number;
  [member: string]: Value | Move[] | undefined;
}

/** Something that happened, for animation: {"event":"walk","seat":1,...}; hidden arguments are null. */
export interface GameEvent extends Members {
  event: string;
}

export type { ClockRule, Petition, TableInfo, TableSeat } from './messages';

/** What a move would bring, as far as the seat can know. */
export interface Preview {
  move: string;
  /** Chance or secrets have a say from some point on; it cannot be taken back then. */
  uncertain: boolean;
  events: GameEvent[];
  lines: string[];
  changes?: Members;
}
/** Advice: a move, how likely it is to win, and what speaks for it. */
export interface Hint {
  move: string;
  text: string;
  chance: number;
  /** Where all is lost or won: place and points, in words. */
  outlook?: string;
  because: string;
}
export interface Person {
  id: number;
  name: string;
  claimed: boolean;
}
/** GET /api/v1/games */
export interface GameInfo {
  name: string;
  title: { [lang in Lang]: string };
  blurb: { [lang in Lang]: string };
  seats: { min: number; max: number };
  rules: number;
}
export interface BotInfo {
  name: string;
  title: string;
}

/** Names of everything in a game, in the reader's language: GET /api/v1/games/NAME. */
export interface Lexicon {
  name: string;
  title: string;
  blurb: string;
  /** words[domain][value] is the name of a value, such as words.good.tea = "tea". */
  words: { [domain: string]: { [value: string]: string } };
  /** The members that not everybody sees: null in a view is hidden there, and nothing elsewhere. */
  hidden?: string[];
  /** Titles of the kinds of decision. */
  phases: { [phase: string]: string };
  /** What the members of a view are, of games that say it. */
  members?: { [member: string]: string };
  options: { name: string; text: string; values: { value: Value; text: string }[]; default: Value }[];
  /** Set-ups by name; each differs from what is usual in these options. */
  presets: { name: string; text: string; options: Members }[];
  /** How to play, in chapters. */
  chapters: { heading: string; body: string }[];
  /** What is printed on the components, for games that have such facts; the board knows its shape. */
  facts?: Members;
}

/** A score sheet as a position has it: lines for all seats together. */
export interface Sheet {
  lines: { seat: Seat; points: number; text: string }[];
  totals: { [seat: string]: number };
  ranks: { [seat: string]: number };
  winners: Seat[];
  over: boolean;
  certain?: boolean;
}
/** GET /api/v1/tables/ID/replay */
export interface ReplayStep {
  ply: number;
  plies: number;
  by?: Seat;
  move?: string;
  events: GameEvent[];
  log: string[];
  scores: Sheet;
  view: View;
}
/** GET /api/v1/tables/ID/moves */
export interface Story {
  plies: number;
  moves: { ply: number; by?: Seat; move?: string; log: string[]; points: number[] }[];
}

/** GET /api/v1/tables/ID/score: the sheet "if it ended now", as far as the seat can know. */
export interface ScoreSheet {
  over: boolean;
  /** False: some of it is hidden; then totals have limits. */
  certain: boolean;
  seats: {
    seat: Seat;
    low: number;
    high: number;
    rank: number | null;
    winner: boolean;
    lines: { points: number; text: string }[];
  }[];
}
