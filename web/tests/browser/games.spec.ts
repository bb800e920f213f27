// Whole games of every title: by keys alone, by a mouse, and by taps; each of these on every screen, and in both languages.

import type { Page } from '@playwright/test';
import { dice, expect, GAMES, playByKeys, playOn, sitDown, test, withBots, type PersonWish } from './house';

const SCREENS = ['wide', 'side', 'tablet', 'tall', 'phone'] as const;
const WAYS: { name: string; touch: boolean; play: (page: Page) => Promise<number> }[] = [
  { name: 'keys alone', touch: false, play: (page) => playByKeys(page, dice(11)) },
  { name: 'a mouse', touch: false, play: (page) => playOn(page, dice(17)) },
  { name: 'taps', touch: true, play: (page) => playOn(page, dice(23), true) },
];
/** How the page says that a game has ended. In Gugong a deal may leave everybody before the palace: then nobody has won, and it says so. */
const ENDED = { en: /victory|Nobody has won/, ru: /победа|Никто не победил/ };

for (const [at, game] of GAMES.entries()) {
  for (const [by, way] of WAYS.entries()) {
    const size = SCREENS[(at + 2 * by + 2) % SCREENS.length]!;
    const lang: NonNullable<PersonWish['lang']> = (at + by) % 2 === 0 ? 'en' : 'ru';
    test(`${game}: a whole game by ${way.name}, ${size}, ${lang}`, { tag: at === 0 && by === 0 ? '@both' : [] }, async ({ open }) => {
      const page = await open({ size, lang, touch: way.touch });
      await sitDown(page, withBots(game));
      expect(await way.play(page)).toBeGreaterThan(3);
      await expect(page.locator('.ending')).toContainText(ENDED[lang]);
    });
  }
}
