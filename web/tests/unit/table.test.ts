import { describe, expect, it } from 'vitest';
import type { Move, View } from '../../src/lib/protocol';
import { Table } from '../../src/lib/table.svelte';

const moves = [
  { move: 'put tea hand', verb: 'put', good: 'tea', place: 'hand', text: 'Tea into the hand' },
  { move: 'put tea shop', verb: 'put', good: 'tea', place: 'shop', text: 'Tea into the shop' },
  { move: 'put wool hand', verb: 'put', good: 'wool', place: 'hand', text: 'Wool into the hand' },
] as Move[];
const view = { game: 'toy', seat: 1, seats: 2, moves, names: {}, ply: 3 } as unknown as View;

function fresh(): { table: Table; made: string[] } {
  const table = new Table(view);
  const made: string[] = [];
  table.onchosen = (move) => made.push(move.move);
  return { table, made };
}

describe('choosing by parts', () => {
  it('narrows with each part and makes the move when one is left', () => {
    const { table, made } = fresh();
    table.pick({ good: 'tea' });
    expect(made).toEqual([]);
    expect(table.open).toHaveLength(2);
    expect(table.standing({ good: 'tea' })).toBe('part');
    table.pick({ place: 'shop' });
    expect(made).toEqual(['put tea shop']);
  });
  it('makes at once what is the only one', () => {
    const { table, made } = fresh();
    table.pick({ good: 'wool' });
    expect(made).toEqual(['put wool hand']);
    expect(table.standing({ good: 'wool' })).toBe('chosen');
  });
  it('marks the thing that a line of the list is about, and lets go of it there too', () => {
    const { table } = fresh();
    const thing = { verb: ['put', 'sell'], good: 'tea' };
    table.parts = [{ verb: 'put', good: 'tea' }];
    expect(table.standing(thing)).toBe('part');
    expect(table.standing({ verb: ['put', 'sell'], good: 'wool' })).toBe('open');
    expect(table.standing({ verb: 'sell', good: 'tea' })).not.toBe('part');
    expect(table.standing({ verb: 'put' })).not.toBe('part');
    table.pick(thing);
    expect(table.open).toHaveLength(3);
    table.parts = [{ good: 'tea' }];
    expect(table.standing(thing)).toBe('part');
  });
  it('lets go of a part picked twice', () => {
    const { table } = fresh();
    table.pick({ good: 'tea' });
    table.pick({ good: 'tea' });
    expect(table.open).toHaveLength(3);
  });
  it('begins anew with a part that does not go with the others', () => {
    const { table, made } = fresh();
    table.pick({ place: 'shop' });
    expect(made).toEqual(['put tea shop']);
    table.clear();
    table.pick({ good: 'tea' });
    table.pick({ good: 'wool' });
    expect(made).toEqual(['put tea shop', 'put wool hand']);
  });
  it('offers nothing while it is not active', () => {
    const { table, made } = fresh();
    table.active = false;
    expect(table.standing({ good: 'tea' })).toBe('idle');
    table.pick({ good: 'wool' });
    expect(made).toEqual([]);
  });
  it('numbers things on the board as in the list', () => {
    const { table } = fresh();
    expect(table.numberOf({ good: 'tea', place: 'shop' })).toBe(2);
    expect(table.numberOf({ good: 'wool' })).toBe(3);
    expect(table.numberOf({ good: 'tea' })).toBeNull();
    expect(table.numberOf({ good: 'gold' })).toBeNull();
  });
  it('numbers groups too', () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ move: `m${index}`, verb: 'm', kind: index % 2 ? 'odd' : 'even', at: index, text: `m ${index}` })) as unknown as Move[];
    const table = new Table({ ...view, moves: many } as View);
    expect(table.entries).toHaveLength(2);
    expect(table.numberOf({ kind: 'odd' })).toBe(2);
    table.take(table.entries[1]!);
    expect(table.open).toHaveLength(6);
    expect(table.numberOf({ at: 1 })).toBe(1);
  });
  it('forgets everything with a new view', () => {
    const { table } = fresh();
    table.pick({ good: 'tea' });
    table.show({ ...view, ply: 4 } as View);
    expect(table.parts).toEqual([]);
    expect(table.chosen).toBeNull();
  });
});

describe('what no thing on the board leads to', () => {
  const texts = (table: Table) => table.unplaced.map((move) => move.text);
  it('is everything while there is nothing on it, and nothing once things tell all moves apart', () => {
    const { table } = fresh();
    expect(table.unplaced).toHaveLength(3);
    const take = [table.offer({ good: 'tea' }), table.offer({ good: 'wool' })];
    expect(texts(table)).toEqual([]);
    take[0]!();
    expect(texts(table)).toEqual(['Tea into the hand', 'Tea into the shop']);
  });
  it('is what is left when what was picked cannot be told apart further', () => {
    const { table } = fresh();
    table.offer({ good: 'tea' });
    table.offer({ good: 'wool' });
    table.pick({ good: 'tea' });
    expect(texts(table)).toEqual(['Tea into the hand', 'Tea into the shop']);
    table.offer({ place: 'shop' });
    expect(texts(table)).toEqual(['Tea into the hand']);
  });
  it('leaves out what the board puts together in its own way', () => {
    const { table } = fresh();
    table.builds = (move) => move.good === 'tea';
    expect(texts(table)).toEqual(['Wool into the hand']);
  });
  it('keeps to every part that was picked, also where a later one speaks of the same argument', () => {
    const { table, made } = fresh();
    table.pick({ good: ['tea', 'wool'], place: 'hand' });
    table.pick({ good: ['tea'] });
    expect(made).toEqual(['put tea hand']);
  });
});
