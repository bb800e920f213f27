// The guided first game: which lessons were seen, remembered in this browser, and which is next.

import type { Board, Lesson } from './board';
import { store, stored } from './preferences.svelte';
import type { View } from './protocol';

interface Progress {
  /** The table of the guided game, to be taken up again. */
  table: string | null;
  seen: string[];
}

const key = (game: string) => `serai.lessons.${game}`;

export function progressOf(game: string): Progress {
  try {
    const kept = JSON.parse(stored(key(game)) ?? '{}') as Partial<Progress>;
    return {
      table: typeof kept.table === 'string' ? kept.table : null,
      seen: Array.isArray(kept.seen) ? kept.seen.filter((one) => typeof one === 'string') : [],
    };
  } catch {
    return { table: null, seen: [] };
  }
}

export function keepProgress(game: string, progress: Progress): void {
  store(key(game), JSON.stringify(progress));
}

/** The first lesson not yet seen whose moment has come. */
export function nextLesson(board: Board, view: View, seen: readonly string[]): Lesson | null {
  return board.lessons.find((lesson) => !seen.includes(lesson.id) && matters(lesson, view)) ?? null;
}

/** The place a lesson points at now. */
export function placeOf(lesson: Lesson, view: View): string | null {
  return (typeof lesson.at === 'function' ? lesson.at(view) : lesson.at) ?? null;
}

/** A lesson that cannot read a view is not worth a broken page. */
function matters(lesson: Lesson, view: View): boolean {
  try {
    return lesson.when(view);
  } catch {
    return false;
  }
}
