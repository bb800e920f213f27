// The board of any game that has none: it serves until somebody draws one.

import type { Board } from '../../lib/board';
import BoardView from './Board.svelte';
import Mine from './Mine.svelte';
import Seat from './Seat.svelte';

export function plainBoard(game: string): Board {
  return { game, Board: BoardView, Mine, Seat, lessons: [], seatRoom: { wide: 6.5, tablet: 6, phone: 5 }, sky: { inner: '#2d4a5e', outer: '#131e29' } };
}
