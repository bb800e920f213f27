// Panda Spin: everything the table page needs.

import type { Board as BoardOfGame } from '../../lib/board';
import { bidOf } from './bids';
import Board from './Board.svelte';
import Hand from './Hand.svelte';
import { lessons } from './lessons';
import Mine from './Mine.svelte';
import Seat from './Seat.svelte';
import { historyAt } from './history.svelte';
import { detail, facts, flights, places, warning } from './story';
import { trick } from './state';
import { say } from './text';
import TrickHistory from './TrickHistory.svelte';

const board: BoardOfGame = {
  game: 'pandaspin',
  Board,
  Mine,
  Seat,
  tabs: [
    { id: 'hand', title: { en: say('en').tabHand, ru: say('ru').tabHand }, Tab: Hand },
    { id: 'trick', title: { en: say('en').tabTrick, ru: say('ru').tabTrick }, Tab: TrickHistory, shared: true },
  ],
  facts,
  inWords: (view, _lexicon, lang) => [{ name: say(lang).mood[trick(view).mood], text: say(lang).moodDoes[trick(view).mood] }],
  detail,
  warning,
  builds: (move) => bidOf(move) !== null,
  recall: (table, events) => historyAt(table).recall(events),
  flights,
  places,
  figures: { chapters: [2, 4], load: () => import('./Figures.svelte') },
  lessons,
  lessonTable: { seats: 3, options: { mood: 'hungry' } },
  handFirst: true,
  /* All of the table, the reader's own mat and the button to pass too. */
  phoneBoard: () => 70,
  seatRoom: { wide: 8.2, tablet: 8.2, phone: 3.3 },
  sky: { inner: '#3f6157', outer: '#12211f' },
};

export default board;
