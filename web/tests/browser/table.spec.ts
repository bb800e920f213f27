// What a table page must do besides letting one play: undo, previews, hints, score, rules, chat, a
// second tab, a reload, two people, one screen for several.

import type { Page } from '@playwright/test';
import { dice, dilemma, expect, move, playOn, ply, sitDown, test, turn, withBots, choose } from './house';

test('one click on the landing page begins a game against bots', { tag: '@both' }, async ({ open }) => {
  const page = await open();
  await page.goto('/');
  await page.getByRole('button', { name: /^Play now: Merchants of Dunhuang/ }).click();
  await expect(page).toHaveURL(/\/t\/[a-z0-9]+$/);
  expect(await turn(page)).toBeGreaterThan(0);
  await expect(page.locator('[data-place^="seat."]')).toHaveCount(3);
  await expect(page).toHaveTitle(/^● Your move/);
});

test('a table is made, its link is followed in a second browser, and both play', async ({ open }) => {
  const host = await open();
  await host.goto('/new/dunhuang');
  await host.getByRole('button', { name: '2', exact: true }).click();
  await host.getByLabel('Seat 2').selectOption('free');
  await host.getByRole('button', { name: 'Make the table' }).click();
  const link = await host.getByLabel('Send this link').inputValue();
  expect(link).toMatch(/\/join#\w+$/);
  await expect(host.getByRole('button', { name: 'Begin the game' })).toBeDisabled();

  const friend = await open({ lang: 'ru', size: 'phone' });
  await friend.goto(link);
  await friend.getByLabel('Ваше имя').fill('Мария');
  await friend.getByRole('button', { name: 'Сесть за стол' }).tap();
  await expect(friend.getByText('Хозяин стола начнёт партию')).toBeVisible();
  expect(friend.url()).not.toContain('#');

  await expect(host.getByText('Мария')).toBeVisible();
  await host.getByRole('button', { name: 'Begin the game' }).click();
  const roll = dice(5);
  // Both choose whenever they may, until each has moved and seen the other move.
  const choices = (page: Page) => page.locator('button.choice').count();
  for (const page of [host, friend]) await page.waitForSelector('.frame');
  for (let tries = 0; tries < 40 && (await ply(host)) <= 4; tries++) {
    await expect.poll(async () => (await choices(host)) + (await choices(friend))).toBeGreaterThan(0);
    for (const [page, touch] of [[host, false], [friend, true]] as const) {
      const count = await choices(page);
      if (count > 0) await choose(page, roll, count, touch);
    }
  }
  await expect.poll(() => ply(host)).toBeGreaterThan(4);
  await expect.poll(async () => (await ply(host)) - (await ply(friend))).toBe(0);
  await expect(host.locator('[role=log]')).toContainText('Мария');
  // A word passes from one to the other.
  await host.getByRole('tab', { name: 'Chat' }).click();
  await host.getByLabel('Say something').fill('Good luck <b>!</b>');
  await host.getByRole('button', { name: 'Send' }).click();
  await friend.getByRole('tab', { name: 'Беседа' }).tap();
  await expect(friend.getByText('Good luck <b>!</b>')).toBeVisible();
});

test('a move is taken back, further back with the consent of bots', { tag: '@both' }, async ({ open }) => {
  const page = await open();
  await sitDown(page, withBots('dunhuang'));
  await playOn(page, dice(3), false, 6);
  await turn(page);
  const before = await ply(page);
  await page.keyboard.press('u');
  await expect.poll(() => ply(page)).toBeLessThan(before);
  await expect(page.locator('[role=log]')).toContainText('took a move back');
  expect(await turn(page)).toBeGreaterThan(0);
});

test('what a choice brings is shown before it is made; confirming holds it back', { tag: '@both' }, async ({ open }) => {
  const page = await open({ likes: { confirm: 'always' } });
  await sitDown(page, withBots('dunhuang'));
  await dilemma(page);
  const before = await ply(page);
  await page.locator('button.choice').first().hover();
  await expect(page.getByText('What it brings')).toBeVisible();
  await page.locator('button.choice').first().click();
  await expect(page.locator('button.choice.chosen')).toHaveCount(1);
  expect(await ply(page)).toBe(before);
  await page.keyboard.press('Escape');
  await expect(page.locator('button.choice.chosen')).toHaveCount(0);
  await page.keyboard.press('2');
  await expect(page.locator('button.choice.chosen')).toHaveCount(1);
  await page.locator('.actions .go').click();
  await expect.poll(() => ply(page)).toBeGreaterThan(before);
});

test('advice comes with chances, and can be taken', { tag: '@both' }, async ({ open }) => {
  const page = await open();
  await sitDown(page, withBots('dunhuang'));
  await dilemma(page);
  await page.keyboard.press('h');
  const hints = page.locator('.hints');
  await expect(hints).toContainText('% to win');
  const before = await ply(page);
  await hints.locator('button').first().click();
  await expect.poll(() => ply(page)).toBeGreaterThan(before);
  await expect(hints).toHaveCount(0);
});

test('score and rules are one key away, and the focus comes back', { tag: '@both' }, async ({ open }) => {
  const page = await open();
  await sitDown(page, withBots('gugong'));
  await turn(page);
  await page.locator('button.choice').first().focus();
  await page.keyboard.press('s');
  await expect(page.getByRole('dialog')).toContainText('If it ended now');
  await expect(page.getByRole('dialog').locator('.total').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('button.choice').first()).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Rules: Gugong');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a reload and a second tab change nothing', { tag: '@both' }, async ({ open }) => {
  const page = await open();
  const id = await sitDown(page, withBots('dunhuang'));
  await playOn(page, dice(7), false, 5);
  await turn(page);
  const before = await ply(page);
  const said = await page.locator('[role=log]').innerText();
  await page.reload();
  await turn(page);
  expect(await ply(page)).toBe(before);
  await expect.poll(() => page.locator('[role=log]').innerText()).toBe(said);

  const second = await page.context().newPage();
  await second.goto(`/t/${id}`);
  await turn(second);
  await move(second, dice(1));
  await expect.poll(() => ply(page)).toBeGreaterThan(before);
  await expect.poll(async () => (await ply(page)) - (await ply(second))).toBe(0);
  await move(page, dice(2));
  await expect.poll(async () => (await ply(page)) - (await ply(second))).toBe(0);
});

test('the language changes in the middle of a game without losing anything', { tag: '@both' }, async ({ open }) => {
  const page = await open();
  await sitDown(page, withBots('dunhuang'));
  await playOn(page, dice(9), false, 3);
  await turn(page);
  const before = await ply(page);
  await page.getByRole('button', { name: 'По-русски' }).click();
  await expect(page.locator('.status')).toContainText('Ваш ход');
  await expect(page.locator('h1')).toHaveText('Врата в Поднебесную');
  await expect(page.locator('.prompt h2')).toHaveText(/[а-яё]/i);
  expect(await ply(page)).toBe(before);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
});

test('several people share one screen, and hands are covered in between', { tag: '@both' }, async ({ open }) => {
  const page = await open();
  await sitDown(page, { game: 'dunhuang', seats: ['me', { name: 'Ben' }] });
  const roll = dice(4);
  const passed = new Set<string>();
  for (let tries = 0; tries < 40; tries++) {
    const cover = page.getByRole('button', { name: /show my things$/ });
    await page.waitForFunction(() => document.querySelector('button.choice') || /show my things/.test(document.body.textContent ?? ''));
    if (await cover.count()) {
      await expect(page.locator('.frame')).toHaveCount(0);
      passed.add((await cover.textContent())!);
      await cover.click();
    }
    await choose(page, roll, await turn(page), false);
    if (passed.size === 2) break;
  }
  expect(passed.size).toBe(2);
});

test('who watches an open table sees no choices and can look at any seat', async ({ open }) => {
  const host = await open();
  const id = await sitDown(host, { ...withBots('dunhuang'), open: true });
  await turn(host);
  const guest = await open();
  await guest.goto('/');
  await guest.getByRole('link', { name: /^Watch: Merchants of Dunhuang/ }).first().click();
  await guest.goto(`/t/${id}`);
  await expect(guest.getByText('You are watching')).toBeVisible();
  await expect(guest.locator('button.choice')).toHaveCount(0);
  await expect(guest.locator('.board [role=button]')).toHaveCount(0);
  const before = await ply(guest);
  await move(host, dice(1));
  await expect.poll(() => ply(guest)).toBeGreaterThan(before);
});

test('open tables come page by page, and the next page is one click away', async ({ open }) => {
  const page = await open();
  const names = (from: number) => Array.from({ length: 3 }, (_, index) => `Keeper ${from + index}`);
  const table = (name: string) => ({ id: name.replace(' ', '').toLowerCase(), game: 'dunhuang', status: 'playing', open: true, made: 1_700_000_000, seats: [{ seat: 1, name }, { seat: 2, bot: 'fair', name: 'fair bot 2' }] });
  // Keeper 3 has moved to the second page while the first one was read.
  await page.route(/\/api\/v1\/tables(\?|$)/, (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor');
    return route.fulfill({ json: cursor === 'a+b/c' ? { tables: names(3).map(table) } : { tables: names(1).map(table), next: 'a+b/c' } });
  });
  await page.goto('/');
  const rows = page.locator('.tables li');
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'More tables' }).click();
  await expect(rows).toHaveCount(5);
  await expect(rows.last()).toContainText('Keeper 5');
  await expect(page.getByRole('button', { name: 'More tables' })).toHaveCount(0);
});
