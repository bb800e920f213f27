// The boards there are, each loaded when its game is first shown.

import type { Board } from './board';

const found = import.meta.glob<{ default: Board }>('../boards/*/index.ts');

/** The board of a game: its own, or the plain one. */
export async function boardOf(game: string): Promise<Board> {
  const load = found[`../boards/${game}/index.ts`];
  return load ? (await load()).default : plainBoardOf(game);
}

/** The board of any game that has none, or whose own cannot be had. */
export async function plainBoardOf(game: string): Promise<Board> {
  return (await import('../ui/plain')).plainBoard(game);
}

/** Has it drawings and lessons of its own? */
export const hasBoard = (game: string): boolean => `../boards/${game}/index.ts` in found;
