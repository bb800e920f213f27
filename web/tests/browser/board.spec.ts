// The board alone is enough: whole games of every title without the list. At every decision a legal
// move is drawn by lot and made by the things that stand for it.

import type { Page } from '@playwright/test';
import { fits, fitting, type Part } from '../../src/lib/choices';
import type { Move, View } from '../../src/lib/protocol';
import { dice, expect, GAMES, ply, sitDown, test, turn, withBots } from './house';

const BIDS = ['single', 'set', 'run', 'formation', 'bomb'];
const THINGS = '[data-part][aria-pressed=false]';

/** Picks a thing by its place in the page: under the pointer if a part of it can be pointed at, which it must. */
async function pick(page: Page, selector: string, index: number, what: string): Promise<void> {
  const look = () => page.evaluate(
    ([found, at]) => {
      const thing = document.querySelectorAll(found as string)[at as number];
      if (!thing) return null;
      thing.scrollIntoView({ block: 'nearest' });
      const box = thing.getBoundingClientRect();
      // Things that may be chosen may lie in others that may be, too; what stands still lets a click through.
      const active = '.target[role=presentation], [role=checkbox]';
      const whole = thing.closest(active)!;
      for (const y of [0.5, 0.2, 0.8, 0.06, 0.94])
        for (const x of [0.5, 0.2, 0.8, 0.06, 0.94]) {
          const [left, top] = [box.left + box.width * x, box.top + box.height * y];
          if (document.elementFromPoint(left, top)?.closest(active) === whole) return [left, top] as const;
        }
      return null;
    },
    [selector, index] as const,
  );
  let spot = await look();
  // Boards follow a change a moment later.
  for (let tries = 0; spot === null && tries < 50; tries++) {
    await page.waitForTimeout(100);
    spot = await look();
  }
  expect(spot, `${what} can be pointed at`).not.toBeNull();
  await page.mouse.click(spot![0], spot![1]);
}

/** The parts on offer, in the order of the page. */
const offered = (page: Page): Promise<Part[]> =>
  page.evaluate((selector) => [...document.querySelectorAll(selector)].map((one) => JSON.parse(one.getAttribute('data-part')!) as Part), THINGS);

/** Takes up what a move names, dice or contracts, before the button that uses them together is pressed. */
async function takeUp(page: Page, { verb, dice: named, slot, second }: Move): Promise<void> {
  if (verb === 'take') for (const row of [slot, second]) if (row) await pick(page, `[data-place="row.${String(row)}"][role=checkbox]`, 0, `contract ${String(row)}`);
  if (verb === 'dice' || verb === 'flip') for (const die of named as string[]) await pick(page, `.board [data-die="${die}"]`, 0, `die ${die}`);
}

/** Taps cards that may still become a bid until one is offered, and plays it. */
async function bid(page: Page, roll: (sides: number) => number): Promise<void> {
  const lit = '.mine .target.open .button-over:not([data-part])';
  for (let taps = 0; taps < 14; taps++) {
    const plays = page.locator('.mine button.play');
    const whole = (await plays.count()) > 0;
    if (whole && (roll(2) === 0 || (await page.locator(lit).count()) === 0)) return plays.nth(roll(await plays.count())).click();
    const cards = await page.locator(lit).count();
    expect(cards, 'a card may be added to the bid').toBeGreaterThan(0);
    await pick(page, lit, roll(cards), 'a card');
    await expect.poll(async () => (await page.locator('.mine .target.part').count()) > taps).toBe(true);
  }
}

async function makeByBoard(page: Page, moves: readonly Move[], wanted: Move, roll: (sides: number) => number): Promise<void> {
  if (BIDS.includes(wanted.verb)) return bid(page, roll);
  await takeUp(page, wanted);
  let open = moves;
  for (;;) {
    const parts = await offered(page);
    const leads = parts.map((part, index) => ({ index, left: fits(wanted, part) ? fitting(open, part).length : Infinity })).filter(({ left }) => left < open.length || left === 1);
    const best = leads.sort((a, b) => a.left - b.left)[0];
    if (!best) break;
    await pick(page, THINGS, best.index, wanted.text);
    open = fitting(open, parts[best.index]!);
    if (open.length <= 1) return;
    // What was picked is not on offer any more: the page has taken it in.
    await expect.poll(async () => (await offered(page)).some((part) => JSON.stringify(part) === JSON.stringify(parts[best.index]))).toBe(false);
  }
  const plate = page.locator('[data-plates] button').filter({ has: page.locator(`xpath=self::*[@data-move=${JSON.stringify(wanted.move)}]`) });
  await expect(plate, `something on the board leads to "${wanted.text}"`).toHaveCount(1);
  await plate.click();
}

for (const game of GAMES) {
  test(`${game}: a whole game by the board alone`, async ({ open }) => {
    const page = await open();
    const id = await sitDown(page, withBots(game));
    const roll = dice(47);
    let made = 0;
    while ((await turn(page)) > 0) {
      const { view } = (await (await page.request.get(`/api/v1/tables/${id}/view`)).json()) as { view: View };
      const moves = view.moves ?? [];
      const before = await ply(page);
      const wanted = moves[roll(moves.length)]!;
      await makeByBoard(page, moves, wanted, roll);
      // What the board warns of is confirmed.
      const go = page.locator('.actions .go:enabled');
      await expect.poll(async () => (await ply(page)) > before || (await go.count()) > 0, `"${wanted.text}" is made`).toBe(true);
      if ((await ply(page)) === before) await go.click();
      await expect.poll(() => ply(page)).toBeGreaterThan(before);
      made++;
    }
    expect(made).toBeGreaterThan(3);
    await expect(page.locator('.ending h2')).toBeVisible();
  });
}
