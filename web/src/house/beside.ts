// The house in the browser beside that on a server: tables of its own, what it answers when the server
// cannot be reached, and what both know together.

import { away } from '../lib/away.svelte';
import { me } from '../lib/person.svelte';
import { say } from '../lib/say.svelte';
import { isHere, type Transport } from '../lib/transport';
import { localHouse } from './page';

export { localHouse };

/** Questions that any house answers. */
const EVERYWHERE = /^\/(games|puzzles|visitor|people\/me)(\/|\?|$)/;

const json = (value: unknown) => new Response(JSON.stringify(value), { headers: { 'Content-Type': 'application/json' } });

/** Is nobody wanted at this table but bots and whoever is at this screen? */
function needsNobody(body: string | undefined): boolean {
  try {
    const { seats, open } = JSON.parse(body ?? '') as { seats?: unknown; open?: unknown };
    return Array.isArray(seats) && open !== true && !seats.includes('free');
  } catch {
    return false;
  }
}

/** Whoever plays here has the name that they have there. */
async function someone(local: Transport, lang: string): Promise<void> {
  if ((await local.request('GET', '/people/me', lang)).ok) return;
  const name = me.person?.name ?? say.t.guest_name(1000 + Math.floor(Math.random() * 9000));
  await local.request('POST', '/people', lang, JSON.stringify({ name }));
}

/** The answer of this browser's house in place of the server's; null: only the server has one. */
async function instead(local: Transport, method: string, path: string, lang: string, body?: string): Promise<Response | null> {
  if (method === 'GET' && /^\/tables(\?|$)/.test(path)) return json({ tables: [] });
  if (method === 'GET' && EVERYWHERE.test(path)) {
    if ((path === '/people/me' || path === '/visitor') && me.person) await someone(local, lang);
    return local.request(method, path, lang);
  }
  if (method !== 'POST') return null;
  if (path === '/people') return local.request(method, path, lang, body);
  if (path !== '/import' && !(path === '/tables' && needsNobody(body))) return null;
  await someone(local, lang);
  const made = await local.request(method, path, lang, body);
  if (made.ok) away.noteTable();
  return made;
}

/** What the server said, with what is here: the list of one's tables, and the records of all. Whoever is
 *  nobody there may have tables here. */
async function together(local: Transport, method: string, path: string, lang: string, response: Response): Promise<Response> {
  if (method !== 'GET' || (path !== '/people/me/export' && path !== '/people/me/tables')) return response;
  const here = await local.request(method, path, lang).catch(() => null);
  if (!here?.ok) return response;
  if (path === '/people/me/export') return new Response((response.ok ? await response.text() : '') + (await here.text()), { headers: { 'Content-Type': 'application/x-ndjson' } });
  const [there, own] = (await Promise.all([response.ok ? response.json() : { tables: [] }, here.json()])) as [{ tables: unknown[] }, { tables: unknown[] }];
  return json({ ...there, tables: [...own.tables, ...there.tables] });
}

/** A browser that cannot have a house, or pages that were built without, play at the server's. */
async function rather(served: Transport, method: string, path: string, lang: string, body?: string): Promise<Response> {
  let made: Response | null = null;
  try {
    made = await instead(localHouse(), method, path, lang, body);
  } catch {
    // the server has a house
  }
  return made ?? served.request(method, path, lang, body);
}

/** `response` is what the server said; null: it was not asked, or is out of reach. */
export async function request(served: Transport, response: Response | null, method: string, path: string, lang: string, body?: string): Promise<Response> {
  if (away.mayWantHere(method, path)) return rather(served, method, path, lang, body);
  const local = localHouse();
  if (isHere(path)) return local.request(method, path, lang, body);
  if (response && !away.gone) return together(local, method, path, lang, response);
  const answer = await instead(local, method, path, lang, body);
  if (answer ?? response) return (answer ?? response)!;
  throw new TypeError('the server is out of reach');
}
