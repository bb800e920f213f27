// A game that nobody has drawn: Hearts, on the plain board, from the first card passed to the last trick.

import { advance, axe, choose, dice, expect, layoutFaults, playByKeys, playOn, Server, sitDown, SIZES, test as base, turn, withExamples } from './house';

/** The server that has the examples. */
const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = new Server('dist', withExamples);
      await server.start();
      await use(server);
      await server.clear();
    },
    { scope: 'worker' },
  ],
});

const hearts = { game: 'hearts', seats: ['me', 'random', 'random', 'random'], options: { length: 'one_deal' }, seed: '5' };
const CHOICES = 14; // three cards passed, and more than ten played: the first lead and the last card play themselves

test('a whole deal of Hearts by keys alone, in English', async ({ open }) => {
  const page = await open();
  await sitDown(page, hearts);
  await turn(page);
  const cell = (member: string, seat: number) => page.locator(`[data-place="${member}.${seat}"]`);
  await expect(page.locator('.mine [data-member=hand] li')).not.toHaveCount(0);
  await expect(cell('hand_size', 1)).toHaveText('13');
  await expect(page.locator('table [data-member=hand]'), 'hands do not lie on the table').toHaveCount(0);
  expect(await playByKeys(page, dice(3), 3), 'three cards are passed').toBe(3);
  await turn(page);
  await expect(page.locator('table mark'), 'what happened since is marked').not.toHaveCount(0);
  // Whoever has played in this trick has a card on the table, for everybody to see.
  const leader = Number(await page.locator('[data-member=lead] dd').textContent());
  if (leader !== 1) await expect(cell('trick', leader)).toHaveText(/^(10|[2-9JQKA])[♣♦♠♥]$/);
  expect(await playByKeys(page, dice(4))).toBeGreaterThan(CHOICES - 9);
  await expect(page.locator('.ending h2')).toBeVisible();
});

test('a whole deal of Hearts by taps on a phone, in Russian', async ({ open }) => {
  const page = await open({ size: 'phone', lang: 'ru' });
  await sitDown(page, hearts);
  expect(await playOn(page, dice(23), true)).toBeGreaterThan(CHOICES - 6);
  await expect(page.locator('.ending')).toContainText('победа');
});

test('the plain board: nothing cut, nothing over another, nothing for axe, in any size and language', async ({ open }) => {
  const page = await open();
  const id = await sitDown(page, hearts);
  await advance(page, id, 9, dice(17));
  const faults: string[] = [];
  for (const lang of ['en', 'ru'] as const) {
    await page.evaluate((likes) => localStorage.setItem('serai.preferences', likes), JSON.stringify({ lang, speed: 'off', sound: false, forced: false }));
    await page.goto(`/t/${id}`);
    const count = await turn(page);
    if (lang === 'ru') await choose(page, dice(1), count, false); // so that something is marked
    await turn(page);
    await page.evaluate(() => document.fonts.ready);
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      await page.waitForFunction((name) => document.querySelector(`.frame.${name}`), size);
      await page.mouse.move(0, 0);
      faults.push(...(await layoutFaults(page)).map((fault) => `${lang} ${size}: ${fault}`));
      faults.push(...(await axe(page)).map((fault) => `${lang} ${size}: axe: ${fault}`));
      const heights = await page.locator('.seat').evaluateAll((seats) => seats.map((seat) => seat.getBoundingClientRect().height));
      expect(heights).toHaveLength(4);
      expect(Math.min(...heights), `${lang} ${size}: seats have room`).toBeGreaterThan(40);
      await page.screenshot({ path: `shots/plain-${lang}-${size}.png` });
    }
  }
  expect(faults).toEqual([]);
});

test('a game without lessons promises none', async ({ open }) => {
  const page = await open();
  await page.goto('/');
  await expect(page.locator('[data-play=hearts]')).toBeVisible();
  await expect(page.locator('a[href="/learn/dunhuang"]')).toBeVisible();
  await expect(page.locator('a[href="/learn/hearts"]')).toHaveCount(0);
  await page.goto('/learn/hearts');
  await expect(page.locator('main a[href="/new/hearts"]')).toBeVisible();
  await page.screenshot({ path: 'shots/plain-learn.png' });
});
