// The bids of a trick, also those made before the page was opened.

import { expect, it } from 'vitest';
import early from '../../../fixtures/pandaspin-1.json';
import type { GameEvent, View } from '../../lib/protocol';
import { History } from './history.svelte';

const view = early.view as unknown as View;
const event = (name: string, seat: number, rest: object = {}) => ({ event: name, seat, ...rest }) as GameEvent;
const bids = [event('single', 1, { copies: 1, length: 1, top: '4' }), event('laid', 1), event('single', 2, { copies: 1, length: 1, top: '9' }), event('passed', 3)];

it('tells what was bid before the page was opened', () => {
  const history = new History();
  history.see(view);
  history.recall([event('single', 3, { copies: 1, length: 1, top: '3' }), event('won_trick', 3), ...bids]);
  expect(history.entries.map(({ seat, bid, passed }) => [seat, bid?.top ?? passed])).toEqual([[1, '4'], [2, '9'], [3, true]]);
  expect(history.previous.map(({ seat }) => seat)).toEqual([3]);
});

it('does not bring back a trick that is over by then', () => {
  const history = new History();
  history.see(view);
  history.see({ ...view, trick: Number(view.trick) + 1, ply: view.ply + 1 } as View);
  const shown = history.entries;
  history.recall(bids);
  expect(history.entries).toEqual(shown);
});
