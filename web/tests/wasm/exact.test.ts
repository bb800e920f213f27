// The engine as WebAssembly does what the engine does elsewhere: golden records replay to the same
// checksums, searches with a budget in iterations choose the same moves as the build for this
// machine, and what the fuzzers have kept goes through the readers without a trap.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Engine } from '../../src/house/engine';

const root = join(__dirname, '../../..');
const build = join(root, process.env.SERAI_BUILD ?? 'build');
const module = new WebAssembly.Module(readFileSync(join(build, 'wasm/trial.wasm')));
const native = (kind: string, wish: unknown) => execFileSync(join(build, 'release/trial'), [kind, JSON.stringify(wish)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const games = readdirSync(join(root, 'tests/golden')).sort();
const seatsOf: { [game: string]: number[] } = { dunhuang: [2, 3, 4], gugong: [1, 2, 3, 4, 5], marcopolo: [2, 3, 4], obscurians: [4, 5, 6], pandaspin: [2, 3, 4, 5] };

/** An engine with all nets of a game, as the build for this machine has them. */
function engineFor(game: string): Engine {
  const engine = new Engine(module);
  const folder = join(root, 'src/games', game);
  for (const file of readdirSync(folder)) {
    const seats = /^net-(\d)\.bin$/.exec(file)?.[1];
    if (seats) engine.net(`${game}-${seats}`, readFileSync(join(folder, file)));
  }
  return engine;
}

/** Whoever runs the tests wants to hear of them now and then. */
const breath = () => new Promise((done) => setTimeout(done));

describe.each(games)('%s', (game) => {
  test('golden records replay to the same checksums, and are written the same', () => {
    const engine = new Engine(module);
    const folder = join(root, 'tests/golden', game);
    const files = readdirSync(folder).filter((name) => name.endsWith('.record'));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const record = readFileSync(join(folder, file), 'utf8');
      const { fine, text } = engine.trial('replay', record);
      expect(fine, `${file}: ${text}`).toBe(true);
      const [plies, checksum] = text.split('\n');
      const written = text.slice(text.indexOf('\n', text.indexOf('\n') + 1) + 1);
      expect(written, file).toBe(record);
      expect(record.trimEnd().endsWith(`end ${plies} ${checksum}`) || record.includes(checksum!), file).toBe(true);
    }
  });

  test('a search with a budget in iterations makes the same moves', async () => {
    const engine = engineFor(game);
    for (const seats of seatsOf[game]!) {
      for (const [bot, most] of [['search:300', 30], ['search:40', 120], ['greedy', 300]] as const) {
        const wish = { game, seats, seed: 11 + seats, bot, most };
        await breath();
        expect(engine.trial('play', JSON.stringify(wish)).text, JSON.stringify(wish)).toBe(native('play', wish));
      }
    }
  });

  test('random games make the same decisions', () => {
    const engine = new Engine(module);
    for (const seats of seatsOf[game]!) {
      const wish = { game, seats, seed: seats, games: 200 };
      expect(engine.trial('random', JSON.stringify(wish)).text).toBe(native('random', wish));
    }
  });
});

test.each(['notation', 'position', 'record', 'words'])('what fuzzers kept for %s goes through without a trap', (reader) => {
  const folder = join(root, 'fuzz/corpus', reader);
  const engine = new Engine(module);
  for (const file of readdirSync(folder)) expect(engine.read(reader, readFileSync(join(folder, file))), file).toBe(true);
});
