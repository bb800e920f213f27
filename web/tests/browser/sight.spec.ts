// Everything visible: a stranger who sits down plays, a seat opens for everybody, things say what they
// are, a choice of one is made for the player, and a page without JavaScript says what it needs.

import { advance, axe, choose, dice, expect, GAMES, layoutFaults, sitDown, test, turn, withBots } from './house';

test('a stranger who sits down at an open table plays', async ({ open, server }) => {
  const host = await open();
  const id = await sitDown(host, { game: 'dunhuang', seats: ['me', 'free'], open: true });
  const stranger = await open();
  await stranger.goto(`${server.address}/t/${id}`);
  await stranger.getByRole('button', { name: 'Sit here' }).click();
  await host.getByRole('button', { name: 'Begin the game' }).click();
  for (const page of [host, stranger]) await page.waitForSelector('.frame');
  await expect(stranger.locator('.watching')).toHaveCount(0);
  await expect(stranger.locator('.seat .you')).toHaveCount(1);
});

test('who comes for the first time is told of no error, and gets texts compressed', async ({ open }) => {
  const page = await open();
  const refused: string[] = [];
  const packed: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
    if (answer.headers()['content-encoding'] === 'gzip') packed.push(new URL(answer.url()).pathname);
  });
  await page.goto('/');
  await page.waitForSelector('[data-play]');
  await page.waitForLoadState('networkidle');
  expect(refused).toEqual([]);
  expect(packed).toContain('/api/v1/games');
});

for (const game of GAMES) {
  test(`${game}: a rival's seat opens and shows what is public, on a phone too`, async ({ open }) => {
    for (const size of ['wide', 'phone'] as const) {
      const page = await open({ size });
      const id = await sitDown(page, withBots(game, 'random', game === 'obscurians' ? 4 : 3));
      await advance(page, id, 8, dice(5));
      await page.goto(`/t/${id}`);
      await turn(page);
      await page.locator('.seat .pick').nth(1).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('dl > div').first()).toBeVisible();
      expect(await dialog.locator('dl > div').count()).toBeGreaterThan(3);
      await expect(dialog.locator('[role=button]')).toHaveCount(0); // looking chooses nothing
      await expect(dialog.getByText(/[a-z]_[a-z]/)).toHaveCount(0);
      expect(await axe(page)).toEqual([]);
      await page.screenshot({ path: `shots/seat-${game}-${size}.png` });
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  });
}

test('a thing says what it is: under the pointer, with the focus, when asked, after a long press', async ({ open }) => {
  const page = await open();
  const id = await sitDown(page, withBots('dunhuang'));
  await turn(page);
  const thing = page.locator('.board [data-place="deck"]');
  await thing.hover();
  const tip = page.getByRole('tooltip');
  await expect(tip).toHaveText(/deck/i);
  await page.screenshot({ path: 'shots/tip-dunhuang-wide.png' });
  await page.mouse.move(0, 0);
  await expect(tip).toHaveCount(0);
  await expect(page.locator('.board title', { hasText: /deck/i })).not.toHaveCount(0); // given back

  await page.getByRole('button', { name: 'What is this?' }).click();
  const ply = await page.locator('.frame').getAttribute('data-ply');
  await page.locator('button.choice').first().click();
  await expect(page.locator('.frame')).toHaveAttribute('data-ply', ply!);
  await page.keyboard.press('Escape');

  const phone = await open({ size: 'phone' });
  await phone.context().addCookies(await page.context().cookies());
  await phone.goto(`/t/${id}`);
  await turn(phone);
  const box = (await phone.locator('.board .target').first().boundingBox())!;
  const touch = await phone.context().newCDPSession(phone);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] });
  await expect(phone.getByRole('tooltip')).toBeVisible();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  expect(await layoutFaults(phone)).toEqual([]);
  await phone.screenshot({ path: 'shots/tip-dunhuang-phone.png' });
});

test('a choice of one is made for the player and told so in the log; who likes to choose is asked', async ({ open }) => {
  for (const forced of [false, true]) {
    const page = await open({ likes: { forced } });
    // Whatever was dealt: of every decision one choice is left.
    await page.routeWebSocket(/\/api\//, (line) => {
      const server = line.connectToServer();
      server.onMessage((message) => {
        const told = JSON.parse(String(message)) as { moves?: unknown[]; view?: { moves?: unknown[] } };
        for (const part of [told, told.view]) part?.moves?.splice(1);
        line.send(JSON.stringify(told));
      });
    });
    await sitDown(page, withBots('dunhuang'));
    const told = page.locator('[role=log]').getByText('the only move, played for you');
    if (forced) await expect(told.first()).toBeVisible();
    else {
      await expect(page.locator('button.choice')).toHaveCount(1);
      await page.locator('button.choice').click();
      await expect(page.locator('[role=log] .line').first()).toBeVisible();
      await expect(told).toHaveCount(0);
    }
  }
});

