// The pictures of the README, from the client as it is: a board of each game in the middle of a game, one of them on a phone,
// and the first page of a site.

import { fileURLToPath } from 'node:url';
import { advance, dice, expect, GAMES, person, Site, sitDown, test, turn, withBots, type Game } from './house';

const picture = (name: string) => ({ path: fileURLToPath(new URL(`../../../docs/pictures/${name}.jpg`, import.meta.url)), quality: 82, type: 'jpeg' as const });
/** So many moves that there is something on the table. */
const MOVES = 18;

const TAKEN: readonly [Game, 'wide' | 'phone'][] = [...GAMES.map((game): [Game, 'wide'] => [game, 'wide']), ['gugong', 'phone']];

for (const [game, size] of TAKEN) {
  test(`${game}, ${size}`, async ({ open }) => {
    const page = await open({ size });
    const id = await sitDown(page, withBots(game, 'greedy', game === 'obscurians' ? 4 : 3));
    expect(await advance(page, id, MOVES, dice(17))).toBe(MOVES);
    await page.goto(`/t/${id}`);
    await turn(page);
    await page.evaluate(() => document.fonts.ready);
    await page.mouse.move(0, 0);
    await page.waitForLoadState('networkidle');
    await page.screenshot(picture(size === 'phone' ? `${game}-phone` : game));
  });
}

test('the first page of a site', async ({ browser }) => {
  const site = new Site();
  await site.start();
  const { context, page } = await person(browser, site);
  await page.goto('/');
  await page.waitForSelector('[data-play]');
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  await page.screenshot(picture('site'));
  await context.close();
  await site.clear();
});
