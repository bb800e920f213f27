// What the coach knows: reviews, puzzles, how good an answer is, and how many days in a row somebody
// has solved the puzzle of a game, which this browser remembers.

import { get } from './api';
import { store, stored } from './preferences.svelte';
import type { Lang, Seat, View } from './protocol';

export type Both = { [lang in Lang]: string };

/** Chances are thousandths. */
export interface Answer {
  move: string;
  chance: number;
  /** Of how far it is from the best; what was kept by an older version lacks it. */
  error?: number;
  text: Both;
  because: Both;
}
export interface Verdict {
  ply: number;
  choices: number;
  before: number;
  after: number;
  error: number;
  mistake: boolean;
  move: string;
  /** Only where something was lost; what was asked, and what was played. */
  asked?: Both;
  text?: Both;
  better?: string;
  better_text?: Both;
  because?: Both;
  answers?: Answer[];
}
export interface Luck {
  change: number;
  error: number;
}
export interface PlayerReview {
  seat: Seat;
  start: number;
  end: number;
  decisions: number;
  mistakes: number;
  lost: number;
  /** What its own moves changed: from start to end without luck and without the others. */
  own: number;
  chance: Luck;
  others: Luck;
  summary: { [lang in Lang]: string[] };
  /** [moves made, chance] */
  curve: [number, number][];
  moves: Verdict[];
}
export interface Review {
  game: string;
  seats: number;
  plies: number;
  budget: number;
  players: PlayerReview[];
}
export interface DayPuzzle {
  game: string;
  day: number;
  seat: Seat;
  seats: number;
  verdict: Verdict;
  view: View;
}
type Thinking = { thinking: true; done: number; all: number };

/** Halves go away from nothing, as in the sentences that come with a review. */
export const percent = (thousandths: number) => Math.sign(thousandths) * Math.round(Math.abs(thousandths) / 10);

/** Asks until it is there; `told` hears how far it is, from 0 to 1. Null: nobody waits any more. */
export async function untilThere<T>(path: string, told: (done: number | null) => void, over: () => boolean): Promise<T | null> {
  for (let pause = 500; !over(); pause = Math.min(5000, pause * 1.4)) {
    const answer = await get<Thinking | (T & { thinking: false })>(path);
    if (!answer.thinking) return answer;
    told(answer.all > 0 ? answer.done / answer.all : null);
    await new Promise((done) => setTimeout(done, pause));
  }
  return null;
}

/** The moves called mistakes, the dearest first. */
export function mistakesOf(player: PlayerReview): Verdict[] {
  return player.moves.filter((move) => move.mistake).sort((a, b) => b.before - b.after - (a.before - a.after));
}

export type Grade = 'solved' | 'half' | 'wrong' | 'played';

/** Two points of a chance are no difference between moves that were both weighed, nor is what may be an accident of the worlds guessed. */
const AS_GOOD = 20;

export function gradeOf(verdict: Verdict, move: string): { grade: Grade; answer: Answer | null } {
  const answer = verdict.answers?.find((one) => one.move === move) ?? null;
  if (move === verdict.move) return { grade: 'played', answer };
  if (answer && answer.chance >= verdict.before - Math.max(AS_GOOD, answer.error ?? 0)) return { grade: 'solved', answer };
  if (answer && answer.chance > verdict.after + AS_GOOD) return { grade: 'half', answer };
  return { grade: 'wrong', answer };
}

// ---- days in a row ----

interface Streak {
  day: number;
  days: number;
}
const key = (game: string) => `serai.puzzle.${game}`;

function lastOf(game: string): Streak {
  try {
    const kept = JSON.parse(stored(key(game)) ?? '{}') as Partial<Streak>;
    if (Number.isInteger(kept.day) && Number.isInteger(kept.days)) return { day: kept.day!, days: kept.days! };
  } catch {
    // what somebody else wrote there counts for nothing
  }
  return { day: -1, days: 0 };
}

/** Days in a row up to yesterday or today. */
export function streakOf(game: string, today: number): number {
  const last = lastOf(game);
  return last.day >= today - 1 ? last.days : 0;
}

export function solvedOn(game: string, day: number): boolean {
  return lastOf(game).day === day;
}

export function keepSolved(game: string, day: number): number {
  const last = lastOf(game);
  if (last.day === day) return last.days;
  const days = last.day === day - 1 ? last.days + 1 : 1;
  store(key(game), JSON.stringify({ day, days }));
  return days;
}
