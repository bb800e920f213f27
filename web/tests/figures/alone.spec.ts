// Figures of the site: how soon the first choice is there in a browser that has nothing of it, how soon
// `strong` answers, and whether the page misses frames while bots think. Printed by bench/web.

import { appendFileSync } from 'node:fs';
import { test, type Browser, type Page } from '@playwright/test';
import { choose, dice, GAMES, person, ply, Site, sitDown, turn, withBots, type Game } from '../browser/house';

/** Turns that are watched. */
const TURNS: { [bot: string]: number } = { strong: 3, master: 1 };
const COLD = 3;
/** Later than this, in milliseconds, a frame of 60 a second was missed. */
const LATE = 25;
/** So long after something changed on the page, frames are those of drawing it. */
const DRAWN = 150;
/** Masters take their time, so there is one: and a turn is watched no longer than this. */
const PATIENCE = 15_000;
/** Frames while nobody thinks are watched so long. */
const CALM = 3000;

interface Frames {
  frames: number;
  late: number;
  longest: number;
}

/** Frames from now on, until they are asked for: those after a change of the page, and those in which nothing was to be drawn. */
async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(
    ([late, drawn]) => {
      const none = () => ({ frames: 0, late: 0, longest: 0 });
      const kept = { drawing: none(), still: none(), over: false };
      (globalThis as unknown as { kept: typeof kept }).kept = kept;
      let changed = performance.now();
      const changes = new MutationObserver(() => (changed = performance.now()));
      changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      let before = 0;
      const frame = (now: number) => {
        if (kept.over) return changes.disconnect();
        if (before > 0) {
          const of = before - changed > drawn! ? kept.still : kept.drawing;
          of.frames++;
          if (now - before > late!) of.late++;
          of.longest = Math.max(of.longest, now - before);
        }
        before = now;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    },
    [LATE, DRAWN],
  );
}

const framesSeen = (page: Page): Promise<{ drawing: Frames; still: Frames }> =>
  page.evaluate(() => {
    const { kept } = globalThis as unknown as { kept: { drawing: Frames; still: Frames; over: boolean } };
    kept.over = true;
    return { drawing: kept.drawing, still: kept.still };
  });

function add(to: Frames, more: Frames): void {
  to.frames += more.frames;
  to.late += more.late;
  to.longest = Math.max(to.longest, more.longest);
}

/** From nothing to the first choice, in a browser that has nothing of the site. */
async function firstChoice(browser: Browser, site: Site, game: Game): Promise<number> {
  const { context, page } = await person(browser, site);
  const begun = performance.now();
  await page.goto('/');
  await page.locator(`[data-play=${game}]`).click();
  await page.locator('button.choice').first().waitFor();
  const first = performance.now() - begun;
  await context.close();
  return first;
}

/** How long the slowest move of such bots takes, as a person sees it; frames while they think and nothing is drawn, when
 *  something is, and while nobody thinks on the same page. */
async function againstBots(browser: Browser, site: Site, game: Game, bot: 'strong' | 'master'): Promise<{ answer: number; thinking: Frames; drawing: Frames; calm: Frames }> {
  const { context, page } = await person(browser, site);
  const [thinking, drawing, calm] = [1, 2, 3].map((): Frames => ({ frames: 0, late: 0, longest: 0 })) as [Frames, Frames, Frames];
  let answer = 0;
  const { seats } = withBots(game, bot);
  await sitDown(page, { game, seats: bot === 'master' ? ['me', bot, ...seats.slice(2).fill('random')] : seats });
  await turn(page);
  await page.waitForTimeout(DRAWN);
  await watchFrames(page);
  await page.waitForTimeout(CALM);
  add(calm, (await framesSeen(page)).still);
  const roll = dice(3);
  for (let made = 0; made < TURNS[bot]!; ) {
    const count = await turn(page);
    if (count === 0) break;
    const before = await ply(page);
    const asked = performance.now();
    await watchFrames(page);
    await choose(page, roll, count, false);
    await Promise.race([turn(page).catch(() => 0), page.waitForTimeout(PATIENCE)]);
    const moves = (await ply(page)) - before - 1;
    const seen = await framesSeen(page);
    if (moves < 1) continue; // still the same person's turn
    made++;
    answer = Math.max(answer, (performance.now() - asked) / moves);
    add(thinking, seen.still);
    add(drawing, seen.drawing);
  }
  await context.close();
  return { answer, thinking, drawing, calm };
}

for (const game of GAMES) {
  test(`site ${game}`, async ({ browser }) => {
    const site = new Site();
    await site.start();
    const first: number[] = [];
    for (let made = 0; made < COLD; made++) first.push(await firstChoice(browser, site, game));
    first.sort((a, b) => a - b);
    const [strong, master] = [await againstBots(browser, site, game, 'strong'), await againstBots(browser, site, game, 'master')];
    appendFileSync(process.env.FIGURES!, `${JSON.stringify({ game, size: 'site', site: { first: first[0], middle: first[COLD >> 1], strong, master } })}\n`);
    await site.clear();
  });
}
