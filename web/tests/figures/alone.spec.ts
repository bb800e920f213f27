// Figures of the site: how soon the first choice is there in a browser that has nothing of it, how soon
// `strong` answers, and whether the page misses frames while bots think. Printed by bench/web.

import { appendFileSync } from 'node:fs';
import { test, type Page } from '@playwright/test';
import { choose, dice, GAMES, person, ply, Site, sitDown, turn, withBots } from '../browser/house';

const TURNS = 4;

/** Frames from now on that came later than those of 60 a second would, and how long a turn of the bots took. */
async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const kept = { frames: 0, late: 0, longest: 0 };
    (globalThis as unknown as { kept: typeof kept }).kept = kept;
    let before = performance.now();
    const frame = (now: number) => {
      kept.frames++;
      if (now - before > 25) kept.late++;
      kept.longest = Math.max(kept.longest, now - before);
      before = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

for (const game of GAMES) {
  test(`site ${game}`, async ({ browser }) => {
    const site = new Site();
    await site.start();
    const cold = await person(browser, site);
    const begun = performance.now();
    await cold.page.goto('/');
    await cold.page.locator(`[data-play=${game}]`).click();
    await cold.page.locator('button.choice').first().waitFor();
    const first = performance.now() - begun;
    await cold.context.close();

    const { context, page } = await person(browser, site);
    await sitDown(page, withBots(game, 'strong'));
    const answers: number[] = [];
    await turn(page);
    await watchFrames(page);
    const roll = dice(3);
    for (let made = 0; made < TURNS; made++) {
      const count = await turn(page);
      if (count === 0) break;
      const before = await ply(page);
      const asked = performance.now();
      await choose(page, roll, count, false);
      await turn(page);
      answers.push((performance.now() - asked) / Math.max(1, (await ply(page)) - before - 1));
    }
    const frames = await page.evaluate(() => (globalThis as unknown as { kept: { frames: number; late: number; longest: number } }).kept);
    appendFileSync(process.env.FIGURES!, `${JSON.stringify({ game, size: 'site', site: { first, answer: Math.max(...answers), frames } })}\n`);
    await context.close();
    await site.clear();
  });
}
