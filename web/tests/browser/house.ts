// What the browser tests share: a real server of their own with the built client, people in browsers
// of their own, and playing by clicks, by taps and by keys.

import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server as FileServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('../..', import.meta.url));
const program = resolve(web, process.env.SERAI ?? '../build/release/serai');
/** The same with the examples in: games without a board of their own. */
export const withExamples = resolve(web, process.env.SERAI_EXAMPLES ?? '../build/release/serai-examples');

/** Loaded before the server: deals and bots' draws are the same in every run (tests/reliability/deals.c);
 *  SERAI_DEALS=chance leaves them to chance, to look for what other deals bring. */
const deals = process.env.SERAI_DEALS === 'chance' ? null : resolve(dirname(program), 'deals.so');

/** `serai serve` with a data directory of its own; may be killed and started again. */
export class Server {
  address = '';
  private process: ChildProcess | null = null;
  private readonly data = mkdtempSync(join(tmpdir(), 'serai-web-'));

  /** The client in web/dist, or the one inside the program, compressed and kept by browsers. */
  constructor(private readonly client: 'dist' | 'inside' = 'dist', private readonly served = program, private readonly settings = '') {
    this.deal(1n);
  }

  /** What is drawn from now on is drawn as ever after this number. */
  deal(number: bigint): void {
    const words = new BigUint64Array([number, 0n]);
    writeFileSync(join(this.data, 'deals'), new Uint8Array(words.buffer), { flag: existsSync(join(this.data, 'deals')) ? 'r+' : 'w' });
  }

  async start(): Promise<void> {
    if (deals && !existsSync(deals)) throw new Error(`${deals} is not there: make VARIANT=release faults`);
    const listen = this.address ? new URL(this.address).host : '127.0.0.1:0';
    const config = join(this.data, 'settings');
    writeFileSync(config, this.settings);
    const child = spawn(this.served, ['serve', '--config', config, '--listen', listen, '--data', this.data, ...(this.client === 'dist' ? ['--web', join(web, 'dist')] : [])], { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, ...(deals ? { LD_PRELOAD: deals, DEALS: join(this.data, 'deals') } : {}) } });
    this.process = child;
    this.address = await new Promise<string>((done, failed) => {
      let said = '';
      child.stdout!.on('data', (bytes: Buffer) => {
        said += String(bytes);
        const found = /http:\/\/[\d.:]+/.exec(said);
        if (found) done(found[0]);
      });
      child.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
      child.once('error', failed);
    });
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
  }

  async clear(): Promise<void> {
    await this.end('SIGTERM');
    rmSync(this.data, { recursive: true, force: true });
  }
}

const TYPES: { [end: string]: string } = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.woff2': 'font/woff2', '.json': 'application/json', '.webmanifest': 'application/manifest+json', '.png': 'image/png', '.bin': 'application/octet-stream' };

/** The site on a static host, in a folder of it: files, and nothing else. */
export class Site extends Server {
  private host: FileServer | null = null;
  private readonly folder = '/some/folder/';
  private readonly root = resolve(web, process.env.SERAI_SITE ?? '../build/site');
  /** What was asked for. */
  readonly asked: string[] = [];

  /** Files that are other than they were built, by their names. */
  readonly instead = new Map<string, string | Buffer>();

  private number = 1n;

  /** `before` stands before the script of the worker that has the house. */
  constructor(private readonly before = '') {
    super();
  }

  override deal(number: bigint): void {
    this.number = number;
  }

  /** Before the scripts of workers: seeds, which have 32 bytes, are counted out; ids are not. */
  private dealing(): string {
    if (!deals) return '';
    return `{
const draw = crypto.getRandomValues.bind(crypto);
let word = ${this.number & 0xffffffffn};
crypto.getRandomValues = (to) => to.length === 32 && to instanceof Uint8Array ? to.map((_, at) => (to[at] = (word = (Math.imul(word, 1664525) + 1013904223) >>> 0) >>> 24)) : draw(to);
}
`;
  }

  file(name: string): string {
    return readFileSync(join(this.root, name), 'utf8');
  }

