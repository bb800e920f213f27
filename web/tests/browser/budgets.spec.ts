// What is loaded must stay small: the scripts of any page without a board, and of each board.

import { expect, test } from '@playwright/test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const SHELL = 60 * 1024;
const GAME = 40 * 1024;
const assets = fileURLToPath(new URL('../../dist/assets', import.meta.url));
const boards = readdirSync(fileURLToPath(new URL('../../src/boards', import.meta.url)));
const scripts = existsSync(assets) ? readdirSync(assets).filter((name) => name.endsWith('.js')) : [];
const gzipped = (name: string) => gzipSync(readFileSync(`${assets}/${name}`), { level: 9 }).length;

/** A script and everything it imports at once. */
function needed(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const text = readFileSync(`${assets}/${name}`, 'utf8');
  for (const [, other] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) needed(other!, found);
  return found;
}
const named = (word: string) => scripts.filter((name) => name.startsWith(`${word}-`));

test('the shell of every page, with its longer language, is at most 60 KB', () => {
  expect(scripts.length).toBeGreaterThan(5);
  const languages = Math.max(...[...named('en'), ...named('ru')].map(gzipped));
  for (const page of ['TablePage', 'Replay', 'Learn', 'NewTable', 'Settings', 'Join', 'Ratings']) {
    const parts = new Set([...named('index').flatMap((name) => [...needed(name)]), ...named(page).flatMap((name) => [...needed(name)])]);
    const bytes = [...parts].reduce((sum, name) => sum + gzipped(name), languages);
    expect(bytes, `${page}: ${[...parts].join(' ')}`).toBeLessThanOrEqual(SHELL);
  }
});

for (const game of boards) {
  test(`the board of ${game} is at most 40 KB`, () => {
    const own = named(game);
    expect(own.length).toBeGreaterThan(0);
    expect(own.reduce((sum, name) => sum + gzipped(name), 0)).toBeLessThanOrEqual(GAME);
  });
}
