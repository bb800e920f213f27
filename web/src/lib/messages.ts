// The messages of a table's socket. Written by the tables of src/host/protocol.c and told.c; do not edit:
// make protocol writes it anew.

import type { GameEvent, Hint, Members, Move, Preview, Sheet, View } from './protocol';

/** a seat of a table */
export interface TableSeat {
  /** from 1 */
  seat: number;
  /** of the person, or of who plays there at one screen */
  name?: string;
  /** who plays it, if not a person */
  bot?: string;
  /** nobody sits there */
  free?: boolean;
  /** asked to play again, and has not said yes yet */
  invited?: boolean;
  /** a bot plays on for a person */
  away?: boolean;
  /** is the person connected? */
  here?: boolean;
  /** left of the clock */
  seconds?: number;
  /** in lists, of finished games */
  points?: number;
  /** in lists, of finished games */
  rank?: number;
  /** in lists, of finished games */
  won?: boolean;
  /** it is yours */
  you?: boolean;
}

/** something that needs the consent of the others */
export interface Petition {
  /** to go back, or to let a bot play on */
  kind: 'undo' | 'replace';
  /** the seat that asks */
  by: number;
  /** undo: back to after so many moves */
  ply?: number;
  /** replace: who is away */
  seat?: number;
  /** the seats that agreed */
  agreed: number[];
  /** the seat that refused; the petition is over */
  refused?: number;
}

/** how time is counted */
export interface ClockRule {
  /** what the time is for */
  kind: 'none' | 'turn' | 'days' | 'game';
  /** days for a turn */
  days?: number;
  /** turn: for a turn; game: for the whole game */
  seconds?: number;
  /** game: seconds that each turn adds */
  increment?: number;
}

/** a table as you may know it */
export interface TableInfo {
  /** its own, for addresses */
  id: string;
  /** which game */
  game: string;
  /** their version */
  rules: number;
  /** those that were chosen */
  options: Members;
  /** how far it is */
  status: 'waiting' | 'playing' | 'finished' | 'closed';
  /** anyone may see it and sit down */
  open: boolean;
  /** may the decider ask for advice? */
  hints: boolean;
  /** once finished, may anyone with the link see it? */
  shared: boolean;
  /** a record from elsewhere */
  imported: boolean;
  /** seconds since 1970 */
  made: number;
  /** seconds since 1970 */
  ended?: number;
  /** of the last event; 0 in lists */
  number: number;
  /** are you the host? */
  host: boolean;
  /** each of them */
  seats: TableSeat[];
  /** of the link; for those who sit, before the game */
  code?: string;
  /** BLAKE2b-256 of seed and id */
  commitment?: string;
  /** how time is counted */
  clock: ClockRule;
  /** for every turn, if the clock is for turns */
  turn_seconds?: number;
  /** of whoever decides */
  seconds_left?: number;
  /** what needs the consent of the others */
  petition?: Petition;
  /** the id of the table that goes on from here */
  rematch?: string;
  /** once the game is finished */
  scores?: Sheet;
  /** once the game is finished */
  seed?: string;
}

/** how far the table is */
export interface Progress {
  /** of the last event */
  number: number;
  /** how many moves stand */
  ply: number;
}

/** why it was refused */
export interface Problem {
  /** a fixed word for programs */
  problem: string;
  /** for people, in their language */
  message: string;
}

/** at first, and whenever seats, who is there, status or a petition change */
export interface TableMessage {
  type: 'table';
  /** as GET tables/ID tells it */
  table: TableInfo;
}

/** a fresh view */
export interface ViewMessage {
  type: 'view';
  /** of the last event */
  number: number;
  /** of the viewer's seat, with moves for the decider */
  view: View;
}

/** something happened */
export interface EventMessage {
  type: 'event';
  /** of the last event */
  number: number;
  /** a move, or moves taken back */
  kind: 'move' | 'undo';
  /** the seat */
  by: number;
  /** how many moves stand */
  ply: number;
  /** for animation */
  events: GameEvent[];
  /** in words */
  log: string[];
  /** what changed in the viewer's view */
  diff: Members;
  /** what is asked, or who is waited for */
  prompt: string;
  /** for the decider */
  moves?: Move[];
  /** how many moves may be taken back */
  undo: number;
}

