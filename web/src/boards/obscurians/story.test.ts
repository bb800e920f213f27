// Dice that are alike, and what an event of Obscurians moves across the table.

import { describe, expect, it, vi } from 'vitest';
import type { GameEvent, Members, Move, View } from '../../lib/protocol';
import flip from '../../../fixtures/obscurians-flip.json';
import lexicon from '../../../fixtures/obscurians-lexicon-en.json';
import { bazaar, fateOf, goodsInPlay, MISSIONS, moveOfDice, readToken } from './state';

for (const part of ['Board', 'Mine', 'Seat']) vi.doMock(`./${part}.svelte`, () => ({ default: {} }));
const board = (await import('./index')).default;

const view = flip.view as unknown as View;
const table = bazaar(view);

describe('dice', () => {
  it('that show the same stand for the same move', () => {
    const pair = [0, 1, 2, 3, 4].flatMap((a) => [0, 1, 2, 3, 4].filter((b) => b > a && table.dice[a] === table.dice[b]).map((b) => [a, b]))[0]!;
    expect(moveOfDice(table, 'flip', [pair[0]!])).toBeDefined();
    expect(moveOfDice(table, 'flip', [pair[1]!])).toBe(moveOfDice(table, 'flip', [pair[0]!]));
  });
  it('reach every listed move, and every set of dice has one', () => {
    const reached = new Set<Move>();
    for (let mask = 0; mask < 32; mask++) {
      const which = [0, 1, 2, 3, 4].filter((die) => (mask >> die) & 1);
      const move = moveOfDice(table, 'flip', which);
      expect(move).toBeDefined();
      expect(((move as Members).dice as string[]).length).toBe(which.length);
      reached.add(move!);
    }
    expect(reached.size).toBe(view.moves!.length);
  });
});

describe('the bazaar', () => {
  it('has a colour for each seat, the lamp, and no curse before it came', () => {
    expect(goodsInPlay(table)).toEqual(['green', 'yellow', 'orange', 'blue', 'pink', 'lamp']);
  });
  it('reads tokens by their owner', () => {
    expect(readToken('blue_keep')).toEqual({ owner: 4, mission: 'keep' });
  });
  it('tells placed tokens from burnt ones, also where stacks are kept to memory', () => {
    const tokens = { supply: { 1: ['keep', 'take'], 2: null }, burnt: { 1: ['lose'], 2: null } };
    const told = { ...table, ...tokens, placed: { 1: ['collect', 'give', 'choose'], 2: ['keep'] } } as unknown as typeof table;
    const kept = { ...told, placed: { 1: null, 2: null } };
    const fates = ['hand', 'hand', 'placed', 'placed', 'placed', 'burnt'];
    expect(MISSIONS.map((one) => fateOf(told, 1, one))).toEqual(fates);
    expect(MISSIONS.map((one) => fateOf(kept, 1, one))).toEqual(fates);
    expect([fateOf(told, 2, 'keep'), fateOf(told, 2, 'take'), fateOf(kept, 2, 'keep')]).toEqual(['placed', 'unknown', 'unknown']);
  });
  it('lets goods fly from stall to stall', () => {
    const swapped = { event: 'swapped', seat: 1, other: 3, good: 'green', taken: 'lamp' } as GameEvent;
    expect(board.flights!(swapped, view)).toEqual([
      { from: 'good.1.green', to: 'good.3.green', icon: 'good-green' },
      { from: 'good.3.lamp', to: 'good.1.lamp', icon: 'good-lamp' },
    ]);
  });
  it('warns before a token that names the own mission', () => {
    const own = { verb: 'suspect', mission: table.mission[view.seat!] } as unknown as Move;
    const other = { verb: 'suspect', mission: table.mission[view.seat!] === 'keep' ? 'take' : 'keep' } as unknown as Move;
    expect(board.warning!(own, view, lexicon as never, 'en')).toBeTruthy();
    expect(board.warning!(other, view, lexicon as never, 'en')).toBeNull();
  });
});
