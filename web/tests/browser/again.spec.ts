// Playing again with people: who asks invites, and nobody sits there without having said yes.

import type { Page } from '@playwright/test';
import { axe, expect, layoutFaults, ratedGame, SIZES, test, turn, type PersonWish, type Server } from './house';

/** Two people have played; the first has asked for another game, and waits at its table. */
async function invitation(server: Server, open: (wish?: PersonWish) => Promise<Page>): Promise<{ host: Page; friend: Page; names: string[] }> {
  const host = await open();
  const friend = await open({ lang: 'ru' });
  const names = await ratedGame(server, [host, friend], 'dunhuang');
  const { tables } = (await (await host.request.get('/api/v1/people/me/tables')).json()) as { tables: { id: string }[] };
  await host.goto(`/t/${tables[0]!.id}`);
  await host.getByRole('button', { name: 'Again' }).click();
  await expect(host.getByRole('heading', { name: 'The table is set' })).toBeVisible();
  await expect(host.getByRole('listitem').filter({ hasText: names[1]! })).toContainText('has not answered yet');
  await friend.goto('/');
  await friend.getByRole('listitem').filter({ hasText: 'вас приглашают' }).getByRole('link', { name: /^Продолжить/ }).click();
  await expect(friend.getByText('Вас приглашают сыграть ещё раз')).toBeVisible();
  return { host, friend, names };
}

test('an invitation is accepted, and the game begins with everybody', async ({ open, server }) => {
  const { host, friend } = await invitation(server, open);
  const faults: string[] = [];
  for (const [lang, page] of [['en', host], ['ru', friend]] as const) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      faults.push(...(await layoutFaults(page)).map((fault) => `${lang} ${size}: ${fault}`));
      await page.screenshot({ path: `shots/again-${lang}-${size}.png` });
    }
    faults.push(...(await axe(page)).map((fault) => `${lang}: axe: ${fault}`));
  }
  expect(faults).toEqual([]);
  await friend.getByRole('button', { name: 'Играю' }).click();
  await expect(friend.getByText('Хозяин стола начнёт партию')).toBeVisible();
  await expect(host.getByText('has not answered yet')).toHaveCount(0);
  await host.getByRole('button', { name: 'Begin the game' }).click();
  for (const page of [host, friend]) await expect(page.locator('.frame')).toBeVisible();
  await expect(host.locator('.frame .role').getByText('bot', { exact: true })).toHaveCount(0);
});

test('whoever asked may begin with a bot for the one who has not answered', async ({ open, server }) => {
  const { host, friend, names } = await invitation(server, open);
  await host.getByRole('button', { name: 'Begin with bots for them' }).click();
  await turn(host);
  await expect(host.locator('.frame')).not.toContainText(names[1]!);
  await expect(friend.getByText('Партия началась без вас.')).toBeVisible();
});

test('an invitation is declined, and the seat is free', async ({ open, server }) => {
  const { host, friend } = await invitation(server, open);
  await friend.getByRole('button', { name: 'В другой раз' }).click();
  await expect(friend).toHaveURL(/\/$/);
  await expect(host.getByText('Waiting for 1 player')).toBeVisible();
  await expect(host.getByRole('button', { name: 'Begin the game' })).toBeDisabled();
  await expect(host.getByLabel('Send this link')).toBeVisible();
});
