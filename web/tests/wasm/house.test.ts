// The house in a browser, in Node: requests and sockets as pages make them, over a store in memory
// that can be full, overtaken, or begun anew.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Engine, type Job, type Keep } from '../../src/house/engine';
import { House } from '../../src/house/house';
import { GONE, type ToPage } from '../../src/house/messages';
import { Nets } from '../../src/house/nets';
import { Pool, type Thinker } from '../../src/house/pool';
import { Memory, type Kept } from '../../src/house/vault';

const build = join(__dirname, '../../..', process.env.SERAI_BUILD ?? 'build');
const module = new WebAssembly.Module(readFileSync(join(build, 'wasm/house.wasm')));

const netFile = (name: string) => readFileSync(join(__dirname, '../../../src/games', name.replace(/-(\d)$/, '/net-$1.bin')));

/** Who has thought, of what table, and after how much of it. */
const thoughts: Pick<Job, 'bot' | 'id' | 'number'>[] = [];

const think = (): Thinker => {
  const engine = new Engine(module);
  return {
    think: (job: Job, told) => {
      for (const name of job.nets) engine.net(name, netFile(name));
      const done = engine.think(job, told);
      if (done.move) thoughts.push(job);
      return Promise.resolve(done);
    },
    end: () => {},
  };
};

/** A store that answers as it is told to. */
class Moody extends Memory {
  mood: Kept = 'done';
  commits = 0;
  override commit(lines: readonly Keep[]): Promise<Kept> {
    if (this.mood !== 'done') return Promise.resolve(this.mood);
    this.commits++;
    return super.commit(lines);
  }
}

interface Page {
  ask<T>(method: string, path: string, body?: unknown, lang?: string): Promise<{ status: number; body: T }>;
  open(table: string): number;
  told: ToPage[];
  house: House;
  over: boolean;
}

async function begin(vault: Memory): Promise<Page> {
  const waiting = new Map<number, (message: ToPage) => void>();
  const told: ToPage[] = [];
  let last = 0;
  const page = { told, over: false } as Page;
  page.house = await House.open(
    module,
    vault,
    new Pool(think, 2),
    (_client, message) => {
      if ('answer' in message) waiting.get(message.answer)?.(message);
      else told.push(message);
    },
    () => (page.over = true),
  );
  page.ask = <T>(method: string, path: string, body?: unknown, lang = 'en') =>
    new Promise<{ status: number; body: T }>((done) => {
      const number = ++last;
      waiting.set(number, (message) => 'answer' in message && done({ status: message.status, body: (message.type === 'application/json' ? JSON.parse(message.text) : message.text) as T }));
      const [bare, query] = path.split('?');
      const given = Object.fromEntries([...new URLSearchParams(query)].map(([name, value]) => [name, Number(value)]));
      page.house.take('page', { ask: number, question: { method, path: `/api/v1${bare}`, lang, body: typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body), ...given } });
    });
  page.open = (table) => {
    page.house.take('page', { open: ++last, table, lang: 'en' });
    return last;
  };
  return page;
}

const golden = (game: string) => join(__dirname, `../../../tests/golden/${game}/1-2-1.record`);

async function until<T>(ask: () => Promise<T>, done: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (done(answer)) return answer;
    await new Promise((next) => setTimeout(next, 20));
  }
}

interface View {
  number: number;
  view: { over: boolean; moves?: { move: string }[] };
}

async function sit(page: Page, game: string, seats: unknown[]): Promise<string> {
  const met = await page.ask('POST', '/people', { name: 'Wanderer' });
  expect(met.status, JSON.stringify(met.body)).toBe(201);
  const { status, body } = await page.ask<{ id: string }>('POST', '/tables', { game, seats });
  expect(status, JSON.stringify(body)).toBe(201);
  expect((await page.ask('POST', `/tables/${body.id}/start`, {})).status).toBe(200);
  return body.id;
}

