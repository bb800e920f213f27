// The contract between the table page and the boards. A board draws a view and says which legal
// move a thing on it stands for; the page does everything else: prompt, list, numbers, keys,
// confirming, undo, log, animation. A board never works out what is allowed.

import type { Component } from 'svelte';
import type { GameEvent, Lang, Lexicon, Move, Seat, View } from './protocol';
import type { Table } from './table.svelte';

/** What every part of a board is given. Everything interactive comes from the table's context:
 *  wrap what may be chosen in <Target part={{ verb: 'walk', steps: 2 }} label="..."> (art/Target). */
export interface BoardProps {
  view: View;
  lexicon: Lexicon;
  lang: Lang;
  /** Whose things are "mine": the seat that looks, or for spectators the seat shown below the board. */
  me: Seat;
  /** The width class of the page: phone below 600 px, tablet below 1100. */
  size: 'phone' | 'tablet' | 'wide';
}

export interface SeatProps extends BoardProps {
  seat: Seat;
}

/** What the list shows beside a choice: a price or gain at the right, small icons. */
export interface ChoiceDetail {
  /** A short name instead of the server's text, if the text would be too long for a button. */
  title?: string;
  /** Shown quietly after the title. */
  note?: string;
  /** At the right: an amount and the icon it is counted in. */
  tail?: { text: string; icon?: string };
}

/** One thing flying from one place to another. Places are the values of data-place attributes on
 *  the board, my things, or seat panels ("market.3", "hand.1", "seat.2"). */
export interface Flight {
  from: string;
  to: string;
  /** What flies: an icon's name (art/icons), or 'card' for a card's back. */
  icon: string;
  /** How many, if more than one matters. */
  count?: number;
}

/** A step of the guided first game: shown the first time its condition holds, in order. */
export interface Lesson {
  /** A fixed word; what was seen is remembered by it. */
  id: string;
  /** When it first matters. */
  when: (view: View) => boolean;
  /** Place (data-place) it points at. */
  at?: string | ((view: View) => string | null);
  /** Where my things are tabs: the one of `tabs`, or `mine`, that holds the place. */
  tab?: string;
  text: { en: string; ru: string };
}

/** A picture beside a chapter of the rules, drawn with the things of the board. */
export interface FigureProps {
  /** Which chapter, from 0. */
  chapter: number;
  lexicon: Lexicon;
  lang: Lang;
}

export interface Board {
  game: string;
  /** The board itself: one SVG (or HTML around it) that fills its box without scrolling. */
  Board: Component<BoardProps>;
  /** My things, below the board; on a phone, in tabs. */
  Mine: Component<BoardProps>;
  /** What a seat's panel shows below the name: a few icons with numbers. Compact on a phone. */
  Seat: Component<SeatProps>;
  /** On a phone my hand at a glance, in one row below the question: what the hand's tab has, small. */
  Strip?: Component<BoardProps>;
  /** Optional tabs of the phone's sheet instead of Mine as a whole: hand, shop ... `shared`: it is about the table, not a seat. */
  tabs?: { id: string; title: { en: string; ru: string }; Tab: Component<BoardProps>; shared?: boolean }[];
  /** Short facts for the header: "Turn 14", "27 cards in the deck". */
  facts?: (view: View, lexicon: Lexicon, lang: Lang) => string[];
  /** What lies on the board in signs, in words: beside it where there is room. */
  inWords?: (view: View, lexicon: Lexicon, lang: Lang) => { name: string; text: string }[];
  detail?: (move: Move, view: View, lexicon: Lexicon, lang: Lang) => ChoiceDetail;
  /** A warning to show before this move is made (it would lose something), or null. */
  warning?: (move: Move, view: View, lexicon: Lexicon, lang: Lang) => string | null;
  /** What an event moves. */
  flights?: (event: GameEvent, before: View) => Flight[];
  /** A sentence of the server in the words of the board, where its own are too terse. */
  phrase?: (text: string, lexicon: Lexicon, lang: Lang) => string;
  /** A move that is put together on the board in its own way: a bid from tapped cards, dice taken up. */
  builds?: (move: Move) => boolean;
  /** What happened before the page was opened, for boards that show how things came about. */
  recall?: (table: Table, events: readonly GameEvent[]) => void;
  /** Which places a line of the log speaks of, for hover. */
  places?: (event: GameEvent) => string[];
  /** Pictures for chapters of the rules, fetched when the rules are opened. */
  figures?: { chapters: readonly number[]; load: () => Promise<{ default: Component<FigureProps> }> };
  lessons: Lesson[];
  /** Options of the guided first game, if it differs from a usual one; the learner sits first unless `seat` says where. */
  lessonTable?: { seats: number; options: { [name: string]: string | number }; seat?: Seat };
  /** Which colour of the house each seat has, where the game itself gives seats colours; else in order. */
  seatColours?: readonly number[];
  /** The height in rem that a seat's panel keeps, so that nothing moves when things come and go. */
  seatRoom: { wide: number; tablet: number; phone: number };
  /** On a phone my things come before the list: where one chooses among one's own cards. */
  handFirst?: boolean;
  /** How high the board is on a phone, in percent of the page's width, where 96 are too many: the list has the rest. */
  phoneBoard?: (view: View) => number;
  /** How wide the sheet beside the board is on a tablet on its side, in rem of usual letters; 22.5 if not said. */
  sheetRoom?: number;
  /** From this width of the page, in pixels, my things lie below the board; 1100 if not said. */
  wideFrom?: number;
  /** Colours of the table under the board: CSS custom properties --sky-1, --sky-2. */
  sky: { inner: string; outer: string };
}

/** The style that gives the seats of a board their colours. */
export function seatStyle(board: Board): string {
  return (board.seatColours ?? []).map((colour, index) => `--seat-${index + 1}:var(--house-${colour});--seat-text-${index + 1}:var(--house-text-${colour})`).join(';');
}
