// The facts that the board of Marco Polo shows are the engine's own.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { facts } from './facts';
import { readFacts, writeFacts } from './facts-reader';
import { BEIJING, COLLECTED, FIGURES } from './figures';
import { words } from './text';

const folder = new URL('../../../../src/games/marcopolo/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

describe('facts of Marco Polo', () => {
  const now = readFacts(read('components.def'));
  it('every component was read', () => {
    const counts = Object.fromEntries(Object.entries(now).map(([name, value]) => [name, Object.keys(value).length]));
    expect(counts).toMatchObject({ places: 25, roads: 30, cardSpaces: 9, contracts: 44, cards: 31, backs: 3, goals: 18, tokens: 10, bonuses: 6, bazaar: 4, steps: 6 });
  });
  for (const member of Object.keys(now) as (keyof typeof now)[])
    it(`${member} agree with components.def`, () => expect(facts[member]).toEqual(now[member]));
  it('facts.ts is as facts-write.ts writes it', () => {
    expect(readFileSync(new URL('facts.ts', import.meta.url), 'utf8')).toBe(writeFacts(now));
  });

  const state = read('state.h');
  for (const [name, value] of Object.entries(FIGURES))
    it(name, () => expect(Number(new RegExp(`\\b${name} = (\\d+)`).exec(state)?.[1])).toBe(value));
  it('Beijing and the ladder of goals', () => {
    const list = (name: string) => new RegExp(`${name}\\[[^=]*= \\{([^}]*)\\}`).exec(read('tables.c') + read('help.c'))?.[1]?.split(',').map(Number);
    expect(list('marcopolo_beijing_points')).toEqual(BEIJING);
    expect(list('marcopolo_goal_ladder')).toEqual(COLLECTED);
  });
  it('every character and effect is explained in both languages', () => {
    const characters = [...read('components.def').matchAll(/^CHARACTER\((\w+)/gm)].map((one) => one[1]!);
    const effects = new Set([...Object.values(now.contracts), ...Object.values(now.tokens), ...Object.values(now.bonuses)].flatMap((one) => one.effects));
    for (const lang of ['en', 'ru'] as const) {
      for (const character of characters) expect(words[lang].character[character]).toBeTruthy();
      for (const effect of effects) expect(words[lang].effect[effect]).toBeTruthy();
    }
  });
});
