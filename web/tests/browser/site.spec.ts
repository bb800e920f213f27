// What only a site on a static host has to do: live without a network, keep everything in the browser,
// say so where the browser refuses, and go on when the tab that has the house is closed.

import type { Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformWithEsbuild } from 'vite';
import { axe, chooseUntil, dice, expect, finish, GAMES, move, person, playOn, ply, SEATS, Server, Site, sitDown, solve, test, turn, withBots } from './house';

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
  // What the browser itself has against installing it; the windows of tests keep nothing.
  const line = await context.newCDPSession(page);
  expect((await line.send('Page.getAppManifest')).errors).toEqual([]);
  const { installabilityErrors } = await line.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  // What a reader on a phone needs.
  expect(await page.evaluate(() => [document.documentElement.lang, document.title, document.querySelector('meta[name=viewport]')?.getAttribute('content') ?? ''])).toEqual(['en', 'Caravanserai', expect.stringContaining('width=device-width')]);
  expect(await page.locator('script:not([src]), [onclick], [onload]').count()).toBe(0);
  const policy = (await page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content'))!.split('; ');
  for (const rule of ["default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'", "object-src 'none'"]) expect(policy).toContain(rule);
  expect(await axe(page)).toEqual([]);
  // Nets come when they are needed, and are kept for when there is no network.
  const nets = site.asked.filter((line) => line.includes('/net-'));
  expect(nets.length).toBeGreaterThan(0);
  expect(new Set(nets).size).toBe(nets.length);
  // Nothing but files of its own folder was asked for.
  expect(site.asked.filter((line) => !line.startsWith('GET /some/folder/'))).toEqual([]);

  await site.end();
  await page.reload();
  for (const game of GAMES) {
    await sitDown(page, withBots(game, 'strong'));
    expect(await turn(page), game).toBeGreaterThan(0);
  }
  await page.goto('/learn/dunhuang');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  expect(broken).toEqual([]);
  await context.close();
  await site.clear();
});

