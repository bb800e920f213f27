// What may go wrong, and that the page says so and what to do.

import { ask, dice, expect, move, person, ply, playOn, Server, sitDown, test, turn, withBots } from './house';

test('the server is killed and started again: told, and mended without a reload', async ({ browser }) => {
  const server = new Server();
  await server.start();
  try {
    const { context, page, broken } = await person(browser, server);
    await sitDown(page, withBots('dunhuang'));
    await playOn(page, dice(3), false, 4);
    await turn(page);
    const before = await ply(page);
    await page.evaluate(() => ((globalThis as unknown as { untouched: boolean }).untouched = true));
    await server.end('SIGKILL');
    await expect(page.locator('.banner.lost')).toContainText('The connection is lost');
    // Nothing that could be chosen now would arrive: nothing is offered.
    await expect(page.locator('button.choice')).toHaveCount(0);
    expect(await ply(page)).toBe(before);
    await server.start();
    await page.getByRole('button', { name: 'Try now' }).click().catch(() => {});
    await expect(page.locator('.banner.lost')).toHaveCount(0);
    expect(await ply(page)).toBe(before);
    await move(page, dice(1));
    // A stop in good order is told as a restart.
    await server.end('SIGTERM');
    await expect(page.locator('.banner.lost')).toContainText(/restarts|lost/);
    await server.start();
    await expect(page.locator('.banner.lost')).toHaveCount(0);
    expect(await page.evaluate(() => (globalThis as unknown as { untouched?: boolean }).untouched)).toBe(true);
    expect(broken).toEqual([]);
    await context.close();
  } finally {
    await server.clear();
  }
});

test('a device that goes offline comes back by itself', async ({ open }) => {
  const page = await open();
  await sitDown(page, withBots('dunhuang'));
  await turn(page);
  await page.evaluate(() => {
    // The line breaks as lines do: no goodbye.
    const original = WebSocket.prototype.send;
    WebSocket.prototype.send = function (this: WebSocket, data: string) {
      this.close();
      WebSocket.prototype.send = original;
      void data;
    };
  });
  await page.locator('button.choice').first().click();
  await expect.poll(async () => (await turn(page)) > 0 && (await page.locator('.banner.lost').count()) === 0).toBe(true);
  await move(page, dice(1));
});

test('an answer that is long in coming: one is asked for a moment, and the move is made once', async ({ open }) => {
  const page = await open();
  await sitDown(page, withBots('dunhuang'));
  await turn(page);
  const before = await ply(page);
  await page.evaluate(() => {
    // As while a database starts again: the server has the move, and does not answer yet.
    const send = WebSocket.prototype.send;
    const held: (() => void)[] = [];
    WebSocket.prototype.send = function (this: WebSocket, data: string) {
      held.push(() => send.call(this, data));
    };
    (globalThis as unknown as { goOn: () => void }).goOn = () => {
      WebSocket.prototype.send = send;
      held.forEach((one) => one());
    };
  });
  await page.locator('button.choice').first().click();
  await expect(page.locator('.banner.late')).toContainText('One moment');
  await expect(page.locator('button.choice')).toHaveCount(0);
  expect(await ply(page)).toBe(before);
  await page.evaluate(() => (globalThis as unknown as { goOn: () => void }).goOn());
  await expect(page.locator('.banner')).toHaveCount(0);
  await expect.poll(() => ply(page)).toBeGreaterThan(before);
});

test('a table that is not there, a private one, a link that leads nowhere, a page that is not ours', async ({ open }) => {
  const page = await open();
  await page.goto('/t/nosuchtable1');
  await expect(page.getByRole('heading', { name: 'There is no such table' })).toBeVisible();
  await page.goto('/replay/nosuchtable1');
  await expect(page.getByRole('heading', { name: 'There is no such table' })).toBeVisible();
  await page.goto('/join#nosuchcode12');
  await page.getByRole('button', { name: 'Sit down' }).click();
  await expect(page.getByRole('heading', { name: 'Unknown link' })).toBeVisible();
  await page.goto('/join');
  await expect(page.getByRole('heading', { name: 'Unknown link' })).toBeVisible();
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Panda Spin' })).toBeVisible();

  const id = await sitDown(page, withBots('dunhuang'));
  const stranger = await open();
  await stranger.goto(`/t/${id}`);
  await expect(stranger.getByRole('heading', { name: 'This table is private' })).toBeVisible();
});

test('each clock stands at its own seat, also after moves', { tag: '@both' }, async ({ open }) => {
  const page = await open();
  await sitDown(page, { ...withBots('dunhuang'), clock: { kind: 'turn', seconds: 3000 } });
  const mine = page.locator('[data-place="seat.1"] .clock');
  for (let moves = 0; moves < 3; moves++) {
    await turn(page);
    await expect(mine).toHaveText(/^(50:00|4\d:\d\d)$/);
    await expect(page.locator('.clock')).toHaveCount(1); // bots have none
    await playOn(page, dice(7), false, 1);
  }
});

test('whose time runs out is told, and takes the seat back', async ({ open, server }) => {
  const page = await open();
  // Against a master, who thinks: the bot that takes over must not finish the game at once.
  // The clock begins to run when the page is there.
  await page.goto('/');
  await ask(page, server, '/people', { name: 'Wanderer' });
  const { id } = await ask<{ id: string }>(page, server, '/tables', { ...withBots('marcopolo', 'master'), clock: { kind: 'turn', seconds: 15 } });
  await page.goto(`/t/${id}`);
  await page.getByRole('button', { name: 'Begin the game' }).click();
  await expect(page.getByText('Your time is running out.')).toBeVisible();
  await expect(page.getByText('Your time ran out')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Take my seat back' }).click();
  await expect(page.getByText('Your time ran out')).toHaveCount(0);
  await expect(page.locator('[data-place="seat.1"]')).not.toContainText('a bot plays on');
});

test('a host who leaves closes the table for those who wait', async ({ open }) => {
  const host = await open();
  const id = await sitDown(host, { game: 'dunhuang', seats: ['me', 'free'], open: true });
  const guest = await open();
  await guest.goto(`/t/${id}`);
  await guest.getByRole('button', { name: 'Sit here' }).click();
  await expect(guest.getByText('The host begins the game')).toBeVisible();
  await host.getByRole('button', { name: 'Close the table' }).click();
  await expect(guest.getByRole('heading', { name: /closed|gone/ })).toBeVisible();
});

test('who leaves a game may come back', async ({ open }) => {
  const page = await open();
  await sitDown(page, withBots('marcopolo', 'master'));
  await turn(page);
  await page.getByRole('button', { name: 'Leave the table' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the table' }).click();
  await expect(page.getByText('A bot plays for you.')).toBeVisible();
  await page.getByRole('button', { name: 'Take my seat back' }).click();
  await expect(page.getByText('A bot plays for you.')).toHaveCount(0);
});
