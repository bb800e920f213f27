// Looking through finished games, playing on from them, and the guided first game.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { advance, dice, expect, finish, GAMES, playOn, ply, ratedGame, sitDown, test, turn } from './house';

const record = (name: string) => fileURLToPath(new URL(`../../../tests/golden/${name}`, import.meta.url));

/** How the ring of a lesson lies to the place it points at and to the lesson's text. */
const ringed = (page: Page, at: string): Promise<string> =>
  page.evaluate((place) => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const [there, ring, text] = [box(`[data-place="${place}"]`), box('.spot'), box('.lesson')];
    if (!there || !ring || !text) return 'no ring';
    if (Math.abs(ring.left + 8 - there.left) > 1 || Math.abs(ring.bottom - 8 - there.bottom) > 1) return 'elsewhere';
    if (ring.right < 0 || ring.bottom < 0 || ring.left > innerWidth || ring.top > innerHeight) return 'out of sight';
    return Math.min(there.right, text.right) > Math.max(there.left, text.left) && Math.min(there.bottom, text.bottom) > Math.max(there.top, text.top) ? 'hidden' : 'round it';
  }, at);

test('a record is imported and gone through by slider, keys and links', { tag: '@both' }, async ({ open }) => {
  const file = record('dunhuang/1-2-1.record');
  const plies = Number(/^end (\d+)/m.exec(readFileSync(file, 'utf8'))![1]);
  const page = await open();
  await page.goto('/');
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page).toHaveURL(/\/replay\//);
  await expect(page.getByRole('heading', { name: `Move 0 of ${plies}` })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: `Move 2 of ${plies}` })).toBeVisible();
  await expect.poll(() => ply(page)).toBe(2);
  await page.keyboard.press('End');
  await expect.poll(() => ply(page)).toBe(plies);
  await page.getByRole('slider').fill('20');
  await expect.poll(() => ply(page)).toBe(20);
  await expect(page).toHaveURL(/#20$/);
  await page.reload();
  await expect.poll(() => ply(page)).toBe(20);
  // Anybody's eyes: what a seat could not see is hidden again.
  await page.getByLabel('Seen by').selectOption('1');
  await expect(page.getByRole('heading', { name: `Move 20 of ${plies}` })).toBeVisible();
  await page.getByRole('tab', { name: 'Charts' }).click();
  await expect(page.getByRole('img', { name: /^Scores:/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Chances to win:/ })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.locator('.story .line').nth(5).click();
  await expect.poll(() => ply(page)).toBe(5);
});