/** after every event at a table with a clock */
export interface ClockMessage {
  type: 'clock';
  /** of the last event */
  number: number;
  /** the seat; 0: nobody */
  decider: number;
  /** what each seat has left */
  seconds: (number | null)[];
}

/** advice, to all who look from that seat */
export interface HintMessage {
  type: 'hint';
  /** of the last event */
  number: number;
  /** whose advice it is */
  seat: number;
  /** it is not there yet */
  thinking: boolean;
  /** best first */
  hints: Hint[];
}

/** a line of chat */
export interface ChatMessage {
  type: 'chat';
  /** its number */
  line: number;
  /** who said it */
  name: string;
  /** what was said */
  text: string;
  /** seconds since 1970 */
  made: number;
}

/** your message was acted on and is durable */
export interface DoneMessage {
  type: 'done';
  /** of the message that this answers, if it had one */
  id?: number;
  /** of the last event */
  number: number;
}

/** your message was refused */
export interface ErrorMessage {
  type: 'error';
  /** of the message that this answers, if it had one */
  id?: number;
  /** a fixed word for programs */
  problem: string;
  /** for people */
  message: string;
}

/** what the move would bring */
export interface PreviewMessage {
  type: 'preview';
  /** of the message that this answers, if it had one */
  id?: number;
  /** as far as the seat can know */
  preview: Preview;
}

/** somebody is there */
export interface PongMessage {
  type: 'pong';
  /** of the message that this answers, if it had one */
  id?: number;
}

/** plays a move */
export interface SayMove {
  type: 'move';
  id?: number;
  /** a move in notation */
  move?: string;
  /** the number of the last event you have seen */
  after: number;
  /** the seat that acts, where somebody holds several */
  seat?: number;
}

/** takes the last own move back, as far as nothing new was learnt */
export interface SayUndo {
  type: 'undo';
  id?: number;
  /** the number of the last event you have seen */
  after: number;
  /** the seat that acts, where somebody holds several */
  seat?: number;
}

/** what a move would bring, as far as the seat can know */
export interface SayPreview {
  type: 'preview';
  id?: number;
  /** a move in notation */
  move?: string;
  /** the seat that acts, where somebody holds several */
  seat?: number;
}

/** asks for advice */
export interface SayHint {
  type: 'hint';
  id?: number;
  /** the seat that acts, where somebody holds several */
  seat?: number;
}

/** from now on the view of this seat of mine */
export interface SaySeat {
  type: 'seat';
  id?: number;
  /** a seat of one's own; 0: nobody's */
  seat?: number;
}

/** asks for the consent of the others */
export interface SayAsk {
  type: 'ask';
  id?: number;
  /** undo or replace */
  kind: 'undo' | 'replace';
  /** undo: back to after so many moves */
  ply?: number;
  /** the number of the last event you have seen */
  after?: number;
  /** who is away */
  seat?: number;
}

/** agrees to what is asked, or refuses */
export interface SayAnswer {
  type: 'answer';
  id?: number;
  /** true or false */
  agree: boolean;
  /** the seat that acts, where somebody holds several */
  seat?: number;
}

/** a line of chat */
export interface SayChat {
  type: 'chat';
  id?: number;
  /** 1 to 500 bytes of printable text */
  text: string;
}

/** is anybody there */
export interface SayPing {
  type: 'ping';
  id?: number;
}

export type Told =
  | TableMessage
  | ViewMessage
  | EventMessage
  | ClockMessage
  | HintMessage
  | ChatMessage
  | DoneMessage
  | ErrorMessage
  | PreviewMessage
  | PongMessage;

export type Said =
  | SayMove
  | SayUndo
  | SayPreview
  | SayHint
  | SaySeat
  | SayAsk
  | SayAnswer
  | SayChat
  | SayPing;