async function playOn(page: Page, id: string, most = Infinity, enough = () => false): Promise<View> {
  for (let made = 0; ; ) {
    const { body } = await page.ask<View>('GET', `/tables/${id}/view`);
    if (body.view.over || made >= most || enough()) return body;
    if (body.view.moves) {
      const { status } = await page.ask('POST', `/tables/${id}/moves`, { move: body.view.moves[0]!.move, after: body.number });
      expect([200, 409]).toContain(status);
      made++;
    } else await new Promise((done) => setTimeout(done));
  }
}

test('every game is played to its end against bots, and gone through afterwards', async () => {
  const page = await begin(new Memory());
  for (const [game, seats] of [['dunhuang', 2], ['gugong', 1], ['marcopolo', 2], ['pandaspin', 3], ['obscurians', 4]] as const) {
    const id = await sit(page, game, ['me', ...Array<string>(seats - 1).fill('random')]);
    expect(id).toMatch(/^l[a-z0-9]{11}$/);
    page.open(id);
    await playOn(page, id);
    const moves = await page.ask<{ plies: number }>('GET', `/tables/${id}/moves`);
    expect(moves.body.plies).toBeGreaterThan(5);
    const step = await page.ask<{ ply: number }>('GET', `/tables/${id}/replay?ply=3`);
    expect(step.body.ply).toBe(3);
    const record = await page.ask<string>('GET', `/tables/${id}/record`);
    const again = await page.ask<{ imported: boolean }>('POST', '/import', record.body);
    expect([again.status, again.body.imported]).toEqual([201, true]);
  }
  const exported = await page.ask<string>('GET', '/people/me/export');
  expect(exported.body.trim().split('\n')).toHaveLength(10);
  page.house.close();
});

test.each(['dunhuang', 'gugong', 'marcopolo', 'pandaspin', 'obscurians'])('every level sits down at %s, and moves', async (game) => {
  const page = await begin(new Memory());
  const { body } = await page.ask<{ games: { name: string; seats: { min: number } }[]; bots: { name: string }[] }>('GET', '/games');
  const seats = Math.max(2, body.games.find(({ name }) => name === game)!.seats.min);
  expect(body.bots.map(({ name }) => name)).toEqual(expect.arrayContaining(['novice', 'fair', 'strong', 'master']));
  for (const { name: bot } of body.bots) {
    const id = await sit(page, game, [bot, 'me', ...Array<string>(seats - 2).fill('random')]);
    page.open(id);
    const thought = () => thoughts.find((one) => one.id === id && one.bot === bot);
    await playOn(page, id, Infinity, () => thought() !== undefined);
    await page.house.settled();
    expect((await page.ask<View>('GET', `/tables/${id}/view`)).body.number, bot).toBeGreaterThan(thought()!.number);
  }
  page.house.close();
});

test('a house that is begun anew from what was kept goes on where it was', async () => {
  const vault = new Memory();
  const first = await begin(vault);
  const id = await sit(first, 'gugong', ['me', 'fair']);
  first.open(id);
  const before = await playOn(first, id, 6);
  first.house.close();
  const second = await begin(vault);
  const after = await second.ask<View>('GET', `/tables/${id}/view`);
  expect(after.body.number).toBeGreaterThanOrEqual(before.number);
  const mine = await second.ask<{ tables: { id: string }[] }>('GET', '/people/me/tables');
  expect(mine.body.tables.map((table) => table.id)).toEqual([id]);
  second.open(id);
  await playOn(second, id, 3);
  second.house.close();
});

test('a store that is full changes nothing, and says so', async () => {
  const vault = new Moody();
  const page = await begin(vault);
  const id = await sit(page, 'dunhuang', ['me', 'me']);
  const before = (await page.ask<View>('GET', `/tables/${id}/view?seat=1`)).body.number;
  page.open(id);
  await page.house.settled();
  vault.mood = 'full';
  const refused = await page.ask<{ error: { problem: string } }>('POST', '/tables', { game: 'gugong', seats: ['me', 'fair'] });
  expect([refused.status, refused.body.error.problem]).toEqual([503, 'storage_full']);
  expect(page.told.some((message) => 'told' in message && message.text.includes('storage_full'))).toBe(true);
  expect(page.told.some((message) => 'closed' in message)).toBe(true);
  vault.mood = 'done';
  expect((await page.ask<View>('GET', `/tables/${id}/view?seat=1`)).body.number).toBe(before);
  expect((await page.ask<{ tables: unknown[] }>('GET', '/people/me/tables')).body.tables).toHaveLength(1);
  page.house.close();
});