test('a table that is set as it is offered begins at once: nobody is waited for', here, async ({ open }) => {
  const page = await open();
  await page.goto('/');
  await expect(page.locator('.paper.set')).not.toContainText('by link');
  await page.goto('/new/dunhuang');
  for (const seat of await page.locator('label.seat select').all()) await expect(seat).not.toHaveValue('');
  await page.locator('form button.go[type=submit], form button.go:not([type])').last().click();
  await page.waitForURL(/\/t\//);
  expect(await turn(page)).toBeGreaterThan(0);
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
  await move(second, dice(1));
  expect(await ply(second)).toBeGreaterThan(before);
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
  await chooseUntil(page, dice(1), () => page.getByText('this browser refused to keep that').isVisible());
  await expect(page.getByText('this browser refused to keep that')).toBeVisible();
  expect(await ply(page)).toBe(before);
  await mood(false);
  await page.reload();
  await turn(page);
  expect(page.url()).toContain(id);
  expect(await ply(page)).toBe(before);
  await move(page, dice(1));
  expect(broken).toEqual([]);
  await context.close();
  await site.clear();
});

test('a browser that cannot have the engine says why, and has it when it comes', here, async ({ browser }) => {
  const site = new Site();
  await site.start();
  const { context, page, broken } = await person(browser, site, { keeping: false });
  await context.route('**/house-*.wasm', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('The file with the games did not come');
  await context.unroute('**/house-*.wasm');
  await page.getByRole('button', { name: 'Try now' }).click({ timeout: 5000 }).catch(() => {}); // the page has tried again by itself
  await expect(page.locator('[data-play]')).toHaveCount(GAMES.length);
  expect(broken).toEqual([]);
  await context.close();
  await site.clear();

  const OLD = "WebAssembly.compileStreaming = WebAssembly.compile = () => Promise.reject(new WebAssembly.CompileError(''));\n";
  const other = new Site(OLD);
  await other.start();
  const old = await person(browser, other, { lang: 'ru' });
  await old.page.goto('/');
  await expect(old.page.getByRole('alert')).toContainText('слишком стар');
  expect(old.broken).toEqual([]);
  await old.context.close();
  await other.clear();
});

test('a browser that keeps nothing says so, and games last as long as the page', here, async ({ browser }) => {
  const site = new Site("indexedDB.open = () => { throw new DOMException('', 'SecurityError'); };\n");
  await site.start();
  const { context, page, broken } = await person(browser, site);
  await sitDown(page, withBots('dunhuang'));
  await expect(page.locator('[data-notice=forgetful]')).toBeVisible();
  await page.locator('[data-notice=forgetful]').getByRole('button').click();
  await turn(page);
  await chooseUntil(page, dice(1), async () => (await ply(page)) > 0);
  await expect.poll(() => ply(page)).toBeGreaterThan(0);
  expect(broken).toEqual([]);
  await context.close();
  await site.clear();
});

test('a tab that crashes loses nothing', here, async ({ browser, server }) => {
  const { context, page } = await person(browser, server);
  const id = await sitDown(page, withBots('dunhuang'));
  await playOn(page, dice(4), false, 3);
  await turn(page);
  const before = await ply(page);
  const crashed = page.waitForEvent('crash');
  const line = await context.newCDPSession(page);
  void line.send('Page.crash').catch(() => {});
  await crashed;
  const again = await context.newPage();
  await again.goto(`/t/${id}`);
  await turn(again);
  expect(await ply(again)).toBe(before);
  await context.close();
});

test('a newer version is told, not forced; a game under way goes on in every tab', here, async ({ browser }) => {
  const site = new Site();
  await site.start();
  const { context, page, broken } = await person(browser, site);
  await page.goto('/');
  await kept(page);
  const id = await sitDown(page, withBots('dunhuang'));
  await playOn(page, dice(2), false, 2);
  await turn(page);
  const other = await context.newPage();
  await other.goto('/learn/gugong');
  site.instead.set('service-worker.js', site.file('service-worker.js').replace(/const VERSION = '[^']*'/, "const VERSION = 'next'"));
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  const told = page.locator('[data-notice=update]');
  await expect(told).toBeVisible();
  // The old one plays on.
  await move(page, dice(1));
  await turn(page);
  const reached = await ply(page);
  const anew = other.waitForEvent('load'); // the files of the old version are gone then
  await told.getByRole('button', { name: 'Load it' }).click();
  await anew;
  await expect(told).toHaveCount(0);
  expect(page.url()).toContain(id);
  await turn(page);
  expect(await ply(page)).toBe(reached);
  expect(await page.evaluate(() => caches.keys())).toEqual([expect.stringMatching(/^serai .* next$/)]);
  expect(broken).toEqual([]);
  await context.close();
  await site.clear();
});

test('a bot waits for its net, says so, and plays when it has come', here, async ({ browser }) => {
  const site = new Site();
  await site.start();
  const { context, page, broken } = await person(browser, site, { keeping: false });
  await context.route('**/net-*.bin', (route) => route.abort());
  await sitDown(page, { game: 'dunhuang', seats: ['fair', 'me'], options: { first: 'seat1' } });
  await expect(page.locator('[data-notice=waits]')).toBeVisible();
  expect(await ply(page)).toBe(0);
  await context.unroute('**/net-*.bin');
  expect(await turn(page)).toBeGreaterThan(0);
  await expect(page.locator('[data-notice=waits]')).toHaveCount(0);
  expect(broken).toEqual([]);
  await context.close();
  await site.clear();
});

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The first moves of a game in which the first player made a mistake. */
function begun(): Buffer {
  const lines = readFileSync(join(root, 'tests/golden/dunhuang/1-3-1.record'), 'utf8').split('\n');
  const check = lines.findIndex((line) => line.startsWith('check '));
  return Buffer.from([...lines.slice(0, check), lines[check]!.replace('check', 'end'), ''].join('\n'));
}

test('the coach is in the browser too, and needs no network', here, async ({ browser }) => {
  const site = new Site();
  await site.start();
  const { context, page, broken } = await person(browser, site);
  await page.goto('/');
  await kept(page);
  await site.end();
  await page.reload();
  await expect(page.getByRole('link', { name: /^Puzzle of the day: / })).toHaveCount(GAMES.length);

  await page.locator('input[type=file]').setInputFiles({ name: 'begun.record', mimeType: 'text/plain', buffer: begun() });
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(page.locator('.mistakes li')).toHaveCount(1, { timeout: 300_000 });
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.locator('button.choice').first()).toBeVisible();
  await solve(page, (number) => page.locator('button.choice').nth(number - 1).click());
  await expect(page.locator('.try.solved')).toBeVisible();

  // The puzzle of the day is found here too, and the day is remembered.
  await page.goto('/puzzle/dunhuang');
  await expect(page.locator('button.choice').first()).toBeVisible({ timeout: 300_000 });
  await solve(page, (number) => page.locator('button.choice').nth(number - 1).click());
  await expect(page.locator('.try.solved')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 day in a row')).toBeVisible();
  expect(broken).toEqual([]);
  await context.close();
  await site.clear();
});

test('in this browser golden records replay to the same checksums, and searches find the same', here, async ({ server, page }) => {
  const { code } = await transformWithEsbuild(readFileSync(join(root, 'web/src/house/engine.ts'), 'utf8'), 'engine.ts');
  const site = server as Site;
  site.instead.set('trial.js', code);
  site.instead.set('trial.wasm', readFileSync(resolve(root, 'web', process.env.SERAI_SITE ?? '../build/site', '../wasm/trial.wasm')));
  await page.goto(server.address);
  for (const game of GAMES) {
    const folder = join(root, 'tests/golden', game);
    const records = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const wrong = await page.evaluate(async (all) => {
      const { Engine } = (await import(new URL('trial.js', location.href).href)) as typeof import('../../src/house/engine');
      const engine = new Engine(await WebAssembly.compileStreaming(fetch('trial.wasm')));
      return all.filter((record) => {
        const { fine, text } = engine.trial('replay', record);
        const [plies, checksum, ...written] = text.split('\n');
        return !fine || written.join('\n') !== record || !record.trimEnd().endsWith(`end ${plies} ${checksum}`);
      });
    }, records);
    expect(records.length).toBeGreaterThan(0);
    expect(wrong, game).toEqual([]);

    const wish = JSON.stringify({ game, seats: SEATS[game], seed: 7, bot: 'search:200', most: 12 });
    const net = `src/games/${game}/net-${SEATS[game]}.bin`;
    const bytes = existsSync(join(root, net)) ? [...readFileSync(join(root, net))] : null;
    const moves = await page.evaluate(
      async ([text, name, net]) => {
        const { Engine } = (await import(new URL('trial.js', location.href).href)) as typeof import('../../src/house/engine');
        const engine = new Engine(await WebAssembly.compileStreaming(fetch('trial.wasm')));
        if (net) engine.net(name, new Uint8Array(net));
        return engine.trial('play', text).text;
      },
      [wish, `${game}-${SEATS[game]}`, bytes] as const,
    );
    expect(moves, game).toBe(execFileSync(resolve(root, 'web', process.env.SERAI_SITE ?? '../build/site', '../release/trial'), ['play', wish], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  }
});

test('a game is saved as a record, thrown away, and brought back', here, async ({ browser, open }) => {
  const page = await open();
  await finish(page, await sitDown(page, withBots('pandaspin')));
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Record' }).click()]);
  const other = await open();
  await other.goto('/');
  await other.locator('input[type=file]').setInputFiles(await download.path());
  await expect(other).toHaveURL(/#\/replay\/[a-z0-9]+/);
  await expect(other.locator('.frame')).toBeVisible();
  // All of them at once, also those that are not over, are taken to a server.
  await sitDown(page, withBots('gugong'));
  await turn(page);
  await page.goto('/settings');
  await page.reload(); // who plays was made beside the page
  const [all] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download all my games' }).click()]);
  const host = new Server();
  await host.start();
  const { context, page: there } = await person(browser, host);
  await there.goto('/');
  await there.locator('input[type=file]').setInputFiles(await all.path());
  await expect(there.getByText('Games brought: 2 of 2')).toBeVisible();
  // And those of a server are brought here.
  await there.goto('/settings');
  await there.reload();
  const [theirs] = await Promise.all([there.waitForEvent('download'), there.getByRole('link', { name: 'Download all my games' }).click()]);
  await other.goto('/');
  await other.locator('input[type=file]').setInputFiles(await theirs.path());
  await expect(other.getByText('Games brought: 2 of 2')).toBeVisible();
  await context.close();
  await host.clear();
  // Hostile bytes are refused with a reason.
  await other.goto('/');
  await other.locator('input[type=file]').setInputFiles({ name: 'x.record', mimeType: 'text/plain', buffer: Buffer.from('serai record 1\ngame gugong\n<script>alert(1)</script>') });
  await expect(other.getByRole('alert')).toContainText('could not be read');
});
