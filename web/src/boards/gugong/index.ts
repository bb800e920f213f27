// Gugong in the browser: the board, my things, the seats, and what the page asks of a game.

import type { Board } from '../../lib/board';
import BoardPart from './Board.svelte';
import HandTab from './HandTab.svelte';
import { lessons } from './lessons';
import MatTab from './MatTab.svelte';
import Mine from './Mine.svelte';
import { detail, flights, headline, places, warning } from './moves';
import Seat from './Seat.svelte';
import Strip from './Strip.svelte';
import { courtOf, SLOTS } from './state';
import { decreeInWords, WORDS } from './text';

const board: Board = {
  game: 'gugong',
  Board: BoardPart,
  Mine,
  Seat,
  Strip,
  tabs: [
    { id: 'hand', title: WORDS.hand, Tab: HandTab },
    { id: 'mat', title: WORDS.mat, Tab: MatTab },
  ],
  facts: headline,
  inWords: (view, lexicon, lang) => SLOTS.map((slot) => decreeInWords(lexicon, lang, courtOf(view).decree[slot]!)),
  detail,
  warning,
  flights,
  places,
  figures: { chapters: [2], load: () => import('./Figures.svelte') },
  lessons,
  lessonTable: { seats: 2, options: { variant: 'first_game' } },
  wideFrom: 1400,
  /* The whole city fits beside a sheet of this width on a tablet that lies on its side. */
  sheetRoom: 19,
  seatRoom: { wide: 10.2, tablet: 7.6, phone: 3.4 },
  sky: { inner: '#43404f', outer: '#171a26' },
};

export default board;