test('a house that was overtaken writes nothing more, and ends', async () => {
  const vault = new Moody();
  const page = await begin(vault);
  await sit(page, 'dunhuang', ['me', 'me']);
  const commits = vault.commits;
  vault.mood = 'conflict';
  const refused = await page.ask<{ error: { problem: string } }>('POST', '/tables', { game: 'gugong', seats: ['me', 'fair'] });
  expect(refused.body.error.problem).toBe('storage_conflict');
  expect(page.over).toBe(true);
  vault.mood = 'done';
  page.house.take('page', { ask: 99, question: { method: 'POST', path: '/api/v1/tables', lang: 'en', body: '{}' } });
  await page.house.settled();
  expect(vault.commits).toBe(commits);
});

test('passwords are refused with a reason', async () => {
  const page = await begin(new Memory());
  const refused = await page.ask<{ error: { problem: string } }>('POST', '/people', { name: 'Ada', password: 'nine camels' });
  expect([refused.status, refused.body.error.problem]).toEqual([400, 'no_passwords']);
  page.house.close();
});

test('what was kept and does not make sense is as if it were not there', async () => {
  const vault = new Memory();
  await vault.commit([{ keep: 'table', id: 'lbroken', fresh: 1, value: { id: 'lbroken', seats: 99 } }]);
  const page = await begin(vault);
  expect((await page.ask('GET', '/tables/lbroken')).status).toBe(404);
  page.house.close();
});

test('a thinker does nothing without the net of its game, and says so', () => {
  const engine = new Engine(module);
  const job = (nets: string[]): Job => ({ job: 'turn', id: 'x', seat: 0, number: 1, bot: 'greedy', record: readFileSync(golden('dunhuang'), 'utf8'), nets });
  expect(() => engine.think(job(['dunhuang-2']))).toThrow('dunhuang-2');
  expect(() => engine.net('dunhuang-2', new Uint8Array(40))).toThrow('of no use');
  expect(() => engine.net('nothing-2', netFile('dunhuang-2'))).toThrow('of no use');
  engine.net('dunhuang-2', netFile('dunhuang-2'));
  expect(engine.think(job(['dunhuang-2'])).done).toBe('turn');
});

test('a net that does not come is asked for again, and that is told', async () => {
  const said: (string | number | boolean)[] = [];
  let fails = 2;
  const fetches = (address: string) => {
    said.push(address);
    return fails-- > 0 ? Promise.reject(new TypeError('no network')) : Promise.resolve(new Response(new Uint8Array([7])));
  };
  const nets = new Nets({ 'dunhuang-2': 'there' }, (waits) => said.push(waits), fetches, (pause) => Promise.resolve(said.push(pause)));
  const [first, second] = await Promise.all([nets.of('dunhuang-2'), nets.of('dunhuang-2')]);
  expect([...new Uint8Array(first)]).toEqual([7]);
  expect(second).toBe(first);
  expect(said).toEqual(['there', true, 1000, 'there', 2000, 'there', false]);
});