  override async start(): Promise<void> {
    const port = this.address ? Number(new URL(this.address).port) : 0;
    this.host = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://host').pathname;
      this.asked.push(`${request.method} ${path}`);
      const file = normalize(path.slice(this.folder.length) || 'index.html');
      try {
        if (!path.startsWith(this.folder) || file.startsWith('..') || request.method !== 'GET') throw new Error();
        const whose = /^assets\/(worker|thinker)-[^/]*\.js$/.exec(file)?.[1];
        const before = whose ? this.dealing() + (whose === 'worker' ? this.before : '') : '';
        const bytes = this.instead.get(file) ?? (before ? before + readFileSync(join(this.root, file), 'utf8') : readFileSync(join(this.root, file)));
        response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(bytes);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((done) => this.host!.listen(port, '127.0.0.1', done));
    this.address = `http://127.0.0.1:${(this.host.address() as { port: number }).port}${this.folder}`;
  }

  override async end(): Promise<void> {
    const host = this.host;
    this.host = null;
    if (!host) return;
    host.closeAllConnections();
    await new Promise((done) => host.close(done));
  }
}

export const GAMES = ['dunhuang', 'marcopolo', 'gugong', 'pandaspin', 'obscurians'] as const;
export type Game = (typeof GAMES)[number];
/** The fewest seats at which each game is at its best for tests. */
export const SEATS: { [game in Game]: number } = { dunhuang: 2, marcopolo: 2, gugong: 2, pandaspin: 2, obscurians: 4 };

/** The three ways in which a table is laid out. */
export const SIZES = { wide: { width: 1440, height: 900 }, tablet: { width: 820, height: 1180 }, phone: { width: 360, height: 740 } } as const;
/** Those, and what else people have. */
export const SCREENS = { ...SIZES, side: { width: 1024, height: 768 }, tall: { width: 390, height: 844 } } as const;

export interface PersonWish {
  size?: keyof typeof SCREENS;
  /** Fingers in the place of a mouse; phones have them. */
  touch?: boolean;
  lang?: 'en' | 'ru';
  likes?: { [name: string]: unknown };
  /** Things fly; else nothing moves. */
  moving?: boolean;
  /** The browser keeps the pages of a server for when it is out of reach. */
  keeping?: boolean;
}

/** A browser of one's own, with the preferences of somebody in a hurry. Anything that breaks on the
 *  page fails the test. */
export async function person(browser: Browser, server: Server, { size = 'wide', touch = SCREENS[size].width < 500, lang = 'en', likes = {}, moving = false, keeping = server instanceof Site }: PersonWish = {}): Promise<{ context: BrowserContext; page: Page; broken: string[] }> {
  const context = await browser.newContext({ baseURL: server.address, viewport: SCREENS[size], locale: lang === 'ru' ? 'ru-RU' : 'en-US', hasTouch: touch, isMobile: touch && SCREENS[size].width < 500, serviceWorkers: keeping ? 'allow' : 'block', reducedMotion: moving ? 'no-preference' : 'reduce' });
  const kept = JSON.stringify({ lang, speed: moving ? 'normal' : 'off', sound: false, forced: false, ...likes });
  // Once: what the person changes later stays.
  await context.addInitScript((text) => {
    if (location.protocol !== 'about:' && localStorage.getItem('serai.preferences') === null) localStorage.setItem('serai.preferences', text);
  }, kept);
  const broken: string[] = [];
  context.on('page', (page) => watch(page, server, broken));
  const page = await context.newPage();
  return { context, page, broken };
}

/** Anything that breaks on the page is kept; on a site, addresses of pages stand behind a #. */
function watch(page: Page, server: Server, broken: string[]): void {
  if (server instanceof Site) {
    const go = page.goto.bind(page);
    page.goto = (address, options) => {
      const whole = address.startsWith('/') ? `${server.address}#${address}` : address;
      return page.url() === whole ? page.reload(options) : go(whole, options);
    };
  }
  page.on('pageerror', (error) => broken.push(String(error.stack ?? error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(message.text())) broken.push(message.text());
  });
}

/** A number for a name, always the same (FNV-1a). */
const numberOf = (name: string): bigint => [...name].reduce((sum, letter) => BigInt.asUintN(64, (sum ^ BigInt(letter.codePointAt(0)!)) * 0x100000001b3n), 0xcbf29ce484222325n);

interface Fixtures {
  dealt: void;
  open: (wish?: PersonWish) => Promise<Page>;
}

/** Each worker has a server; each test has games of its own, whichever ran before it, and opens people, who are looked after at its end. */
export const test = base.extend<Fixtures, { server: Server; where: 'served' | 'site' }>({
  where: ['served', { option: true, scope: 'worker' }],
  server: [
    async ({ where }, use) => {
      const server = where === 'site' ? new Site() : new Server();
      await server.start();
      await use(server);
      await server.clear();
    },
    { scope: 'worker' },
  ],
  dealt: [
    async ({ server }, use, info) => {
      server.deal(numberOf([...info.titlePath.slice(1), info.repeatEachIndex].join(' ')));
      await use();
    },
    { auto: true },
  ],
  open: async ({ browser, server }, use) => {
    const people: Awaited<ReturnType<typeof person>>[] = [];
    await use(async (wish) => {
      const one = await person(browser, server, wish);
      people.push(one);
      return one.page;
    });
    for (const { context, broken } of people) {
      await context.close();
      expect(broken, 'nothing broke on the page').toEqual([]);
    }
  },
});
export { expect };

/** Makes a table as the page would, and goes there. */
export async function sitDown(page: Page, wish: { game: string; seats: unknown[]; [more: string]: unknown }): Promise<string> {
  if (!page.url().startsWith('http')) await page.goto('/');
  const id = await page.evaluate(async (body) => {
    type Request = (method: string, path: string, lang: string, body?: string) => Promise<Response>;
    const { serai } = globalThis as unknown as { serai?: { request: Request } };
    const request: Request =
      serai?.request ?? ((method, path, _lang, what) => fetch(`/api/v1${path}`, { method, headers: { 'Content-Type': 'application/json' }, body: what }));
    const post = async (path: string, what: unknown) => {
      const answer = await request('POST', path, 'en', JSON.stringify(what));
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as { id: string };
    };
    if (!(await request('GET', '/people/me', 'en')).ok) await post('/people', { name: 'Wanderer' });
    const table = await post('/tables', body);
    if (!body.seats.includes('free')) await post(`/tables/${table.id}/start`, {});
    return table.id;
  }, wish);
  await page.goto(`/t/${id}`);
  return id;
}

/** A request as the page would make it. */
export async function ask<T>(page: Page, server: Server, path: string, data: unknown = {}): Promise<T> {
  const answer = await page.request.post(`/api/v1${path}`, { data, headers: { Origin: server.address } });
  if (!answer.ok()) throw new Error(await answer.text());
  return (await answer.json()) as T;
}

/** Makes a table without showing any page, so that nothing of the client is in the browser yet. */
export async function tableUnseen(page: Page, server: Server, wish: { game: string; seats: unknown[]; [more: string]: unknown }): Promise<string> {
  await ask(page, server, '/people', { name: 'Wanderer' });
  const { id } = await ask<{ id: string }>(page, server, '/tables', wish);
  await ask(page, server, `/tables/${id}/start`);
  return id;
}

/** Two people with claimed names play a whole game for their ratings; who waits is not shown it. */
export async function ratedGame(server: Server, players: readonly [Page, Page], game: Game): Promise<string[]> {
  const mark = Date.now().toString(36).slice(-5);
  const names = ['Ada', 'Boris'].map((name) => `${name} ${mark}`);
  for (const [index, page] of players.entries()) {
    await ask(page, server, '/people', { name: names[index] });
    await ask(page, server, '/people/me/claim', { password: 'nine camels' });
  }
  const [host, friend] = players;
  const { id, code } = await ask<{ id: string; code: string }>(host, server, '/tables', { game, seats: ['me', 'free'], hints: false });
  await ask(friend, server, '/join', { code });
  await ask(host, server, `/tables/${id}/start`);
  const roll = dice(3);
  for (let over = false; !over; ) {
    for (const page of players) {
      const { number, view } = (await (await page.request.get(`/api/v1/tables/${id}/view`)).json()) as { number: number; view: { over: boolean; moves?: { move: string }[] } };
      over = view.over;
      if (view.moves && !over) await ask(page, server, `/tables/${id}/moves`, { move: view.moves[roll(view.moves.length)]!.move, after: number });
    }
  }
  return names;
}

/** From now on the page keeps what moved on it without the reader having done anything: every thing
 *  with where it was and where it went. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept: { value: number; what: string[] }[] = [];
    (globalThis as unknown as { shifts: typeof kept }).shifts = kept;
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const named = (node: Node | null) => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null);
      return element ? `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${(element.textContent ?? '').trim().slice(0, 30)}"` : 'gone';
    };
    const box = (rect: DOMRect) => [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const one of list.getEntries() as Shift[]) {
        if (one.hadRecentInput) continue;
        kept.push({ value: one.value, what: one.sources.map(({ node, previousRect, currentRect }) => `${named(node)} ${box(previousRect)} -> ${box(currentRect)}`) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What may move: on a phone all is one scroll, and what stands below the choices goes up and down with their number; lines of the log make room for the next. */
const MAY_MOVE = { wide: ['button.line'], phone: ['button.line', 'section.more'] };

/** What has moved on a page of that size and should not have. */
export async function shifts(page: Page, size: keyof typeof MAY_MOVE): Promise<{ value: number; what: string[] }[]> {
  const all = await page.evaluate(() => (globalThis as unknown as { shifts: { value: number; what: string[] }[] }).shifts);
  return all.filter((one) => !one.what.every((what) => MAY_MOVE[size].some((name) => what.startsWith(name))));
}

/** Moves a table on without showing it: any legal moves, by requests. Says how many were made; fewer when the game ends first. */
export async function advance(page: Page, id: string, moves: number, roll: (sides: number) => number): Promise<number> {
  let made = 0;
  while (made < moves) {
    const asked = await page.request.get(`/api/v1/tables/${id}/view`);
    const { number, view } = (await asked.json()) as { number: number; view: { over: boolean; moves?: { move: string }[] } };
    if (view.over) break;
    if (!view.moves) {
      await page.waitForTimeout(30);
      continue;
    }
    const move = view.moves[roll(view.moves.length)]!.move;
    const told = await page.request.post(`/api/v1/tables/${id}/moves`, { data: { move, after: number }, headers: { Origin: new URL(page.url()).origin } });
    if (told.ok()) made++;
    else if (told.status() !== 409) throw new Error(`${move} was refused: ${await told.text()}`);
  }
  return made;
}

/** Plays the table on the page to its end by requests, at a server or in the browser: for what is about finished games. */
export async function finish(page: Page, id: string): Promise<void> {
  await page.evaluate(async (table) => {
    const { serai } = globalThis as unknown as { serai?: { request: (method: string, path: string, lang: string, body?: string) => Promise<Response> } };
    const request = (method: string, path: string, body?: string) =>
      serai ? serai.request(method, path, 'en', body) : fetch(`/api/v1${path}`, { method, headers: { 'Content-Type': 'application/json' }, body });
    for (let made = 1; ; made++) {
      const { number, view } = (await (await request('GET', `/tables/${table}/view`)).json()) as { number: number; view: { over: boolean; moves?: { move: string }[] } };
      if (view.over) return;
      const move = view.moves?.[(made * 7) % view.moves.length]?.move;
      if (move) await request('POST', `/tables/${table}/moves`, JSON.stringify({ move, after: number }));
      else await new Promise((done) => setTimeout(done, 10));
    }
  }, id);
  await page.waitForSelector('.ending h2');
}

export function withBots(game: Game, bot = 'random', seats = SEATS[game]): { game: Game; seats: string[] } {
  return { game, seats: ['me', ...Array<string>(seats - 1).fill(bot)] };
}

/** Small numbers that look random and are the same every time. */
export function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Waits until the person may choose or the game is over; says which, and how many lines there are. */
export async function turn(page: Page): Promise<number> {
  const handle = await page.waitForFunction(
    () => {
      if (document.querySelector('.ending')) return 'over';
      const count = document.querySelectorAll('button.choice').length;
      return count > 0 ? String(count) : false;
    },
    undefined,
    { timeout: 180_000, polling: 25 },
  );
  const said = (await handle.jsonValue()) as string;
  return said === 'over' ? 0 : Number(said);
}

export const ply = async (page: Page): Promise<number> => Number(await page.locator('.frame').getAttribute('data-ply'));

/** How a table stands, for who has just done something: position, choices, what waits to be confirmed, what is said, the
 *  end; and whether it is covered. */
const standing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = (selector: string) => [...document.querySelectorAll(selector)].map((one) => `${one.textContent} ${one.getAttribute('title')} ${one.getAttribute('aria-pressed')}`).join();
    const frame = document.querySelector('.frame');
    return [frame?.getAttribute('data-ply') ?? '', texts('button.choice'), texts('.actions .go:enabled'), texts('.banner'), texts('.ending h2'), frame ? '' : 'covered'];
  });

