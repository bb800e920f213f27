// Making tables: the ways of the landing page, the lessons and the replay.

import { post } from './api';
import { me } from './person.svelte';
import type { ClockRule, Members, Seat, TableInfo } from './protocol';

export interface Wish {
  game: string;
  /** "me", "free", the name of a bot, or somebody at the same screen. */
  seats: (string | { name: string })[];
  options?: Members;
  open?: boolean;
  clock?: ClockRule;
  [more: string]: unknown;
}

/** Makes the table and begins at once if nobody else has to come. */
export async function setTable(wish: Wish): Promise<TableInfo> {
  await me.someone();
  const table = await post<TableInfo>('/tables', wish);
  return wish.seats.includes('free') ? table : post<TableInfo>(`/tables/${table.id}/start`);
}

/** One person against bots, who sits first unless said otherwise. */
export function againstBots(game: string, seats: number, bot: string, options: Members = {}, seat: Seat = 1): Promise<TableInfo> {
  return setTable({ game, seats: Array.from({ length: seats }, (_, index) => (index + 1 === seat ? 'me' : bot)), options });
}