test('a finished game is shared by link and played on from a move against bots', async ({ open }) => {
  const page = await open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await sitDown(page, { game: 'dunhuang', seats: ['me', 'random'] });
  await finish(page, id);
  await page.getByRole('link', { name: 'Replay' }).click();
  await expect(page).toHaveURL(new RegExp(`/replay/${id}`));
  await page.getByRole('slider').fill('10');
  await expect.poll(() => ply(page)).toBe(10);
  const stranger = await open();
  await stranger.goto(`/replay/${id}#10`);
  await expect(stranger.getByRole('heading', { name: 'This table is private' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy link to this move' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`/replay/${id}#10`);
  await stranger.goto('/');
  await stranger.goto(link);
  await expect.poll(() => ply(stranger)).toBe(10);

  await page.locator('summary', { hasText: 'Play on from here' }).click();
  await page.locator('[data-fork]').click();
  await expect(page).toHaveURL(/\/t\//);
  expect(await turn(page)).toBeGreaterThan(0);
  await playOn(page, dice(2), false, 3);
});

test('a rematch is one click', { tag: '@both' }, async ({ open }) => {
  const page = await open();
  const id = await sitDown(page, { game: 'dunhuang', seats: ['me', 'random'] });
  const before = page.url();
  await finish(page, id);
  await page.getByRole('button', { name: 'Again' }).click();
  await expect(page).not.toHaveURL(before);
  await expect(page.getByRole('button', { name: 'Begin the game' }).or(page.locator('button.choice').first())).toBeVisible();
});

test('lessons come when they matter, are remembered, left and taken up again', { tag: '@both' }, async ({ open }) => {
  const page = await open();
  await page.goto('/learn/dunhuang');
  await page.getByRole('button', { name: 'Start the guided game' }).click();
  const lesson = page.locator('.lesson');
  await expect(lesson).toContainText('Lesson 1 of');
  const first = await lesson.innerText();
  await lesson.getByRole('button', { name: 'I see' }).click();
  await expect(page.getByText('Lesson 2 of').or(page.locator('button.choice').first()).first()).toBeVisible();
  await playOn(page, dice(6), false, 4);
  await page.reload();
  await page.getByRole('button', { name: 'Go on learning' }).click();
  await turn(page);
  // What was seen is not told again.
  for (let i = 0; i < 3; i++) {
    if (await lesson.count()) {
      expect(await lesson.innerText()).not.toBe(first);
      await lesson.getByRole('button', { name: 'I see' }).click().catch(() => {});
    }
    await page.waitForTimeout(150);
  }
  await page.goto('/learn/dunhuang');
  await page.getByRole('button', { name: 'Go on learning' }).click();
  await turn(page);
  if (await lesson.count()) {
    await lesson.getByRole('button', { name: 'Leave the lessons' }).click();
    await expect(lesson).toHaveCount(0);
  }
});

for (const game of GAMES) {
  test(`${game}: lessons point at places that are there, and do not hide them`, async ({ open }) => {
    const page = await open();
    await page.goto(`/learn/${game}`);
    await page.getByRole('button', { name: 'Start the guided game' }).click();
    await turn(page);
    const id = await page.evaluate((key) => (JSON.parse(localStorage.getItem(key)!) as { table: string }).table, `serai.lessons.${game}`);
    const lesson = page.locator('.lesson');
    const roll = dice(9);
    let told = 0;
    for (let moves = 0; moves < 16; moves++) {
      if ((await turn(page)) === 0) break;
      for (; await lesson.count(); told++) {
        const count = await lesson.locator('.count').innerText();
        const at = await lesson.getAttribute('data-at');
        if (at !== null) {
          await expect(page.locator(`[data-place="${at}"]`).first(), `${count} points at ${at}`).toBeVisible();
          await expect.poll(() => ringed(page, at), `${count}: the ring is round ${at}, beside the text`).toBe('round it');
        }
        await lesson.getByRole('button', { name: 'I see' }).click();
        await expect(lesson.filter({ hasText: count })).toHaveCount(0);
      }
      const before = await ply(page);
      if ((await advance(page, id, 1, roll)) === 0) break;
      await expect.poll(() => ply(page)).toBeGreaterThan(before);
    }
    expect(told).toBeGreaterThan(3);
  });
}

test('preferences are kept, and change the page at once', { tag: '@both' }, async ({ open }) => {
  const page = await open();
  await page.goto('/settings');
  await page.getByLabel('high contrast').check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast');
  await page.getByLabel('safe for colour blindness').check();
  await page.getByRole('group', { name: 'Large text' }).getByLabel('on').check();
  await expect(page.locator('html')).toHaveAttribute('data-large', 'yes');
  await page.getByLabel('Русский').check();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Настройки');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Настройки');
  await expect(page.locator('html')).toHaveAttribute('data-palette', 'safe');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast');
});

test('a guest claims a name, signs out, and comes back with the password', async ({ open }) => {
  const page = await open();
  const name = `Guest ${Date.now() % 100000}`;
  await page.goto('/settings');
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: `You are ${name}` })).toBeVisible();
  await page.getByLabel('Password').fill('nine camels');
  await page.getByRole('button', { name: 'Claim this name' }).click();
  await expect(page.getByText('This name is yours.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Password, if the name is claimed').fill('nine camels');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This name is yours.')).toBeVisible();
});

test('results and ratings: own ones, and the best at a game', async ({ open, server }) => {
  const page = await open();
  await page.goto('/');
  await page.getByRole('link', { name: 'Results and ratings' }).click();
  await expect(page.getByText('finished games are counted here')).toBeVisible();
  const friend = await open();
  const names = await ratedGame(server, [page, friend], 'dunhuang');
  await page.goto('/ratings/dunhuang');
  const own = page.locator('.results li');
  await expect(own.getByRole('heading', { name: 'Merchants of Dunhuang' })).toBeVisible();
  await expect(own).toContainText(/Won [01] of 1\sgame/);
  await expect(own).toContainText(/\d{4} ± \d+/);
  for (const name of names) await expect(page.getByRole('rowheader', { name })).toBeVisible();
  await expect(page.locator('tr.me')).toContainText(names[0]!);
  await page.getByRole('link', { name: 'Gugong' }).click();
  await expect(page).toHaveURL(/ratings\/gugong$/);
  await expect(page.getByText('Nobody has a rating at this game yet.')).toBeVisible();
  await page.goto('/ratings/nosuchgame');
  await expect(page.getByRole('alert')).toBeVisible();
});
