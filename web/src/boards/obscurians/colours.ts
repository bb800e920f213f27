// The six colours of the bazaar, as cloth for awnings.

import type { Colour } from './state';

export const CLOTH: Record<Colour, string> = {
  green: '#2a9460', yellow: '#e0b11c', orange: '#e07a24', blue: '#3388c4', pink: '#d162a3', red: '#b8262f',
};

/** Here a seat has the colour of its goods: the colours of the house nearest to those of the bazaar. */
export const SEAT_COLOURS = [3, 4, 1, 2, 5, 6];