/** Waits until something has come of what was done. While a move is on its way there are no choices: that is nothing
 *  yet. A thing on a board may also do nothing: then all stays as it is. */
async function comes(page: Page, before: readonly string[]): Promise<void> {
  const changed = async () => (await standing(page)).some((text, index) => text !== '' && text !== before[index]);
  await expect.poll(changed, { timeout: 5000, intervals: [10, 20, 30, 50] }).toBe(true).catch(() => {});
}

/** Takes a line of the list, or now and then a thing on the board; on a touch screen it is confirmed. */
export async function choose(page: Page, roll: (sides: number) => number, count: number, touch: boolean): Promise<void> {
  const targets = page.locator('.board [role=button], .mine [role=button]');
  const things = roll(4) === 0 ? await targets.count() : 0;
  const what = things > 0 ? targets.nth(roll(things)) : page.locator('button.choice').nth(roll(count));
  const before = await standing(page);
  // A thing may be covered by another that overlaps it: then it is taken as keys would take it.
  if (things > 0) {
    await what.focus({ timeout: 5000 }).catch(() => {});
    await page.keyboard.press('Enter');
  } else if (touch) await what.tap();
  else await what.click();
  await comes(page, before);
  const go = page.locator('.actions .go:enabled');
  if ((await go.count()) === 0) return;
  const waiting = await standing(page);
  await (touch ? go.tap() : go.click()).catch(() => {});
  await comes(page, waiting);
}

