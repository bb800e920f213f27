// Grades of answers, mistakes in order, and days in a row.

import { beforeEach, describe, expect, it } from 'vitest';
import { gradeOf, keepSolved, mistakesOf, percent, solvedOn, streakOf, type PlayerReview, type Verdict } from '../../src/lib/coach';
import { coachTexts } from '../../src/lib/text/coach';

const both = (text: string) => ({ en: text, ru: text });
const answer = (move: string, chance: number) => ({ move, chance, text: both(move), because: both('') });
const verdict: Verdict = {
  ply: 9, choices: 6, before: 600, after: 400, error: 8, mistake: true, move: 'walk 5',
  answers: [answer('walk 1', 600), answer('walk 2', 585), answer('walk 3', 500), answer('walk 4', 410), answer('walk 5', 400)],
};

describe('answers to a puzzle', () => {
  it('grades them by what they keep', () => {
    expect(gradeOf(verdict, 'walk 1').grade).toBe('solved');
    expect(gradeOf(verdict, 'walk 2').grade).toBe('solved');
    expect(gradeOf(verdict, 'walk 3').grade).toBe('half');
    expect(gradeOf(verdict, 'walk 4').grade).toBe('wrong');
    expect(gradeOf(verdict, 'walk 5').grade).toBe('played');
    expect(gradeOf(verdict, 'walk 6')).toEqual({ grade: 'wrong', answer: null });
  });
  it('takes for as good what may be worse by accident alone', () => {
    const unsure = { ...verdict, answers: [answer('walk 1', 600), { ...answer('walk 2', 572), error: 30 }, { ...answer('walk 3', 572), error: 9 }] };
    expect(gradeOf(unsure, 'walk 2').grade).toBe('solved');
    expect(gradeOf(unsure, 'walk 3').grade).toBe('half');
  });
  it('puts the dearest mistake first', () => {
    const dear = { ...verdict, ply: 20, after: 100 };
    const fine = { ...verdict, ply: 3, mistake: false };
    expect(mistakesOf({ moves: [fine, verdict, dear] } as unknown as PlayerReview).map((one) => one.ply)).toEqual([20, 9]);
  });
});

describe('percent', () => {
  it('rounds halves away from nothing, as the sentences do', () => {
    expect([255, -255, 254, 0].map(percent)).toEqual([26, -26, 25, 0]);
  });
});

describe('days in a row', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) } });
  });
  it('counts days that follow each other, each once', () => {
    expect(streakOf('gugong', 100)).toBe(0);
    expect(keepSolved('gugong', 100)).toBe(1);
    expect(keepSolved('gugong', 100)).toBe(1);
    expect(solvedOn('gugong', 100)).toBe(true);
    expect(keepSolved('gugong', 101)).toBe(2);
    expect(streakOf('gugong', 102)).toBe(2);
    expect(streakOf('gugong', 103)).toBe(0);
    expect(keepSolved('gugong', 103)).toBe(1);
    expect(streakOf('dunhuang', 103)).toBe(0);
  });
  it('does not trust what lies there', () => {
    localStorage.setItem('serai.puzzle.gugong', '{"day":"x"');
    expect(streakOf('gugong', 5)).toBe(0);
  });
});

describe('texts', () => {
  it('have the same keys in both languages, and forms that fit', () => {
    expect(Object.keys(coachTexts.ru)).toEqual(Object.keys(coachTexts.en));
    expect(coachTexts.ru.streak(3)).toBe('3\u00a0дня подряд');
    expect(coachTexts.ru.curve_said('Ада', 50, 0, 5)).toContain('5\u00a0ошибок');
  });
});
