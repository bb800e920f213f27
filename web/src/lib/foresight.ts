// What is likely to be wanted next is fetched before it is asked for. Nothing is lost if something fails here: whoever
// needs it asks again, and tells what went wrong.

import { pages } from '../pages';
import { boardOf } from './boards';
import { lexiconOf } from './house.svelte';
import type { Lang } from './protocol';

/** What a table needs, fetched while the front page is looked at. */
export function tableAhead(): void {
  const soon = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200));
  soon(() => void pages.table().catch(() => {}));
}

/** Somebody wants to play: the board and its words come while the table is made. */
export function playAhead(name: string, lang: Lang): void {
  void Promise.all([pages.table(), boardOf(name), lexiconOf(name, lang)]).catch(() => {});
}