/** Chooses until that has come of it: a line may also open the several ways of doing something. */
export async function chooseUntil(page: Page, roll: (sides: number) => number, done: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 20 && !(await done()); tries++) await choose(page, roll, await turn(page), false);
  await expect.poll(done).toBe(true);
}

/** Makes one move. */
export async function move(page: Page, roll: (sides: number) => number): Promise<void> {
  const before = await ply(page);
  await chooseUntil(page, roll, async () => (await ply(page)) > before);
}

/** Plays on until there are two lines at least: where that there is one is itself a secret, as of a hand
 *  of three like cards, it is shown and waits to be taken. */
export async function dilemma(page: Page): Promise<void> {
  for (let count = await turn(page); count < 2; count = await turn(page)) {
    expect(count, 'the game goes on').toBe(1);
    const before = await ply(page);
    await choose(page, () => 0, count, false);
    await expect.poll(() => ply(page)).toBeGreaterThan(before);
  }
}

/** Plays to the end, or for so many choices. */
export async function playOn(page: Page, roll: (sides: number) => number, touch = false, most = Infinity): Promise<number> {
  let made = 0;
  for (; made < most; made++) {
    const count = await turn(page);
    if (count === 0) return made;
    await choose(page, roll, count, touch);
  }
  return made;
}

