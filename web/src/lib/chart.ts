// Lines of a chart: values over moves as the path of an SVG.

import type { ScoreSheet, Sheet } from './protocol';

/** The smallest range with whole ends that holds all values, and zero. */
export function chartRange(values: readonly (readonly number[])[]): [number, number] {
  let low = 0;
  let high = 1;
  for (const row of values) {
    for (const value of row) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  const step = high - low > 40 ? 10 : high - low > 12 ? 5 : 2;
  return [Math.floor(low / step) * step, Math.ceil(high / step) * step];
}

export function chartLine(values: readonly (readonly number[])[], column: number, [low, high]: [number, number], width: number, height: number): string {
  const last = Math.max(1, values.length - 1);
  return values
    .map((row, index) => {
      const x = (index / last) * width;
      const y = height - (((row[column] ?? low) - low) / (high - low)) * height;
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

/** The sheet of a position in the form in which sheets are shown. */
export function sheetBySeat(sheet: Sheet, seats: number): ScoreSheet {
  return {
    over: sheet.over,
    certain: sheet.certain ?? true,
    seats: Array.from({ length: seats }, (_, index) => {
      const seat = index + 1;
      const total = sheet.totals[seat] ?? 0;
      return {
        seat,
        low: total,
        high: total,
        rank: sheet.ranks[seat] ?? null,
        winner: sheet.winners.includes(seat),
        lines: sheet.lines.filter((line) => line.seat === seat).map(({ points, text }) => ({ points, text })),
      };
    }),
  };
}
