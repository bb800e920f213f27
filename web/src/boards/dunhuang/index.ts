// Merchants of Dunhuang: everything the table page needs.

import type { Board as BoardOfGame } from '../../lib/board';
import Board from './Board.svelte';
import Hand from './Hand.svelte';
import { lessons } from './lessons';
import Mine from './Mine.svelte';
import Seat from './Seat.svelte';
import Strip from './Strip.svelte';
import Shop from './Shop.svelte';
import { detail, facts, flights, places, warning } from './story';
import { caravan } from './state';
import { ability, capital, say } from './text';

const board: BoardOfGame = {
  game: 'dunhuang',
  Board,
  Mine,
  Seat,
  Strip,
  tabs: [
    { id: 'hand', title: { en: say('en').tabHand, ru: say('ru').tabHand }, Tab: Hand },
    { id: 'shop', title: { en: say('en').tabShop, ru: say('ru').tabShop }, Tab: Shop },
  ],
  facts,
  inWords: (view, lexicon, lang) => caravan(view).circle.map((one) => ({ name: lexicon.words.character?.[one] ?? one, text: capital(ability(one, lang)) })),
  detail,
  warning,
  flights,
  places,
  figures: { chapters: [3], load: () => import('./Figures.svelte') },
  lessons,
  /* Three seats and characters whose help is easy to see. */
  lessonTable: {
    seats: 3,
    options: { tile1: 'artist', tile2: 'princess', tile3: 'ambassador', tile4: 'soldier', tile5: 'sogdian', tile6: 'servant', tile7: 'shepherd', tile8: 'buddhist' },
  },
  phoneBoard: () => 87,
  seatRoom: { wide: 10.9, tablet: 8.4, phone: 4.1 },
  sky: { inner: '#2d4a5e', outer: '#131e29' },
};

export default board;