test('without JavaScript the page says what it needs', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.address, javaScriptEnabled: false });
  const page = await context.newPage();
  const told = await (await page.goto('/'))!.text();
  expect(told).toMatch(/<noscript>[^]*switched off[^]*выключен[^]*<\/noscript>/);
  await context.close();
});

test('where not even the texts come the page says so in both languages', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.address, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.route(/\/assets\/(en|ru)-.*\.js/, (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText('The page did not come whole.')).toBeVisible();
  await expect(page.getByText('Страница загрузилась не вся.')).toBeVisible();
  await page.unroute(/\/assets\/(en|ru)-.*\.js/);
  await page.getByRole('link', { name: 'Load it again' }).click();
  await expect(page.locator('[data-play]').first()).toBeVisible();
  await expect(page.getByText('The page did not come whole.')).toBeHidden();
  await context.close();
});

test("others' moves are told beside the board one by one, and again as a story; words find a choice", async ({ open }) => {
  const page = await open({ moving: true, likes: { speed: 'steps' } });
  await sitDown(page, withBots('dunhuang', 'random', 3));
  const next = page.locator('.caption .go');
  const choices = page.locator('button.choice');
  // The first line each time; somebody else moves sooner or later.
  for (let made = 0; made < 12; made++) {
    await page.waitForFunction(() => document.querySelector('.caption .go, button.choice'));
    if (await next.count()) break;
    await choose(page, (sides) => (sides === 4 ? 1 : 0), await choices.count(), false);
  }
  // What is told covers nothing of the board, and the log is no further than it.
  const told = (await page.locator('.caption').boundingBox())!;
  const board = (await page.locator('.board').boundingBox())!;
  expect(told.x).toBeGreaterThanOrEqual(board.x + board.width - 1);
  const said = (await page.locator('.caption .said p').last().innerText()).trim();
  await expect(page.locator('[role=log] .line').last()).toHaveText(said);
  await expect(choices).toHaveCount(0);
  while ((await choices.count()) === 0) {
    await page.waitForFunction(() => document.querySelector('.caption .go, button.choice'));
    if (await next.count()) await next.click({ timeout: 2000 }).catch(() => {});
  }
  await page.locator('button.since').click();
  await expect(page.locator('.story .told')).toHaveCount(1);
  await page.locator('.story button').first().hover();
  await page.screenshot({ path: 'shots/story-dunhuang-wide.png' });

  const many = await open({ size: 'phone' });
  const id = await sitDown(many, withBots('gugong'));
  for (let moves = 0; moves < 12 && (await many.locator('[data-find]').count()) === 0; moves++) {
    await advance(many, id, 1, dice(3));
    await many.goto(`/t/${id}`);
    await turn(many);
  }
  await many.locator('[data-find]').fill('palace');
  const found = await many.locator('button.choice').count();
  await expect(many.locator('button.choice').first()).toContainText(/palace/i);
  for (const text of await many.locator('button.choice').allInnerTexts()) expect(text.toLowerCase()).toContain('palace');
  expect(found).toBeLessThan(28);
  await expect(many.locator('.strip svg')).toBeVisible(); // my gifts are in sight before anything is scrolled
  expect((await many.locator('.strip svg').boundingBox())!.y).toBeLessThan(740);
});

test('a part of the page that is long in coming says so; where it does not come, loading again is offered and helps', async ({ open }) => {
  const page = await open();
  let comes = (): void => {};
  const held = new Promise<void>((done) => (comes = done));
  await page.route(/\/assets\/Rules-.*\.js/, async (route) => {
    await held;
    await route.abort();
  });
  await sitDown(page, withBots('dunhuang'));
  await turn(page);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('status')).toBeVisible();
  comes();
  await expect(dialog.getByRole('alert')).toHaveText(/did not come/);
  expect([...(await layoutFaults(page)), ...(await axe(page))]).toEqual([]);
  await page.unroute(/\/assets\/Rules-.*\.js/);
  await dialog.getByRole('button', { name: 'Load again' }).click();
  await turn(page);
  await page.keyboard.press('?');
  await expect(dialog.locator('details').first()).toBeVisible();
});

