// What the shelf says of a game before one has played it: how long it takes against bots, and how heavy it is.
// Decisions of one person are counted in games between hasty bots at the usual number of seats
// (`serai sim GAME --bots greedy`); minutes are for somebody who needs ten to thirty seconds for one.

export interface Measure {
  /** Of one person, in a whole game. */
  decisions: number;
  minutes: readonly [number, number];
  weight: 'light' | 'middling' | 'heavy';
}

const MEASURES: { [game: string]: Measure } = {
  dunhuang: { decisions: 25, minutes: [10, 15], weight: 'middling' },
  marcopolo: { decisions: 125, minutes: [35, 60], weight: 'heavy' },
  gugong: { decisions: 55, minutes: [20, 35], weight: 'heavy' },
  pandaspin: { decisions: 75, minutes: [15, 25], weight: 'light' },
  obscurians: { decisions: 50, minutes: [15, 25], weight: 'middling' },
};

export function measureOf(game: string): Measure | null {
  return MEASURES[game] ?? null;
}
