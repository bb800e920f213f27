// How it looks: every board in every size and both languages is laid out without faults, axe finds
// nothing, and a picture of each is kept in web/shots.

import { advance, axe, dice, expect, GAMES, layoutFaults, playOn, ratedGame, sitDown, SIZES, test, turn, withBots } from './house';

for (const game of GAMES) {
  test(`${game}: nothing cut, nothing over another, nothing for axe, in any size and language`, async ({ open }) => {
    const page = await open();
    const id = await sitDown(page, withBots(game, 'random', game === 'obscurians' ? 4 : 3));
    await advance(page, id, 14, dice(17));
    const faults: string[] = [];
    for (const lang of ['en', 'ru'] as const) {
      await page.evaluate((likes) => localStorage.setItem('serai.preferences', likes), JSON.stringify({ lang, speed: 'off', sound: false, forced: false }));
      await page.goto(`/t/${id}`);
      await turn(page);
      await page.evaluate(() => document.fonts.ready);
      for (const [size, viewport] of Object.entries(SIZES)) {
        await page.setViewportSize(viewport);
        await page.waitForFunction((name) => document.querySelector(`.frame.${name}`), size);
        await page.mouse.move(0, 0);
        faults.push(...(await layoutFaults(page)).map((fault) => `${lang} ${size}: ${fault}`));
        // What axe looks at differs little between languages: both on a phone, all sizes in one.
        if (lang === 'en' || size === 'phone') faults.push(...(await axe(page)).map((fault) => `${lang} ${size}: axe: ${fault}`));
        await page.screenshot({ path: `shots/${game}-${lang}-${size}.png` });
      }
    }
    expect(faults).toEqual([]);
  });
}

/** A table's last page and its replay, halfway and at the end of each of its tabs. */
for (const game of GAMES) {
  test(`${game}: the end and the replay, nothing cut, nothing over another, nothing for axe`, async ({ open }) => {
    const page = await open();
    const id = await sitDown(page, withBots(game, 'random', game === 'obscurians' ? 4 : 3));
    await advance(page, id, Infinity, dice(17));
    const faults: string[] = [];
    for (const lang of ['en', 'ru'] as const) {
      await page.evaluate((likes) => localStorage.setItem('serai.preferences', likes), JSON.stringify({ lang, speed: 'off', sound: false, forced: false }));
      for (const [name, path, there] of [['end', `/t/${id}`, '.ending h2'], ['replay', `/replay/${id}#30`, '.story [aria-current]']] as const) {
        await page.goto(path);
        await page.waitForSelector(there);
        for (const size of lang === 'en' ? (['wide', 'phone'] as const) : (['tablet', 'phone'] as const)) {
          await page.setViewportSize(SIZES[size]);
          await page.waitForFunction((wanted) => document.querySelector(`.frame.${wanted}`), size);
          for (const tab of name === 'replay' ? ['story', 'charts', 'score'] : ['log']) {
            await page.locator(`[data-tab="${tab}"]`).click();
            faults.push(...(await layoutFaults(page)).map((fault) => `${name} ${lang} ${size} ${tab}: ${fault}`));
            if (lang === 'en') faults.push(...(await axe(page)).map((fault) => `${name} ${lang} ${size} ${tab}: axe: ${fault}`));
            await page.screenshot({ path: `shots/${name}-${game}-${lang}-${size}-${tab}.png` });
          }
        }
      }
    }
    expect(faults).toEqual([]);
  });
}

const PAGES: [string, string][] = [
  ['landing', '/'],
  ['new', '/new/gugong'],
  ['settings', '/settings'],
  ['ratings', '/ratings/dunhuang'],
  ['learn', '/learn/pandaspin'],
  ['join', '/join#abcdefghjkmn'],
  ['gone', '/t/nosuchtable1'],
];

for (const lang of ['en', 'ru'] as const) {
  for (const theme of ['light', 'dark', 'contrast']) {
    test(`the other pages in ${lang}, ${theme}: nothing cut, nothing for axe`, async ({ open, server }) => {
      const page = await open({ lang, likes: { theme } });
      if (theme === 'light') await ratedGame(server, [page, await open()], 'dunhuang');
      const faults: string[] = [];
      for (const [name, path] of PAGES) {
        await page.goto(path);
        await page.waitForSelector('main');
        await page.waitForLoadState('networkidle');
        for (const [size, viewport] of Object.entries(SIZES)) {
          await page.setViewportSize(viewport);
          faults.push(...(await layoutFaults(page)).map((fault) => `${name} ${size}: ${fault}`));
          if (theme === 'light') await page.screenshot({ path: `shots/${name}-${lang}-${size}.png`, fullPage: true });
        }
        faults.push(...(await axe(page)).map((fault) => `${name}: axe: ${fault}`));
      }
      expect(faults).toEqual([]);
    });
  }
}

for (const theme of ['dark', 'contrast']) {
  test(`a table in ${theme} colours with large text: nothing for axe`, async ({ open }) => {
    const page = await open({ likes: { theme, large: true, palette: 'safe' } });
    await sitDown(page, withBots('dunhuang'));
    await turn(page);
    await playOn(page, dice(17), false, 3);
    await turn(page);
    expect(await axe(page)).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
    await page.screenshot({ path: `shots/dunhuang-${theme}.png` });
  });
}