/** What the page may fetch late, and the way there; of the parts of a table, what opens them. */
const LATE: readonly { part: string; at: string; opens?: string; come: string }[] = [
  { part: 'Landing', at: '/', come: '[data-play]' },
  { part: 'Settings', at: '/settings', come: 'fieldset' },
  { part: 'NewTable', at: '/new/gugong', come: 'select' },
  { part: 'Ratings', at: '/ratings/dunhuang', come: 'h2' },
  { part: 'Learn', at: '/learn/dunhuang', come: 'main .button' },
  { part: 'Join', at: '/join#nosuchcode12', come: 'main h1' },
  { part: 'Replay', at: '/replay/ID', come: '.story .line' },
  { part: 'Review', at: '/review/ID', come: 'main h1' },
  { part: 'Puzzle', at: '/puzzle/dunhuang', come: 'main' },
  { part: 'TablePage', at: '/t/NEW', come: 'button.choice' },
  { part: 'WaitingRoom', at: '/t/WAITING', come: '.button.go' },
  { part: 'Ending', at: '/t/ID', come: '.ending h2' },
  { part: 'Next', at: '/t/ID', come: '.next .go' },
  { part: 'SeatSheet', at: '/t/NEW', opens: '.seat .pick', come: 'dialog dl' },
  { part: 'Chat', at: '/t/NEW', opens: '[data-tab=chat]', come: '.panel input' },
];

test('whatever part of the page does not come: the page says so, and loading again brings it', async ({ open }) => {
  const page = await open({ size: 'phone' });
  const ended = await sitDown(page, withBots('dunhuang', 'random'));
  await advance(page, ended, Infinity, dice(5));
  const going = await sitDown(page, withBots('dunhuang', 'random'));
  const waiting = await sitDown(page, { game: 'dunhuang', seats: ['me', 'free'], open: true });
  for (const { part, at, opens, come } of LATE) {
    const script = new RegExp(`/assets/${part}-.*\\.js`);
    await page.route(script, (route) => route.abort());
    await page.goto(at.replace('ID', ended).replace('NEW', going).replace('WAITING', waiting));
    if (opens !== undefined) await page.locator(opens).first().click();
    await expect(page.getByText('This part of the page did not come'), part).toBeVisible();
    // A heading may be in the part that is missing, and those below it are there.
    const faults = (await axe(page)).filter((fault) => !fault.startsWith('heading-order'));
    expect([...(await layoutFaults(page)), ...faults], part).toEqual([]);
    await page.screenshot({ path: `shots/missing-${part.toLowerCase()}-phone.png` });
    await page.unroute(script);
    await page.getByRole('button', { name: 'Load again' }).click();
    if (opens !== undefined) await page.locator(opens).first().click();
    await expect(page.locator(come).first(), part).toBeVisible();
  }
});

test('without explanations, or without lessons, a table is played all the same; a board that does not come has a plain one in its place', async ({ open }) => {
  const page = await open();
  await page.route(/\/assets\/(Tips|Update)-.*\.js/, (route) => route.abort());
  await sitDown(page, withBots('dunhuang', 'random'));
  expect(await turn(page)).toBeGreaterThan(0);
  await choose(page, () => 0, await turn(page), false);

  await page.route(/\/assets\/Lessons-.*\.js/, (route) => route.abort());
  await page.goto('/learn/dunhuang');
  await page.locator('main .button.go').click();
  await page.waitForSelector('.frame');
  await expect(page.getByRole('alert').filter({ hasText: 'did not come' })).toBeVisible();
  await page.screenshot({ path: 'shots/missing-lessons-wide.png' });
  expect(await turn(page)).toBeGreaterThan(0);

  await page.route(/\/assets\/dunhuang-.*\.js/, (route) => route.abort());
  await sitDown(page, withBots('dunhuang', 'random'));
  await expect(page.getByText('the plain one is shown')).toBeVisible();
  await page.screenshot({ path: 'shots/missing-board-wide.png' });
  expect(await turn(page)).toBeGreaterThan(0);
});

for (const game of GAMES) {
  test(`${game}: on a phone with large letters the first choices are in sight with the question, which stays while the tabs are looked through`, async ({ open }) => {
    const page = await open({ size: 'phone', lang: 'ru', likes: { large: true } });
    const id = await sitDown(page, withBots(game, 'greedy', game === 'obscurians' ? 4 : 3));
    const edges = () => page.evaluate(() => {
      const box = (what: string) => document.querySelector(what)!.getBoundingClientRect();
      const hand = document.querySelector('.hand-first') !== null;
      return { asked: box('.asked'), sheet: box('.frame > .sheet'), foot: box('.foot'), first: box(hand ? '.panel' : 'button.choice') };
    });
    for (let round = 0; round < 5; round++) {
      await page.goto(`/t/${id}`);
      if ((await turn(page)) === 0) break;
      // The number of the first choice can be read; with the hand first, the hand.
      await expect.poll(async () => (await edges()).first.top + 24 < (await edges()).foot.top).toBe(true);
      for (const tab of await page.locator('[data-tab]').all()) {
        await tab.click();
        await page.locator('.frame > .sheet').evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight));
        const { asked, sheet } = await edges();
        expect(Math.abs(asked.top - sheet.top)).toBeLessThan(2);
      }
      await advance(page, id, 7, dice(7 + round));
    }
  });
}

