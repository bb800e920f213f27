// Whole games of every title: by clicks, by taps on a phone in Russian, and by keys alone.

import { dice, expect, GAMES, playByKeys, playOn, sitDown, test, withBots } from './house';

for (const game of GAMES) {
  test(`${game}: a whole game by keys alone`, { tag: game === 'dunhuang' ? '@both' : [] }, async ({ open }) => {
    const page = await open();
    await sitDown(page, withBots(game));
    const choices = await playByKeys(page, dice(11));
    expect(choices).toBeGreaterThan(3);
    await expect(page.locator('.ending h2')).toBeVisible();
  });

  test(`${game}: a whole game by taps on a phone, in Russian`, async ({ open }) => {
    const page = await open({ size: 'phone', lang: 'ru' });
    await sitDown(page, withBots(game));
    const choices = await playOn(page, dice(23), true);
    expect(choices).toBeGreaterThan(3);
    // in Gugong a deal may leave everybody before the palace: then nobody has won, and the page says so
    await expect(page.locator('.ending')).toContainText(game === 'gugong' ? /победа|Никто не победил/ : 'победа');
  });
}
