// Figures of a table as a person meets it: how soon it is there, what moves by itself, how evenly it
// moves when others play. Printed by bench/web, which names the file they are written to.

import { appendFileSync } from 'node:fs';
import { test as base, type CDPSession, type Page } from '@playwright/test';
import { advance, dice, GAMES, person, Server, shifts, tableUnseen, turn, watchShifts, withBots, type Game } from '../browser/house';

const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = new Server('inside');
      await server.start();
      await use(server);
      await server.clear();
    },
    { scope: 'worker' },
  ],
});

const MOVES = 10;

/** Notes when the board and its choices are drawn, long tasks, and frames while something is shown. */
async function watchTimes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept = { there: 0, tasks: [] as number[], frames: [] as number[] };
    (globalThis as unknown as { times: typeof kept }).times = kept;
    new PerformanceObserver((list) => kept.tasks.push(...list.getEntries().map((one) => one.duration))).observe({ type: 'longtask', buffered: true });
    let before = 0;
    let moving = false;
    const frame = (now: number) => {
      if (kept.there === 0 && document.querySelector('.board svg, .board [data-place]') && document.querySelector('button.choice')) kept.there = performance.now();
      const moves = document.querySelector('.flight, .caption') !== null;
      if (moving && moves) kept.frames.push(now - before);
      moving = moves;
      before = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

interface Times {
  there: number;
  tasks: number[];
  frames: number[];
}
const times = (page: Page): Promise<Times> => page.evaluate(() => (globalThis as unknown as { times: Times }).times);
const painted = (page: Page): Promise<number> => page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);

/** Seconds of the main thread so far, by what they were spent on; ThreadTime is of the processor. */
async function spent(line: CDPSession): Promise<{ [name: string]: number }> {
  const { metrics } = await line.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

async function load(page: Page, id: string, warm: boolean): Promise<{ paint: number; there: number; long: number; longest: number; work: number }> {
  const line = await page.context().newCDPSession(page);
  await line.send('Performance.enable');
  const begun = warm ? (await spent(line)).ThreadTime! * 1000 : 0; // a cold page has a process of its own
  await page.goto(`/t/${id}`);
  await turn(page);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(700);
  const work = (await spent(line)).ThreadTime! * 1000 - begun;
  await line.detach();
  const { there, tasks } = await times(page);
  return { paint: await painted(page), there, long: tasks.length, longest: Math.max(0, ...tasks), work };
}

const sum = (list: readonly { value: number }[]) => list.reduce((total, one) => total + one.value, 0);

for (const size of ['wide', 'phone'] as const) {
  for (const game of GAMES as readonly Game[]) {
    test(`${game} ${size}`, async ({ browser, server }) => {
      const { context, page } = await person(browser, server, { size, moving: true });
      const id = await tableUnseen(page, server, withBots(game, 'random', game === 'obscurians' ? 4 : 3));
      await watchShifts(page);
      await watchTimes(page);
      const cold = await load(page, id, false);
      const coldShift = sum(await shifts(page, size));
      await page.goto('about:blank');
      const warm = await load(page, id, true);

      const warmShift = sum(await shifts(page, size));
      const line = await context.newCDPSession(page);
      await line.send('Performance.enable');
      const before = await spent(line);
      const roll = dice(5);
      for (let made = 0; made < MOVES; made++) {
        await advance(page, id, 1, roll);
        if ((await turn(page)) === 0) break;
      }
      const after = await spent(line);
      const { frames, tasks } = await times(page);
      const each = (name: string) => ((after[name]! - before[name]!) * 1000) / Math.max(1, frames.length);
      const over = (limit: number) => frames.filter((one) => one > limit).length / Math.max(1, frames.length);
      const row = {
        game, size, cold, warm,
        shift: { load: Math.max(coldShift, warmShift), moves: sum(await shifts(page, size)) - warmShift },
        frames: {
          count: frames.length,
          rate: (1000 * frames.length) / Math.max(1, frames.reduce((total, one) => total + one, 0)),
          over17: over(17.5), over34: over(34), longest: Math.max(0, ...frames), long: tasks.length - warm.long,
          // of the main thread, in milliseconds a frame: of the processor, then by the clock
          task: each('ThreadTime'), script: each('ScriptDuration'), style: each('RecalcStyleDuration'), layout: each('LayoutDuration'),
        },
      };
      appendFileSync(process.env.FIGURES!, `${JSON.stringify(row)}\n`);
      await context.close();
    });
  }
}