test('the coach reviews a game here as on a server, and the review is kept', async () => {
  const vault = new Memory();
  const page = await begin(vault);
  // The first moves of a game: a review takes its time for every decision.
  const played = await sit(page, 'dunhuang', ['me', 'me']);
  for (let made = 0; made < 6; made++) {
    const views = await Promise.all([1, 2].map((seat) => page.ask<View>('GET', `/tables/${played}/view?seat=${seat}`)));
    const seat = views.findIndex((view) => view.body.view.moves) + 1;
    const { body: seen } = views[seat - 1]!;
    expect((await page.ask('POST', `/tables/${played}/moves`, { move: seen.view.moves![0]!.move, after: seen.number, seat })).status).toBe(200);
  }
  const record = (await page.ask<string>('GET', `/tables/${played}/record`)).body;
  const { body } = await page.ask<{ id: string }>('POST', '/import', record);
  const told: unknown[] = [];
  const review = await until(() => page.ask<{ thinking: boolean; done: number; all: number; review: unknown }>('GET', `/tables/${body.id}/review`), (answer) => {
    if (answer.body.thinking) told.push(answer.body.all);
    return !answer.body.thinking;
  });
  expect(told.length).toBeGreaterThan(0);
  const native = JSON.parse(execFileSync(join(build, 'release/serai'), ['review', '-', '--json'], { encoding: 'utf8', input: record })) as unknown;
  expect(review.body.review).toEqual(native);
  page.house.close();
  const again = await begin(vault);
  expect((await again.ask<{ thinking: boolean }>('GET', `/tables/${body.id}/review`)).body.thinking).toBe(false);
  again.house.close();
});

test('games are taken along before their end, and continued elsewhere', async () => {
  const page = await begin(new Memory());
  const id = await sit(page, 'gugong', ['me', 'random']);
  page.open(id);
  await playOn(page, id, 5);
  const exported = await page.ask<string>('GET', '/people/me/export');
  const [line] = exported.body.trim().split('\n').map((one) => JSON.parse(one) as { table: string; record: string });
  expect(line!.table).toBe(id);
  page.house.close();
  const other = await begin(new Memory());
  await other.ask('POST', '/people', { name: 'Ada' });
  const { body } = await other.ask<{ id: string; status: string }>('POST', '/import', line!.record);
  const fork = await other.ask<{ id: string }>('POST', `/tables/${body.id}/fork`, { seat: 1, bot: 'random' });
  expect(fork.status, JSON.stringify(fork.body)).toBe(201);
  expect((await other.ask('POST', `/tables/${fork.body.id}/start`, {})).status).toBe(200);
  other.open(fork.body.id);
  expect((await playOn(other, fork.body.id)).view.over).toBe(true);
  other.house.close();
});

test('the puzzle of the day is found, told in both languages, and kept', async () => {
  const DAY = 20002; // one that is soon found
  vi.useFakeTimers({ toFake: ['Date'], now: DAY * 86_400_000 });
  try {
    interface Told {
      thinking: boolean;
      day: number;
      verdict: { mistake: boolean; answers: unknown[] };
      view: { prompt: string };
    }
    const vault = new Memory();
    const page = await begin(vault);
    const ask = (of: Page, lang: string) => of.ask<Told>('GET', '/puzzles/dunhuang', undefined, lang);
    const { body } = await until(() => ask(page, 'en'), (answer) => !answer.body.thinking);
    expect([body.day, body.verdict.mistake]).toEqual([DAY, true]);
    page.house.close();
    const again = await begin(vault);
    expect((await ask(again, 'en')).body).toEqual(body);
    const russian = (await ask(again, 'ru')).body;
    expect([russian.thinking, russian.verdict]).toEqual([false, body.verdict]);
    expect(russian.view.prompt).not.toBe(body.view.prompt);
    again.house.close();
  } finally {
    vi.useRealTimers();
  }
});

test('what fuzzers kept for messages goes through without a trap', async () => {
  const folder = join(__dirname, '../../../fuzz/corpus/messages');
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(0);
  const page = await begin(new Memory());
  const id = await sit(page, 'dunhuang', ['me', 'me']);
  for (const file of files) {
    const socket = page.open(id); // whoever says too much that makes no sense is hung up on
    for (const text of readFileSync(join(folder, file), 'utf8').split('\n')) page.house.take('page', { say: socket, text });
    await page.house.settled();
    expect(page.told.filter((message) => 'closed' in message && message.closed === socket && message.code === GONE), file).toEqual([]);
    page.house.take('page', { close: socket });
  }
  expect((await page.ask('GET', `/tables/${id}`)).status).toBe(200);
  page.house.close();
});
