// What bench/wasm measures: the engine as WebAssembly beside the build for this machine. Each does the
// same work, to the same result, one after the other; the best of some tries counts, by processor time.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Engine } from '../../src/house/engine';

const build = join(__dirname, '../../..', process.env.SERAI_BUILD ?? 'build');
const module = new WebAssembly.Module(readFileSync(join(build, 'wasm/trial.wasm')));
const TRIES = 4;

const rows: string[] = [];

function native(kind: string, wish: string): { text: string; seconds: number } {
  const { stdout, stderr } = spawnSync(join(build, 'release/trial'), [kind, wish], { encoding: 'utf8' });
  return { text: stdout, seconds: Number(stderr) };
}

function wasm(engine: Engine, kind: 'play' | 'random', wish: string): { text: string; seconds: number } {
  const begin = process.cpuUsage();
  const { text } = engine.trial(kind, wish);
  const { user, system } = process.cpuUsage(begin);
  return { text, seconds: (user + system) / 1e6 };
}

test.each([
  ['dunhuang', 3, 4000, 1500],
  ['marcopolo', 3, 400, 600],
  ['gugong', 3, 2000, 1000],
  ['pandaspin', 4, 4000, 1500],
  ['obscurians', 4, 1000, 1000],
] as const)('%s', (game, seats, games, iterations) => {
  const ratio = (kind: 'play' | 'random', wish: object, net?: string): number => {
    const text = JSON.stringify(wish);
    const engine = new Engine(module);
    if (net) engine.net(`${game}-2`, readFileSync(net));
    wasm(engine, kind, text); // compiled in full only when it has run for a while
    let [here, there] = [Infinity, Infinity];
    for (let i = 0; i < TRIES; i++) {
      const a = native(kind, text);
      const b = wasm(engine, kind, text);
      expect(b.text).toBe(a.text);
      here = Math.min(here, a.seconds);
      there = Math.min(there, b.seconds);
    }
    return here / there;
  };
  const random = ratio('random', { game, seats, seed: 5, games });
  const search = ratio('play', { game, seats, seed: 5, bot: `search:${iterations}`, most: 25 });
  const net = join(__dirname, '../../../src/games', game, 'net-2.bin');
  const judged = existsSync(net) ? ratio('play', { game, seats: 2, seed: 5, bot: `search:${iterations}`, most: 25 }, net).toFixed(2) : '';
  rows.push(`| ${game.padEnd(10)} | ${random.toFixed(2)} | ${search.toFixed(2)} | ${judged.padEnd(4)} |`);
});

test('told', () => {
  console.log(['| game       | random play | search | with a net |', '| --- | --- | --- | --- |', ...rows].join('\n'));
});
