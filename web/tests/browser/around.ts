// Everything a person sees, as pictures to be looked at one by one: `make around`. Not a test; it has the tests' house and
// the same games every time. SERAI_AROUND narrows it: words that the names of pictures must have, such as "gugong ru phone".

import { advance, dice, GAMES, sitDown, test, withBots, type Game } from './house';
import type { Page } from '@playwright/test';

const SCREENS = { small: [360, 740], phone: [390, 844], tablet: [820, 1180], side: [1024, 768], wide: [1440, 900] } as const;
const LOOKS = { plain: {}, dark: { theme: 'dark' }, contrast: { theme: 'contrast' }, large: { large: true } } as const;
/** My moves until a game is young, half played, and nearly over. */
const STAGES: { [game in Game]: readonly number[] } = { dunhuang: [1, 14, 40], marcopolo: [3, 20, 60], gugong: [2, 16, 45], pandaspin: [2, 12, 45], obscurians: [3, 18, 45] };
const TAKEN = (process.env.SERAI_AROUND ?? '').split(' ').filter((word) => word !== '');

const wanted = (name: string): boolean => TAKEN.every((word) => word.split(',').some((one) => name.split('-').includes(one)));
const like = (page: Page, likes: object): Promise<void> =>
  page.evaluate((text) => localStorage.setItem('serai.preferences', text), JSON.stringify({ lang: 'en', speed: 'off', sound: false, forced: false, ...likes }));

async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(250); // what is shown small follows a change of size a moment later
  await page.screenshot({ path: `shots/around/${name}.png`, fullPage });
}

/** Goes where it says in every language, look and size that is wanted, and takes a picture of each. */
async function around(page: Page, name: string, path: string, there: string, does?: (page: Page, size: string) => Promise<void>, fullPage = false): Promise<void> {
  for (const lang of ['en', 'ru'] as const) {
    for (const [look, likes] of Object.entries(LOOKS)) {
      for (const [size, [width, height]] of Object.entries(SCREENS)) {
        const whole = `${name}-${lang}-${look}-${size}`;
        if (!wanted(whole)) continue;
        await page.setViewportSize({ width, height });
        await like(page, { lang, ...likes });
        await page.goto(path);
        await page.waitForSelector(there);
        await page.mouse.move(0, 0);
        await does?.(page, size);
        await picture(page, whole, fullPage);
      }
    }
  }
}

const CHOICE = 'button.choice';
for (const game of GAMES) {
  test(`${game}`, async ({ open }) => {
    const page = await open();
    const id = await sitDown(page, withBots(game, 'greedy', game === 'obscurians' ? 4 : 3));
    let made = 0;
    for (const [index, until] of STAGES[game].entries()) {
      made += await advance(page, id, until - made, dice(17 + index));
      const stage = ['early', 'middle', 'late'][index]!;
      await around(page, `${game}-${stage}`, `/t/${id}`, CHOICE);
      if (stage !== 'middle') continue;
      await around(page, `${game}-seat`, `/t/${id}`, CHOICE, async () => {
        await page.locator('[data-place^="seat."] .pick').nth(1).click();
        await page.waitForSelector('dialog[open]');
      });
      await around(page, `${game}-watch`, `/t/${id}`, CHOICE, async (_, size) => {
        const tab = page.locator('[data-tab]').first();
        if (size !== 'wide') await tab.scrollIntoViewIfNeeded();
      });
      for (const at of [0, 1, 2, 3]) {
        await around(page, `${game}-tab${at}`, `/t/${id}`, CHOICE, async () => {
          const tab = page.locator('[data-tab]').nth(at);
          await tab.click();
          await page.locator('[role=tabpanel]').scrollIntoViewIfNeeded();
        });
      }
    }
    await advance(page, id, Infinity, dice(23));
    await around(page, `${game}-end`, `/t/${id}`, '.ending h2');
    await around(page, `${game}-replay`, `/replay/${id}#30`, '.story [aria-current]');
    await around(page, `${game}-review`, `/review/${id}`, 'main', async () => void (await page.waitForSelector('.curve, svg.chart, .mistakes', { timeout: 60_000 }).catch(() => {})), true);
  });
}

test('pages', async ({ open }) => {
  const page = await open();
  const id = await sitDown(page, withBots('dunhuang', 'random', 2));
  await advance(page, id, Infinity, dice(5));
  for (const [name, path] of [['landing', '/'], ['new', '/new/gugong'], ['settings', '/settings'], ['learn', '/learn/pandaspin'], ['gone', '/t/nosuchtable1'], ['ratings', '/ratings/dunhuang']] as const) {
    await around(page, name, path, 'main', async () => page.waitForLoadState('networkidle'), true);
  }
});

test('alone', async ({ open }) => {
  const page = await open();
  const id = await sitDown(page, { game: 'gugong', seats: ['me'] });
  await advance(page, id, 20, dice(3));
  await around(page, 'meng-middle', `/t/${id}`, CHOICE);
  await advance(page, id, Infinity, dice(3));
  await around(page, 'meng-end', `/t/${id}`, '.ending h2');
});
