// The coach: a review of a finished game, its mistakes tried again, and the puzzle of the day.

import { fileURLToPath } from 'node:url';
import { axe, expect, layoutFaults, SIZES, solve, test } from './house';

const record = fileURLToPath(new URL('../../../tests/golden/dunhuang/1-2-1.record', import.meta.url));
const PATIENCE = 300_000; // reviews come after all else that bots think about

test('a game is reviewed, a mistake is tried again, in both languages and on a phone', async ({ open }) => {
  const page = await open();
  await page.goto('/');
  await page.locator('input[type=file]').setInputFiles(record);
  await expect(page).toHaveURL(/\/replay\//);
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(page).toHaveURL(/\/review\//);
  await expect(page.locator('.mistakes li').first()).toBeVisible({ timeout: PATIENCE });
  await expect(page.getByRole('img', { name: /Seat 1: from \d+\s% to 0\s%/ })).toBeVisible();
  const faults = [...(await layoutFaults(page)), ...(await axe(page))];
  await page.screenshot({ path: 'shots/review-en-wide.png', fullPage: true });
  const review = page.url();

  // The other player's mistakes, by keys.
  await page.getByRole('button', { name: 'Seat 2' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.summary')).toContainText('Won with 20 points');

  await page.evaluate(() => localStorage.setItem('serai.preferences', JSON.stringify({ lang: 'ru', speed: 'off', sound: false })));
  await page.setViewportSize(SIZES.phone);
  await page.goto(review);
  await expect(page.getByRole('heading', { name: 'Что стоило дороже всего' })).toBeVisible();
  faults.push(...(await layoutFaults(page)), ...(await axe(page)));
  await page.screenshot({ path: 'shots/review-ru-phone.png', fullPage: true });

  await page.getByRole('link', { name: 'Попробовать снова' }).first().click();
  await expect(page.locator('button.choice').first()).toBeVisible();
  faults.push(...(await layoutFaults(page)), ...(await axe(page)));
  await page.screenshot({ path: 'shots/try-ru-phone.png' });
  await solve(page, (number) => page.locator('button.choice').nth(number - 1).click());
  await expect(page.locator('.try.solved')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Что нашёл тренер' })).toBeVisible();
  await page.screenshot({ path: 'shots/solved-ru-phone.png' });
  await page.getByRole('link', { name: 'К разбору' }).click();
  await expect(page).toHaveURL(review);
  expect(faults).toEqual([]);

  // Nobody else reads it.
  const stranger = await open();
  await stranger.goto(review);
  await expect(stranger.getByRole('heading', { name: 'This table is private' })).toBeVisible();
});

test('the puzzle of the day is solved by keys, and the day is remembered', async ({ open }) => {
  const page = await open();
  await page.goto('/');
  await page.getByRole('link', { name: 'Puzzle of the day: Merchants of Dunhuang' }).click();
  await expect(page.locator('button.choice').first()).toBeVisible({ timeout: PATIENCE });
  const faults = [...(await layoutFaults(page)), ...(await axe(page))];
  await page.screenshot({ path: 'shots/puzzle-en-wide.png' });
  await solve(page, async (number, count) => {
    for (const digit of String(number)) await page.keyboard.press(digit);
    if (number * 10 <= count) await page.keyboard.press('Enter');
  });
  await expect(page.locator('.try.solved')).toBeVisible();
  await expect(page.getByText('1 day in a row')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 day in a row')).toBeVisible({ timeout: PATIENCE });
  await expect(page.getByRole('heading', { name: 'What the coach found' })).toBeVisible();
  expect(faults).toEqual([]);
});
