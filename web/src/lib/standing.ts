// Results and ratings as pictures show them.

/** GET /people/me/statistics, for each game. */
export interface Result {
  game: string;
  games: number;
  wins: number;
  rank_hundredths: number;
  best: number;
  rated: number;
  rating?: number;
  doubt?: number;
}
/** GET /ratings/GAME */
export interface Rated {
  name: string;
  rating: number;
  doubt: number;
  games: number;
}

const STEP = 100;

/** A line on which all of these have room with their doubts, with round ends. */
export function ratingRange(rated: readonly { rating: number; doubt: number }[]): [number, number] {
  const low = Math.min(...rated.map((one) => one.rating - 2 * one.doubt));
  const high = Math.max(...rated.map((one) => one.rating + 2 * one.doubt));
  if (rated.length === 0) return [1000, 2000];
  return [Math.floor(low / STEP) * STEP, Math.max(Math.ceil(high / STEP), Math.floor(low / STEP) + 1) * STEP];
}
