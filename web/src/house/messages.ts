// What pages and the house in the browser say to each other. `client` is a page, or whoever speaks
// for it; numbers are the client's own.

import type { Question } from './engine';

export type ToHouse =
  | { ask: number; question: Question }
  | { open: number; table: string; lang: string; seat?: number; after?: number }
  | { say: number; text: string }
  | { close: number };

export type ToPage =
  | { answer: number; status: number; type: string; text: string }
  | { opened: number }
  | { told: number; text: string }
  | { closed: number; code: number };

/** Where the files of the house are; nets by their names. */
export interface Begin {
  engine: string;
  nets: { [name: string]: string };
}

/** The browser keeps nothing beyond this page; a bot waits for a file that did not come, or does no more. */
export type News = { forgetful: true } | { waits: boolean };

/** The house goes, and may come back: whoever was connected tries again. */
export const GONE = 1012;
/** There is no such table, or it may not be seen: a request says why. */
export const REFUSED = 1008;
