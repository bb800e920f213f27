// The figures that the board of Obscurians shows are the engine's own.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bans, doubles, opposite, sets, treasure, worth } from './facts';
import { words } from './text';

const folder = new URL('../../../../src/games/obscurians/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

describe('figures of Obscurians', () => {
  const state = read('state.h');
  for (const [name, value] of Object.entries(worth)) {
    it(name, () => {
      const found = new RegExp(`\\b${name} = (-?\\d+)`).exec(state);
      expect(Number(found?.[1])).toBe(value);
    });
  }

  const components = read('components.def');
  it('treasures', () => {
    const found = [...components.matchAll(/^TREASURE\((\w+), (-?\d+)/gm)].map((one) => [one[1], Number(one[2])]);
    expect(Object.fromEntries(found)).toEqual(treasure);
  });

  it('sets of the mission Collect', () => {
    const line = /set_points\[.*?\] = \{(.*?)\}/.exec(read('mission.c'))?.[1] ?? '';
    const found = [...line.matchAll(/\[(\d+)\] = (\d+)/g)].map((one) => [one[1], Number(one[2])]);
    expect(Object.fromEntries(found)).toEqual(sets);
  });

  const events = [...components.matchAll(/^EVENT\((\w+), (\w+), (\w+)/gm)].map((one) => one.slice(1));
  it('what events double and ban', () => {
    const told = (at: number) => Object.fromEntries(events.filter((one) => one[at] !== 'none').map((one) => [one[0], one[at]]));
    expect(told(1)).toEqual(doubles);
    expect(told(2)).toEqual(bans);
  });
  it('every event, face and mission is explained in both languages', () => {
    const named = (kind: string) => [...components.matchAll(new RegExp(`^${kind}\\((\\w+)`, 'gm'))].map((one) => one[1]);
    for (const lang of ['en', 'ru'] as const) {
      expect(Object.keys(words[lang].event).sort()).toEqual(named('EVENT').sort());
      expect(Object.keys(words[lang].face).sort()).toEqual(named('FACE').sort());
      expect(Object.keys(words[lang].mission).sort()).toEqual(named('MISSION').sort());
    }
  });
  it('faces in a row of two are opposite', () => {
    const faces = [...components.matchAll(/^FACE\((\w+)/gm)].map((one) => one[1]!);
    faces.forEach((face, index) => expect(opposite[face]).toBe(faces[index ^ 1]));
  });
});
