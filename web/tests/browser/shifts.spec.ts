// Nothing on a table moves by itself: neither while it is loaded, nor when somebody plays. Moves are
// made by requests, so that no shift is excused by a click.

import { advance, dice, expect, GAMES, shifts, tableUnseen, test, turn, watchShifts, withBots } from './house';

/** A digit that makes room for another is no shift that anybody sees: about a line of text moved by its height. */
const LEAST_SEEN = 0.001;

for (const game of GAMES) {
  for (const size of ['wide', 'phone'] as const) {
    test(`${game}, ${size}: nothing shifts while it loads, nor over ten moves of everybody`, async ({ open, server }) => {
      const page = await open({ size, moving: true, likes: { speed: 'fast' } });
      const id = await tableUnseen(page, server, withBots(game, 'random', game === 'obscurians' ? 4 : 3));
      await watchShifts(page);
      await page.goto(`/t/${id}`);
      await turn(page);
      await page.evaluate(() => document.fonts.ready);
      const roll = dice(5);
      for (let made = 0; made < 10; made++) {
        await advance(page, id, 1, roll);
        if ((await turn(page)) === 0) break;
      }
      const moved = await shifts(page, size);
      const sum = moved.reduce((all, one) => all + one.value, 0);
      expect(sum, JSON.stringify(moved, null, 1)).toBeLessThan(LEAST_SEEN);
    });
  }
}
