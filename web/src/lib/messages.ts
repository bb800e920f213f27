// The messages of a table's socket. Written by the tables of src/host/protocol.c; do not edit:
// make protocol writes it anew.

import type { GameEvent, Hint, Members, Move, Preview, TableInfo, View } from './protocol';

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
  undo?: number;
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
