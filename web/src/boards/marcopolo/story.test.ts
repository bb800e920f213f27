// What an event of Marco Polo moves across the table, from views as the server sends them.

import { describe, expect, it, vi } from 'vitest';
import type { GameEvent, Move, View } from '../../lib/protocol';
import early from '../../../fixtures/marcopolo-1.json';
import lexicon from '../../../fixtures/marcopolo-lexicon-en.json';

for (const part of ['Board', 'Mine', 'MatTab', 'PapersTab', 'Seat']) vi.doMock(`./${part}.svelte`, () => ({ default: {} }));
const board = (await import('./index')).default;

const view = early.view as unknown as View;
const event = (name: string, rest: { [key: string]: string | number | null }) => ({ event: name, ...rest }) as GameEvent;

describe('flights of Marco Polo', () => {
  it('carry dice from my mat, and from the panel of another seat', () => {
    expect(board.flights!(event('placed', { seat: 1, die: '5', space: 'pepper' }), view)).toEqual([{ from: 'mat', to: 'space.pepper', icon: 'die' }]);
    expect(board.flights!(event('placed', { seat: 2, die: '5', space: 'card_moscow' }), view)[0]).toMatchObject({ from: 'seat.2', to: 'card.moscow' });
  });
  it('bring gains from the space that gave them, one for each kind', () => {
    const gain = event('gained', { seat: 1, coins: 2, camels: 0, pepper: 3, silk: 0, gold: 0, points: 0, source: 'pepper' });
    expect(board.flights!(gain, view)).toEqual([
      { from: 'space.pepper', to: 'stock.coins', icon: 'coin', count: 2 },
      { from: 'space.pepper', to: 'stock.pepper', icon: 'pepper', count: 3 },
    ]);
  });
  it('find the province of a bonus and the city of a token', () => {
    const bonus = (view.bonus as { [province: string]: string }).anxi;
    const token = (view.token as { [city: string]: string }).moscow!;
    const gain = (source: string) => board.flights!(event('gained', { seat: 1, coins: 5, source }), view)[0]?.from;
    expect(gain(`bonus_${bonus}`)).toBe('place.anxi');
    expect(gain(token)).toBe('place.moscow');
  });
  it('let nothing fly from where there is no place', () => {
    expect(board.flights!(event('gained', { seat: 1, coins: 5, source: 'compensation' }), view)).toEqual([]);
  });
});

describe('choices of Marco Polo', () => {
  const detail = (move: object) => board.detail!(move as Move, view, lexicon as never, 'en');
  it('name a step with its price', () => {
    expect(detail({ verb: 'step', place: 'moscow', goods: null, figure: null, coins: 4, camels: 3 })).toEqual({
      title: 'Moscow', note: '3\u00a0camels', tail: { text: '4', icon: 'coin' },
    });
  });
  it('name every move of a turn in few words', () => {
    for (const move of view.moves ?? []) {
      const { title } = board.detail!(move, view, lexicon as never, 'en');
      expect(title, move.move).toBeTruthy();
      expect(title!.length, title).toBeLessThan(30);
    }
  });
});

describe('sentences of Marco Polo', () => {
  const phrase = (text: string) => board.phrase!(text, lexicon as never, 'en');
  it('tell contracts in words, and leave the rest as it is', () => {
    const [, name] = Object.entries((lexicon as { words: { contract: { [key: string]: string } } }).words.contract).find(([key]) => key === 'c07')!;
    expect(phrase(`Bot 2 takes contract ${name} · bonus`)).toBe('Bot 2 takes contract (2\u00a0camels, 3\u00a0pepper and 2\u00a0silk → 5\u00a0points, a step (only the road is paid)) · bonus');
    expect(phrase('Bot 2 ends the turn')).toBe('Bot 2 ends the turn');
  });
});
