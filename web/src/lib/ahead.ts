// What the first page needs is asked for at once and side by side: its script, its letters and, for a
// table, the board and the words of its game; on the front page, what is offered. Nothing is lost if something fails here: whoever needs
// it asks again, and tells what went wrong.

import { pages } from '../pages';
import { boardOf } from './boards';
import { lexiconOf, offered } from './house.svelte';
import type { Lang, TableInfo } from './protocol';
import type { Route } from './router.svelte';
import { house } from './transport';

const FACES = ['400 1rem "Golos Text"', '600 1rem "Golos Text"', '700 1rem "Golos Text"', '400 1rem Forum'];
const SAMPLE: { [lang in Lang]: string } = { en: 'a', ru: 'aя' };
/** So long, in milliseconds, the first page waits for its letters: words in other ones would move. */
const PATIENCE = 1500;

async function game(route: Route): Promise<string | null> {
  if (route.page === 'learn') return route.game;
  if (route.page !== 'table' && route.page !== 'replay') return null;
  // Read whatever it says: an answer that is left unread is never done.
  return ((await (await house.request('GET', `/tables/${route.id}`, 'en')).json()) as Partial<TableInfo>).game ?? null;
}

async function gameAhead(route: Route, lang: Lang): Promise<void> {
  const name = await game(route);
  if (name !== null) await Promise.all([boardOf(name), lexiconOf(name, lang)]);
}

function letters(lang: Lang): Promise<unknown> {
  const all = Promise.all(FACES.map((face) => document.fonts.load(face, SAMPLE[lang])));
  return Promise.race([all, new Promise((done) => setTimeout(done, PATIENCE))]);
}

/** Resolves when the page can be drawn. */
export async function ahead(route: Route, lang: Lang): Promise<void> {
  gameAhead(route, lang).catch(() => {});
  if (route.page === 'landing') offered().catch(() => {});
  const page = route.page === 'unknown' ? null : pages[route.page]();
  await Promise.allSettled([page, letters(lang)]);
  if (route.page === 'landing') void pages.table().catch(() => {}); // where most go next
}
