// Pages of a server have the house in the browser too: for when the server is out of reach, and for
// houses that would rather have games against bots played there.

import { dice, expect, move, person, ply, Server, test, turn } from './house';

test('without the server games against bots begin and go on in the browser, which says so', async ({ browser }) => {
  const server = new Server();
  await server.start();
  const { context, page, broken } = await person(browser, server, { keeping: true });
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null));
  await server.end('SIGTERM');
  await page.reload();
  await expect(page.locator('[data-notice=away]')).toContainText('out of reach');
  await page.locator('[data-play=gugong]').click();
  await expect(page).toHaveURL(/\/t\/l[a-z0-9]+$/);
  await move(page, dice(1));
  await page.reload();
  await turn(page);
  const table = page.url();
  const reached = await ply(page);
  expect(reached).toBeGreaterThan(0);

  // When it is there again, both are.
  await server.start();
  await page.goto('/');
  await expect(page.locator('[data-notice=away]')).toHaveCount(0);
  await expect(page.locator(`a[href="${new URL(table).pathname}"]`).first()).toBeVisible();
  await page.locator('[data-play=gugong]').click();
  await expect(page).toHaveURL(/\/t\/[^l][a-z0-9]+$/);
  await page.goto(table);
  await turn(page);
  expect(await ply(page)).toBe(reached);
  await expect(page.locator('[data-notice=here]')).toBeVisible();
  expect(broken).toEqual([]);
  await context.close();
  await server.clear();
});

test('a house may leave games against bots to the machines of its visitors', async ({ browser }) => {
  const server = new Server('inside', undefined, 'bots_at_visitors = yes\n');
  await server.start();
  const { context, page, broken } = await person(browser, server);
  await page.goto('/');
  await page.locator('[data-play=dunhuang]').click();
  await expect(page).toHaveURL(/\/t\/l[a-z0-9]+$/);
  await expect(page.locator('[data-notice=here]')).toBeVisible();
  await move(page, dice(1));
  // Whoever wants other people is at the server.
  await page.goto('/');
  const made = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/tables', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ game: 'gugong', seats: ['me', 'free'] }) });
    const own = (await (await fetch('/api/v1/people/me/tables')).json()) as { tables: unknown[] };
    return [answer.status, own.tables.length];
  });
  expect(made).toEqual([201, 1]);
  expect(broken).toEqual([]);
  await context.close();
  await server.clear();
});
