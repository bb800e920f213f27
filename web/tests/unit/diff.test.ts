import { describe, expect, it } from 'vitest';
import { merged, viewAfter } from '../../src/lib/diff';
import type { EventMessage } from '../../src/lib/messages';
import type { View } from '../../src/lib/protocol';

describe('differences', () => {
  it('go into objects, replace lists, and leave the view before as it was', () => {
    const before = { coins: { '1': 3, '2': 4 }, market: ['tea', 'wool'], camel: null };
    const after = merged(before, { coins: { '2': 7 }, market: ['silk'], camel: 2 });
    expect(after).toEqual({ coins: { '1': 3, '2': 7 }, market: ['silk'], camel: 2 });
    expect(before).toEqual({ coins: { '1': 3, '2': 4 }, market: ['tea', 'wool'], camel: null });
  });
  it('take what is hidden or gone as null', () => {
    expect(merged({ hand: { '1': { tea: 1 }, '2': null } }, { hand: { '1': null } })).toEqual({ hand: { '1': null, '2': null } });
  });
  it('put an object where there was none', () => {
    expect(merged({ hand: null }, { hand: { tea: 1 } })).toEqual({ hand: { tea: 1 } });
  });
  it('bring moves, prompt and undo anew each time', () => {
    const view = { ply: 3, prompt: 'old', undo: 2, moves: [{ move: 'a', verb: 'a', text: 'a' }], coins: 1 } as unknown as View;
    const event = { type: 'event', number: 4, kind: 'move', by: 1, ply: 4, events: [], log: [], diff: { coins: 2 }, prompt: 'new', undo: 0 } as EventMessage;
    const after = viewAfter(view, event);
    expect(after).toEqual({ ply: 4, prompt: 'new', undo: 0, coins: 2 });
    expect(view.moves).toHaveLength(1);
  });
});
