// What the house for browsers may take: of the line, of memory, and of the machine; and that thinking
// ends at once when nobody wants it any more.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Engine, type Done } from '../../src/house/engine';
import { Pool, type Thinker } from '../../src/house/pool';

const root = join(__dirname, '../../..');
const build = join(root, process.env.SERAI_BUILD ?? 'build');
const bytes = readFileSync(join(build, 'wasm/house.wasm'));
const games = join(root, 'src/games');
const KB = 1024;
const MB = 1024 * KB;

const nets = readdirSync(games, { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .flatMap(({ name: game }) => readdirSync(join(games, game)).flatMap((file) => (/^net-\d\.bin$/.test(file) ? [[game, join(games, game, file)] as const] : [])));

test('engine, bots and host for all games are at most 450 KB with gzip, each net at most 80', () => {
  expect(gzipSync(bytes, { level: 9 }).length).toBeLessThanOrEqual(450 * KB);
  expect(nets.length).toBeGreaterThan(0);
  for (const [, file] of nets) expect(gzipSync(readFileSync(file), { level: 9 }).length, file).toBeLessThanOrEqual(80 * KB);
});

test('nets are files of their own: none is in the module', () => {
  for (const [, file] of nets) expect(bytes.indexOf(readFileSync(file).subarray(64, 128)), file).toBe(-1);
});

test('all that it may ask of the machine are the time and chance', () => {
  const asked = WebAssembly.Module.imports(new WebAssembly.Module(bytes)).map(({ module, name, kind }) => `${module} ${name} ${kind}`);
  expect(asked.sort()).toEqual(['clock_time_get', 'fd_close', 'fd_seek', 'fd_write', 'random_get'].map((name) => `wasi_snapshot_preview1 ${name} function`));
});

test('a thinker has 64 MB at most, whatever it was asked before', () => {
  const engine = new Engine(new WebAssembly.Module(readFileSync(join(build, 'wasm/trial.wasm'))));
  const play = (game: string, seats: number, bot: string) => expect(engine.trial('play', JSON.stringify({ game, seats, seed: 7, bot, most: 2 })).text, `${game} ${bot}`).not.toBe('');
  for (const [game, seats] of [['dunhuang', 4], ['gugong', 5], ['marcopolo', 4], ['obscurians', 6], ['pandaspin', 5]] as const) {
    for (const bot of ['search:20', 'search:600', 'search:20ms']) play(game, seats, bot); // one against the clock wants as much as there is
    expect(engine.size, game).toBeLessThanOrEqual(64 * MB);
  }
  expect(engine.size).toBeGreaterThan(32 * MB);
});

/** Thinks until it is told what came of it. */
class Slow implements Thinker {
  ended = 0;
  answer: (done: Done) => void = () => {};
  private failed: (reason: unknown) => void = () => {};
  constructor(readonly begun: Slow[]) {
    begun.push(this);
  }
  think(): Promise<Done> {
    return new Promise((done, failed) => ([this.answer, this.failed] = [done, failed]));
  }
  end(): void {
    this.ended++;
    this.failed(new Error('stopped'));
  }
}

test('a thought that nobody wants any more ends at once, and the next begins', async () => {
  const begun: Slow[] = [];
  const pool = new Pool(() => new Slow(begun), 2);
  const heard: number[] = [];
  const add = (number: number) => pool.add({ job: 'turn', id: 'x', seat: 0, number, bot: 'strong', record: '', nets: [] }, () => heard.push(number));
  pool.expect();
  pool.expect();
  expect(begun).toHaveLength(1); // it is there before it is wanted
  add(1);
  add(2);
  add(3);
  expect(begun).toHaveLength(2);
  pool.sift(({ number }) => number !== 1);
  expect(begun.map(({ ended }) => ended)).toEqual([1, 0, 0]);
  begun[1]!.answer({ done: 'turn' });
  begun[2]!.answer({ done: 'turn' });
  await new Promise((done) => setTimeout(done));
  expect(heard.sort()).toEqual([2, 3]);
});
