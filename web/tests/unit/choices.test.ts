import { describe, expect, it } from 'vitest';
import { fits, fitting, grouped, joined, sharedBeginning } from '../../src/lib/choices';
import type { Move } from '../../src/lib/protocol';

const move = (verb: string, rest: { [name: string]: string | number }): Move =>
  ({ move: [verb, ...Object.values(rest)].join(' '), verb, text: `${verb} ${Object.values(rest).join(' ')}`, ...rest }) as Move;

describe('parts of moves', () => {
  const walk = move('walk', { steps: 2 });
  it('fit when every argument is there', () => {
    expect(fits(walk, { verb: 'walk' })).toBe(true);
    expect(fits(walk, { verb: 'walk', steps: 2 })).toBe(true);
    expect(fits(walk, { steps: 3 })).toBe(false);
    expect(fits(walk, { place: 'hand' })).toBe(false);
  });
  it('take one of several values', () => {
    expect(fits(walk, { steps: [1, 2] })).toBe(true);
    expect(fits(walk, { steps: [3, 4] })).toBe(false);
  });
  it('are whole where a value is itself a list', () => {
    const roll = { move: 'dice 1+2', verb: 'dice', dice: ['1', '2'], text: 'Roll 1 and 2' } as unknown as Move;
    expect(fits(roll, { dice: ['1', '2'] })).toBe(true);
    expect(fits(roll, { dice: ['1'] })).toBe(false);
    expect(fits(roll, { dice: '1' })).toBe(false);
  });
  it('join, the later replacing the earlier', () => {
    expect(joined([{ verb: 'walk', steps: 1 }, { steps: 2 }])).toEqual({ verb: 'walk', steps: 2 });
    expect(fitting([walk, move('walk', { steps: 3 })], { steps: 3 })).toHaveLength(1);
  });
});

describe('a long list', () => {
  const moves = ['tea', 'wool', 'silk', 'gold'].flatMap((good) => [1, 2, 3].map((count) => move('give', { good, count })));
  it('is left alone while it is short', () => {
    expect(grouped(moves, 12).map((entry) => entry.moves.length)).toEqual(Array(12).fill(1));
  });
  it('is put together by the first argument that tells some apart', () => {
    const entries = grouped(moves, 10);
    expect(entries.map((entry) => entry.part)).toEqual([{ good: 'tea' }, { good: 'wool' }, { good: 'silk' }, { good: 'gold' }]);
    expect(entries.flatMap((entry) => entry.moves)).toHaveLength(12);
  });
  it('goes by the verb before anything else, and leaves single moves alone', () => {
    const entries = grouped([...moves.slice(0, 9), move('pass', {}), move('wait', {})], 10);
    expect(entries.map((entry) => entry.part)).toEqual([{ verb: 'give' }, null, null]);
    expect(entries[1]!.moves[0]!.verb).toBe('pass');
  });
  it('tells a group apart that is long itself, if the list stays short', () => {
    const entries = grouped([...moves, move('pass', {})], 10);
    expect(entries.map((entry) => entry.part)).toEqual([...['tea', 'wool', 'silk', 'gold'].map((good) => ({ verb: 'give', good })), null]);
    const long = Array.from({ length: 11 }, (_, good) => [1, 2].map((count) => move('give', { good, count }))).flat();
    expect(grouped([...long, move('pass', {})], 10).map((entry) => entry.part)).toEqual([{ verb: 'give' }, null]);
  });
  it('stays flat when no argument tells only some apart', () => {
    const all = Array.from({ length: 20 }, (_, index) => move('take', { card: index }));
    expect(grouped(all, 10)).toHaveLength(20);
  });
  it('is not put together by sets, which no part can pick', () => {
    const dice = [['1'], ['2'], ['1', '2'], ['3'], ['1', '3']].map((which, index) => ({
      ...move('dice', { faces: '' }), move: `dice ${which.join('+')}`, dice: which, faces: index < 3 ? ['steal'] : ['give'],
    }));
    const entries = grouped(dice as Move[], 3);
    expect(entries).toHaveLength(5);
    for (const entry of entries) if (entry.part) expect(fitting(dice as Move[], entry.part).length).toBeGreaterThan(0);
  });
  it('can be taken apart again where values are lists', () => {
    const dice = [['a'], ['a'], ['b'], ['a', 'b']].flatMap((faces, index) => [1, 2, 3].map((n) => ({ move: `d${index}${n}`, verb: 'd', faces, n, text: 'x' }) as unknown as Move));
    for (const entry of grouped(dice, 10)) if (entry.part) expect(fitting(dice, entry.part)).toEqual(entry.moves);
  });
  it('never loses a move, whatever the arguments', () => {
    const odd = [...moves, { ...move('give', {}), move: 'give nothing' }, { ...move('give', { count: 9 }), move: 'give 9' }];
    const seen = grouped(odd, 3).flatMap((entry) => entry.moves.map((one) => one.move));
    expect(seen.sort()).toEqual(odd.map((one) => one.move).sort());
  });
});

describe('the beginning that texts share', () => {
  it('is whole words without dangling signs', () => {
    expect(sharedBeginning(['Take the card: tea', 'Take the card: wool'])).toBe('Take the card');
    expect(sharedBeginning(['Walk 1', 'Pass'])).toBe('');
    expect(sharedBeginning([])).toBe('');
  });
});