test('whatever on a board has the focus, the board stays where it is', async ({ open }) => {
  const page = await open({ size: 'side' });
  for (const game of GAMES) {
    const id = await sitDown(page, withBots(game, 'greedy', game === 'obscurians' ? 4 : 3));
    await advance(page, id, 6, dice(5));
    await page.goto(`/t/${id}`);
    await turn(page);
    const moved = await page.evaluate(() => {
      for (const thing of document.querySelectorAll('.board [data-place], .board [tabindex]')) thing.scrollIntoView();
      return [...document.querySelectorAll('.board *')].filter((one) => one.scrollLeft !== 0 || one.scrollTop !== 0).map((one) => one.getAttribute('class'));
    });
    expect(moved, game).toEqual([]);
  }
});

test('who looks on is told what happens first, on every screen', async ({ open }) => {
  const host = await open();
  const id = await sitDown(host, { ...withBots('gugong', 'random', 3), open: true });
  await advance(host, id, 6, dice(5));
  for (const size of ['phone', 'tablet', 'wide'] as const) {
    const guest = await open({ size });
    await guest.goto('/');
    await guest.goto(`/t/${id}`);
    await expect(guest.locator('[data-tab=log]')).toHaveAttribute('aria-selected', 'true');
    await expect(guest.locator('[role=log]')).toBeInViewport();
    expect(await layoutFaults(guest)).toEqual([]);
  }
});

test('on a phone the log begins with the latest, and all of it is one tap away; a replay shows the line of its move', async ({ open }) => {
  const page = await open({ size: 'phone' });
  const id = await sitDown(page, withBots('dunhuang'));
  await advance(page, id, 14, dice(5));
  await page.reload();
  await turn(page);
  await page.locator('[data-tab="log"]').click();
  const lines = page.locator('[role=log] .line');
  await expect(lines).toHaveCount(8);
  const latest = await lines.last().innerText();
  await page.locator('[role=log] button', { hasText: 'Show all' }).click();
  expect(await lines.count()).toBeGreaterThan(14);
  await expect(lines.last()).toHaveText(latest);

  await advance(page, id, Infinity, dice(5));
  await page.goto(`/replay/${id}#20`);
  const current = page.locator('.story [aria-current]');
  await expect(current).toBeVisible();
  await expect
    .poll(() => current.evaluate((line) => {
      const [own, box] = [line, line.parentElement!].map((one) => one.getBoundingClientRect());
      return own!.top >= box!.top - 1 && own!.bottom <= box!.bottom + 1;
    }))
    .toBe(true);
});

test('on a phone the hand of Gugong is in one place, and words stay in their buttons', async ({ open }) => {
  const host = await open({ size: 'phone', lang: 'ru' });
  const id = await sitDown(host, { game: 'gugong', seats: ['me', 'free'], open: true });
  const guest = await open();
  await guest.goto('/');
  await guest.goto(`/t/${id}`);
  await guest.getByRole('button', { name: 'Sit here' }).click();
  await host.locator('button.go').last().click();
  await host.waitForSelector('.frame');
  const asks = host.getByRole('button', { name: 'Просить отмену' });
  for (const page of [host, guest]) await page.waitForSelector('.frame');
  const seated = [host, guest];
  const roll = dice(3);
  for (let tries = 0; tries < 60 && (await asks.count()) === 0; tries++) {
    const counts = await Promise.all(seated.map((page) => page.locator('button.choice').count()));
    const at = counts.findIndex((count) => count > 0);
    if (at >= 0) await choose(seated[at]!, roll, counts[at]!, at === 0);
    else await host.waitForTimeout(50);
  }
  await expect(asks).toBeVisible();
  expect(await layoutFaults(host)).toEqual([]);
  await host.screenshot({ path: 'shots/ask-gugong-ru-phone.png' });
  const hand = (await (await host.request.get(`/api/v1/tables/${id}/view`)).json()) as { view: { hand: { [seat: string]: string[] } } };
  await expect(host.locator('.strip .target')).toHaveCount(hand.view.hand['1']!.length);
  await expect(host.locator('.board .target[data-place^="gift."]')).toHaveCount(0);
});
