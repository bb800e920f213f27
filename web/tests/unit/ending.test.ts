// What the end of a game says about why: gaps between two seats, Meng's sheet, Lose.

import { describe, expect, it } from 'vitest';
import { gapsBetween, isRivals, pointsDecide, rivalSheet, rulesOf, signed, uncounted } from '../../src/lib/ending';
import type { ScoreSheet } from '../../src/lib/protocol';

type Row = ScoreSheet['seats'][number];
const row = (seat: number, rank: number, winner: boolean, lines: [number, string][]): Row => {
  const sum = lines.reduce((total, [points]) => total + points, 0);
  return { seat, rank, winner, low: sum, high: sum, lines: lines.map(([points, text]) => ({ points, text })) };
};

describe('the end', () => {
  it('names the lines in which the winner is ahead, the widest gap first', () => {
    const winner = row(2, 1, true, [[38, 'During the game'], [1, '19 coins, 1 for every 10'], [10, 'A post on space 1 of Beijing']]);
    const other = row(1, 2, false, [[35, 'During the game'], [2, '26 coins, 1 for every 10']]);
    expect(gapsBetween(winner, other)).toEqual([
      { text: 'A post on space 1 of Beijing', winner: 10, other: 0 },
      { text: 'During the game', winner: 38, other: 35 },
    ]);
  });
  it('keeps the lines of Meng apart from those of the player', () => {
    const alone = row(1, 1, false, [[8, 'Points during the game'], [0, 'Meng, 34: points during the game'], [-8, 'The envoy got only to cell 3: everything is lost'], [0, 'Meng, 15: 5 jade'], [0, 'Meng has 49 points in all']]);
    expect(rivalSheet(alone)).toEqual({ total: 49, lines: [{ points: 34, text: 'Points during the game' }, { points: 15, text: '5 jade' }] });
    expect(rulesOf(alone)).toEqual([]);
    expect(['Мэн, 34: очки по ходу игры', 'У Мэна всего 60 очков', 'Meng has 49 points in all', 'Очки по ходу игры'].map(isRivals)).toEqual([true, true, true, false]);
    expect(rivalSheet(row(1, 1, true, [[3, 'Points']]))).toBeNull();
  });
  it('says no margin where the fewest points may win', () => {
    const lose = row(4, 2, false, [[75, 'Lose: to start with'], [0, 'Lose: not the fewest points, so no victory']]);
    expect(pointsDecide({ over: true, certain: true, seats: [row(1, 1, true, [[49, 'Collect']]), lose] })).toBe(false);
    expect(rulesOf(lose)).toEqual(['Lose: not the fewest points, so no victory']);
  });
  it('takes no line for a rule that counts none of something, or points for somebody else', () => {
    const winner = row(1, 1, true, [[0, 'During the game'], [0, '0 prestige'], [0, 'The tie is decided by intrigue: 5']]);
    const other = row(2, 2, false, [[3, 'During the game']]);
    expect(rulesOf(winner, [winner, other])).toEqual(['The tie is decided by intrigue: 5']);
  });
  it('shows no noughts where somebody won at once, and a minus that is one', () => {
    const seats = [row(2, 1, true, [[0, 'Won at once: 4 majorities, 4 kinds in hand']]), row(1, 2, false, [])];
    expect(uncounted({ over: true, certain: true, seats })).toBe(true);
    expect(uncounted({ over: false, certain: true, seats })).toBe(false);
    expect(uncounted({ over: true, certain: true, seats: [seats[0]!, row(1, 2, false, [[3, 'Points']])] })).toBe(false);
    expect(signed(-20)).toBe('−20');
  });
});