/** The same by keys alone: digits, arrows and Enter. */
export async function playByKeys(page: Page, roll: (sides: number) => number, most = Infinity): Promise<number> {
  let made = 0;
  for (; made < most; made++) {
    const count = await turn(page);
    if (count === 0) return made;
    const wanted = roll(count) + 1;
    const before = await standing(page);
    if (roll(3) > 0) {
      for (const digit of String(wanted)) await page.keyboard.press(digit);
      if (wanted * 10 <= count) await page.keyboard.press('Enter');
    } else {
      await page.keyboard.press('Escape');
      for (let i = 0; i < Math.min(wanted, 4); i++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    }
    if (await page.locator('.actions .go:enabled').count()) await page.keyboard.press('Enter');
    await comes(page, before);
  }
  return made;
}

const axeSource = readFileSync(join(web, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page, in a form that a person can read. */
export async function axe(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const found = await (globalThis as unknown as { axe: { run(options: object): Promise<{ violations: { id: string; help: string; nodes: { target: unknown; failureSummary: string }[] }[] }> } }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
    });
    return found.violations.flatMap((one) => one.nodes.slice(0, 3).map((node) => `${one.id}: ${JSON.stringify(node.target)} ${node.failureSummary.replace(/\s+/g, ' ')}`));
  });
}

