// Everything a person sees, as pictures to be looked at one by one: `make around`. Not a test; it has the tests' house and
// the same games every time. SERAI_AROUND narrows it: words that the names of pictures must have, such as "gugong ru phone".

import { advance, dice, GAMES, SCREENS, sitDown, test, withBots, type Game } from './house';
import type { Page } from '@playwright/test';

const LOOKS = { plain: {}, dark: { theme: 'dark' }, contrast: { theme: 'contrast' }, large: { large: true } } as const;
/** My moves until a game is young, half played, and nearly over. */
const STAGES: { [game in Game]: readonly number[] } = { dunhuang: [1, 14, 26], marcopolo: [3, 20, 60], gugong: [2, 16, 45], pandaspin: [2, 12, 45], obscurians: [3, 18, 45] };
const TAKEN = (process.env.SERAI_AROUND ?? '').split(' ').filter((word) => word !== '');

const wanted = (name: string): boolean => TAKEN.every((word) => word.split(',').some((one) => name.split('-').includes(one)));
const like = (page: Page, likes: object): Promise<void> =>
  page.evaluate((text) => localStorage.setItem('serai.preferences', text), JSON.stringify({ lang: 'en', speed: 'off', sound: false, forced: false, ...likes }));

async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(250); // what is shown small follows a change of size a moment later
  await page.screenshot({ path: `shots/around/${name}.png`, fullPage });
}

/** Goes where it says in every language and look that is wanted, and takes a picture in each size. What `does` opens there
 *  is opened for each size anew, and closed by Escape; where it says no, there is nothing to be seen. */
async function around(page: Page, name: string, path: string, there: string, does?: (page: Page, size: string) => Promise<boolean | void>, fullPage = false): Promise<void> {
  for (const lang of ['en', 'ru'] as const) {
    for (const [look, likes] of Object.entries(LOOKS)) {
      const sizes = Object.entries(SCREENS).filter(([size]) => wanted(`${name}-${lang}-${look}-${size}`));
      if (sizes.length === 0) continue;
      await like(page, { lang, ...likes });
      for (const [index, [size, viewport]] of sizes.entries()) {
        await page.setViewportSize(viewport);
        if (index === 0 || size === 'wide') {
          await page.goto(path); // which tab is open at first depends on the size
          await page.waitForSelector(there);
          await page.mouse.move(0, 0);
        }
        await page.waitForTimeout(150);
        if ((await does?.(page, size)) === false) continue;
        await picture(page, `${name}-${lang}-${look}-${size}`, fullPage);
        if (does) await page.keyboard.press('Escape');
      }
    }
  }
}

/** Opens the tab of that number, where there are so many. */
const tab = (at: number) => async (page: Page): Promise<boolean> => {
  const all = page.locator('[data-tab]');
  if (at >= (await all.count())) return false;
  await all.nth(at).click();
  await page.locator('[role=tabpanel]').scrollIntoViewIfNeeded();
  return true;
};
const dialog = (key: string) => async (page: Page): Promise<void> => {
  await page.keyboard.press(key);
  await page.waitForSelector('dialog[open] :is(section, details, dl)');
};

const CHOICE = 'button.choice, .ending h2'; // some games are over sooner than others
for (const game of GAMES) {
  test(`${game}`, async ({ open }) => {
    const page = await open();
    const id = await sitDown(page, { ...withBots(game, 'greedy', game === 'obscurians' ? 4 : 3), open: true });
    const guest = await open();
    await guest.goto('/');
    let made = 0;
    for (const [index, until] of STAGES[game].entries()) {
      made += await advance(page, id, until - made, dice(17 + index));
      const stage = ['early', 'middle', 'late'][index]!;
      await around(page, `${game}-${stage}`, `/t/${id}`, CHOICE);
      if (stage !== 'middle') continue;
      await around(page, `${game}-seat`, `/t/${id}`, CHOICE, async () => {
        await page.locator('[data-place^="seat."] .pick').nth(1).click();
        await page.waitForSelector('dialog[open] dl');
      });
      await around(page, `${game}-score`, `/t/${id}`, CHOICE, dialog('s'));
      await around(page, `${game}-rules`, `/t/${id}`, CHOICE, dialog('?'));
      await around(page, `${game}-since`, `/t/${id}`, CHOICE, async () => {
        const since = page.locator('button.since');
        if ((await since.count()) === 0) return false;
        if ((await since.getAttribute('aria-expanded')) === 'false') await since.click();
        return true;
      });
      await around(page, `${game}-hint`, `/t/${id}`, CHOICE, async () => {
        if ((await page.locator('.hints').count()) === 0) await page.keyboard.press('h');
        await page.waitForSelector('.hints', { timeout: 20_000 }).catch(() => {});
      });
      await around(page, `${game}-tip`, `/t/${id}`, CHOICE, async () => {
        await page.locator('.board [data-place]:has(title)').nth(2).hover({ force: true });
        await page.waitForTimeout(700);
      });
      await around(guest, `${game}-watch`, `/t/${id}`, '.watching');
      for (const at of [0, 1, 2, 3, 4]) await around(page, `${game}-tab${at}`, `/t/${id}`, CHOICE, tab(at));
    }
    await advance(page, id, Infinity, dice(23));
    await around(page, `${game}-end`, `/t/${id}`, '.ending h2');
    await around(page, `${game}-replay`, `/replay/${id}#30`, '.story [aria-current]');
    await around(page, `${game}-review`, `/review/${id}`, 'main', async () => void (await page.waitForSelector('.mistakes', { timeout: 90_000 }).catch(() => {})), true);
  });
}

test('pages', async ({ open }) => {
  const page = await open();
  const id = await sitDown(page, withBots('dunhuang', 'random', 2));
  await advance(page, id, Infinity, dice(5));
  const waiting = await sitDown(page, { game: 'gugong', seats: ['me', 'free', 'fair'], open: true });
  const stranger = await open();
  await stranger.goto('/');
  const quiet = async () => {
    await page.waitForLoadState('networkidle');
    await page.locator('details').evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true))); // options
  };
  for (const [name, path] of [['landing', '/'], ...GAMES.map((game) => [`new-${game}`, `/new/${game}`] as const), ['settings', '/settings'], ['learn', '/learn/pandaspin'], ['gone', '/t/nosuchtable1'], ['unknown', '/no/such/page'], ['link', '/join#nosuchcode12'], ['ratings', '/ratings/dunhuang'], ['waiting', `/t/${waiting}`]] as const) {
    await around(page, name, path, 'main', quiet, true);
  }
  await around(stranger, 'private', `/t/${id}`, 'main');
  await around(stranger, 'sit', `/t/${waiting}`, 'main');
});

test('alone', async ({ open }) => {
  const page = await open();
  const id = await sitDown(page, { game: 'gugong', seats: ['me'] });
  await advance(page, id, 20, dice(3));
  await around(page, 'meng-middle', `/t/${id}`, CHOICE);
  await advance(page, id, Infinity, dice(3));
  await around(page, 'meng-end', `/t/${id}`, '.ending h2');
});

test('one screen', async ({ open }) => {
  const page = await open();
  const id = await sitDown(page, { game: 'dunhuang', seats: ['me', { name: 'Ben' }] });
  await around(page, 'passon', `/t/${id}`, 'main .go');
});
