// What only a site on a static host has to do: live without a network, keep everything in the browser,
// say so where the browser refuses, and go on when the tab that has the house is closed.

import type { Page } from '@playwright/test';
import { choose, dice, expect, GAMES, person, playOn, ply, Site, sitDown, test, turn, withBots } from './house';

const here = { tag: '@site' };

/** The files of this version are kept, and the page gets them from there. */
const kept = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null));

test('after the first load everything opens without a network', here, async ({ browser }) => {
  const site = new Site();
  await site.start();
  const { context, page, broken } = await person(browser, site);
  await page.goto('/');
  await kept(page);
  const manifest = (await (await page.request.get(`${site.address}manifest.webmanifest`)).json()) as { start_url: string; icons: { src: string; sizes: string }[] };
  expect(manifest.start_url).toBe('./');
  for (const icon of manifest.icons) expect((await page.request.get(`${site.address}${icon.src}`)).ok(), icon.src).toBe(true);
  expect(manifest.icons.some((icon) => icon.sizes === '512x512')).toBe(true);
  // Nothing but files of its own folder was asked for.
  expect(site.asked.filter((line) => !line.startsWith('GET /some/folder/'))).toEqual([]);

  await site.end();
  await page.reload();
  for (const game of GAMES) {
    await sitDown(page, withBots(game));
    expect(await turn(page), game).toBeGreaterThan(0);
  }
  await page.goto('/learn/dunhuang');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Preferences' }).or(page.getByRole('heading', { level: 1 }))).toBeVisible();
  expect(broken).toEqual([]);
  await context.close();
  await site.clear();
});

test('the tab that has the house is closed, and the other one plays on', here, async ({ open }) => {
  const first = await open();
  const id = await sitDown(first, withBots('dunhuang'));
  await playOn(first, dice(4), false, 3);
  await turn(first);
  const second = await first.context().newPage();
  await second.goto(`/t/${id}`);
  await turn(second);
  const before = await ply(second);
  await first.close();
  await expect.poll(async () => {
    const count = await turn(second);
    if (count > 0) await choose(second, dice(1), count, false);
    return ply(second);
  }).toBeGreaterThan(before);
  // Nothing doubled: the history has every number once.
  const numbers = await second.evaluate(
    (table) =>
      new Promise<number[]>((done, failed) => {
        const opening = indexedDB.open('serai');
        opening.onerror = () => failed(opening.error);
        opening.onsuccess = () => {
          const asked = opening.result.transaction('entries').objectStore('entries').getAllKeys(IDBKeyRange.bound([table, 0], [table, Infinity]));
          asked.onsuccess = () => done(asked.result.map((key) => (key as [string, number])[1]));
        };
      }),
    id,
  );
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

/** A store that refuses what is added as long as it is told to. */
const MOODY = `
new BroadcastChannel('mood').onmessage = (event) => { self.refuses = event.data; };
const { add: adds, put: puts } = IDBObjectStore.prototype;
IDBObjectStore.prototype.add = function (...given) {
  if (!self.refuses) return adds.apply(this, given);
  this.transaction.abort();
  return {};
};
IDBObjectStore.prototype.put = function (...given) { return self.refuses ? {} : puts.apply(this, given); };
`;

test('a browser that refuses to keep a move says so, and nothing is lost', here, async ({ browser }) => {
  const site = new Site(MOODY);
  await site.start();
  const { context, page, broken } = await person(browser, site);
  const mood = (refuses: boolean) => page.evaluate((on) => new BroadcastChannel('mood').postMessage(on), refuses);
  const id = await sitDown(page, withBots('dunhuang'));
  await turn(page);
  const before = await ply(page);
  await mood(true);
  await choose(page, dice(1), await turn(page), false);
  await expect(page.getByText('this browser refused to keep that')).toBeVisible();
  expect(await ply(page)).toBe(before);
  await mood(false);
  await page.reload();
  await turn(page);
  expect(page.url()).toContain(id);
  expect(await ply(page)).toBe(before);
  await choose(page, dice(1), await turn(page), false);
  await expect.poll(() => ply(page)).toBeGreaterThan(before);
  expect(broken).toEqual([]);
  await context.close();
  await site.clear();
});

test('a game is saved as a record, thrown away, and brought back', here, async ({ open }) => {
  const page = await open();
  await sitDown(page, withBots('pandaspin'));
  await playOn(page, dice(9));
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Record' }).click()]);
  const other = await open();
  await other.goto('/');
  await other.locator('input[type=file]').setInputFiles(await download.path());
  await expect(other).toHaveURL(/#\/replay\/[a-z0-9]+/);
  await expect(other.locator('.frame')).toBeVisible();
  // Hostile bytes are refused with a reason.
  await other.goto('/');
  await other.locator('input[type=file]').setInputFiles({ name: 'x.record', mimeType: 'text/plain', buffer: Buffer.from('serai record 1\ngame gugong\n<script>alert(1)</script>') });
  await expect(other.getByRole('alert')).toContainText('could not be read');
});