/** What is wrong with the way a page is laid out: things that stick out, cut words, small letters. */
export async function layoutFaults(page: Page): Promise<string[]> {
  // Boards follow a change of size a moment later.
  let faults = await faultsNow(page);
  for (let tries = 0; faults.length > 0 && tries < 10; tries++) {
    await page.waitForTimeout(100);
    faults = await faultsNow(page);
  }
  return faults;
}

function faultsNow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const scroller = document.scrollingElement!;
    if (scroller.scrollWidth > window.innerWidth + 1) faults.push(`the page is ${scroller.scrollWidth} wide in ${window.innerWidth}`);
    const seen = (element: Element) => {
      const box = element.getBoundingClientRect();
      return box.width > 1 && box.height > 1 && getComputedStyle(element).visibility !== 'hidden';
    };
    const words = (element: Element) => (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
    const hasText = (element: Element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim() !== '');
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (!hasText(element) || !seen(element) || element.closest('.spoken, .skip, title, option, script, style, desc')) continue;
      const style = getComputedStyle(element);
      let size = Number.parseFloat(style.fontSize);
      const drawn = element instanceof SVGElement ? (element as unknown as SVGGraphicsElement).getScreenCTM?.() : null;
      if (drawn) size *= Math.hypot(drawn.a, drawn.b); // also of things that are turned
      if (size < 11.9) faults.push(`letters of ${size.toFixed(1)} px: "${words(element)}"`);
      if (element instanceof SVGElement) continue;
      const cuts = style.overflowX !== 'visible' || style.textOverflow === 'ellipsis';
      if (cuts && element.scrollWidth > element.clientWidth + 1 && !['auto', 'scroll'].includes(style.overflowX)) faults.push(`cut: "${words(element)}"`);
      const over = element.closest('button, a.button');
      if (over && over.scrollWidth > over.clientWidth + 1) faults.push(`sticks out of its button: "${words(over)}"`);
      const box = element.getBoundingClientRect();
      if (box.right > window.innerWidth + 1 || box.left < -1) {
        if (!element.closest('[style*="overflow"], .banners')) faults.push(`sticks out: "${words(element)}"`);
      }
    }
    // Buttons of the page and its regions never lie over each other.
    const apart = (selector: string) => {
      const boxes = [...document.querySelectorAll(selector)].filter(seen).map((element) => ({ element, box: element.getBoundingClientRect() }));
      boxes.forEach(({ element, box }, index) => {
        for (const other of boxes.slice(index + 1)) {
          if (element.contains(other.element) || other.element.contains(element)) continue;
          const x = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
          const y = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
          if (x > 2 && y > 2) faults.push(`"${words(element)}" lies over "${words(other.element)}"`);
        }
      });
    };
    apart('.frame > *');
    apart('.frame header > *');
    apart('[data-place^="seat."]');
    apart('button.choice');
    apart('main .button');
    return [...new Set(faults)];
  });
}

/** A puzzle: one choice after the other until one is right; each is answered, or opens the several ways of doing it. */
export async function solve(page: Page, choose: (number: number, count: number) => Promise<void>): Promise<void> {
  const choices = page.locator('button.choice');
  const answers = async () => (await page.locator('.try').allInnerTexts()).join();
  const seen = async () => `${await answers()} ${(await choices.allInnerTexts()).join()}`;
  const take = async (number: number): Promise<boolean> => {
    const before = [await answers(), await seen()];
    await choose(number, await choices.count());
    await expect.poll(seen).not.toBe(before[1]);
    return (await answers()) !== before[0];
  };
  const solved = async () => (await page.locator('.try.solved').count()) > 0;
  const count = await choices.count();
  for (let number = 1; number <= count; number++) {
    for (let way = 1, ways = 1; way <= ways && !(await solved()); way++) {
      if (await take(number)) continue;
      ways = await choices.count();
      expect(await take(way)).toBe(true);
    }
  }
}
