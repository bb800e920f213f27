// Why a game ended as it did, read from its score sheet: what told the winner from another seat, and the
// lines of a rival without a seat, such as Meng.

import type { ScoreSheet } from './protocol';

type Row = ScoreSheet['seats'][number];

export interface Gap {
  /** The line as the one who has more points for it reads it. */
  text: string;
  winner: number;
  other: number;
}

/** Lines of the same kind: how many there were of something does not matter. */
const kindOf = (text: string) => text.replace(/[\d−-]+/g, '#');

/** The lines in which the winner is ahead of another seat, the widest gap first. */
export function gapsBetween(winner: Row, other: Row): Gap[] {
  const kinds = new Map<string, Gap>();
  for (const [row, who] of [[winner, 'winner'], [other, 'other']] as const)
    for (const line of row.lines) {
      if (line.points === 0) continue;
      const gap = kinds.get(kindOf(line.text)) ?? { text: line.text, winner: 0, other: 0 };
      gap[who] += line.points;
      kinds.set(kindOf(line.text), gap);
    }
  return [...kinds.values()].filter((gap) => gap.winner > gap.other).sort((a, b) => b.winner - b.other - (a.winner - a.other));
}

/** What is said of a victory that points do not explain: won at once, Lose, a tie. A line that brings points to somebody,
 *  or counts none of something, is no rule. */
export function rulesOf(row: Row, all: readonly Row[] = [row]): string[] {
  const counted = new Set(all.flatMap((one) => one.lines.filter((line) => line.points !== 0).map((line) => kindOf(line.text))));
  return row.lines.filter((line) => line.points === 0 && !isRivals(line.text) && !counted.has(kindOf(line.text)) && !line.text.startsWith('0 ')).map((line) => line.text);
}

export interface RivalLine {
  points: number;
  text: string;
}

/** "Meng, 34: points during the game": a line of somebody who has no seat. */
export function rivalLine(text: string): RivalLine | null {
  const found = /^(?:Meng|Мэн), (\d+): (.+)$/.exec(text);
  if (!found) return null;
  return { points: Number(found[1]), text: found[2]!.charAt(0).toUpperCase() + found[2]!.slice(1) };
}

/** Is a line about somebody without a seat, the sum of all the others among them? */
export const isRivals = (text: string): boolean => /^(Meng|(У )?Мэн)/.test(text);

/** The sheet of the rival without a seat, or null where there is none. */
export function rivalSheet(row: Row): { total: number; lines: RivalLine[] } | null {
  const lines = row.lines.flatMap((line) => rivalLine(line.text) ?? []);
  return lines.length === 0 ? null : { total: lines.reduce((sum, line) => sum + line.points, 0), lines };
}

/** Where somebody won at once nothing was counted: a row of noughts would say something else. */
export function uncounted(sheet: ScoreSheet): boolean {
  return sheet.over && sheet.seats.length > 1 && sheet.seats.every((seat) => seat.high === 0);
}

/** A number as it is set: with a minus, not a hyphen. */
export const signed = (points: number): string => String(points).replace('-', '−');

/** Where fewer points may beat more, as with the mission Lose, a margin would say nothing. */
export function pointsDecide(sheet: ScoreSheet): boolean {
  const ranked = sheet.seats.filter((seat) => seat.rank !== null).sort((a, b) => a.rank! - b.rank!);
  return ranked.every((seat, index) => index === 0 || ranked[index - 1]!.high >= seat.high);
}
