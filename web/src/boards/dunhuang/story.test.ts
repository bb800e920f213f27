// What is told around the board of Dunhuang: losses are warned of, gifts of two are built by clicks.

import { describe, expect, it } from 'vitest';
import type { Lexicon, Move, View } from '../../lib/protocol';
import { Table } from '../../lib/table.svelte';
import handmaid from '../../../fixtures/dunhuang-handmaid.json';
import gift from '../../../fixtures/dunhuang-give.json';
import lexiconFile from '../../../fixtures/dunhuang-lexicon-en.json';
import { handPart, shopPart, twinPart } from './picks';
import { caravan, GOODS, majorities, stepsTo, type Caravan, type Good } from './state';
import { detail, flights, warning } from './story';

const lexicon = lexiconFile as unknown as Lexicon;
const view = () => structuredClone(handmaid.view) as unknown as View;

function shops(now: Caravan, good: Good, counts: number[]): void {
  counts.forEach((count, index) => (now.shop[index + 1]![good] = count));
}
const move = (members: object) => ({ move: '', text: '', ...members }) as unknown as Move;

describe('warning', () => {
  const now = caravan(view());
  now.decider = 2;
  now.token_owner.tea = 2;
  now.token_side.tea = 'number';

  it('is given when another shop would then have more', () => {
    shops(now, 'tea', [1, 1, 0, 0]);
    expect(warning(move({ verb: 'musician', good: 'tea' }), now, lexicon, 'en')).toContain('tea');
    expect(warning(move({ verb: 'handmaid', from_shop: 'tea', from_hand: 'wool' }), now, lexicon, 'ru')).toContain('преимущество');
    expect(warning(move({ verb: 'servant', place: 'hand', good: 'tea' }), now, lexicon, 'en')).not.toBeNull();
  });
  it('is not given when the token stays, or is not mine, or the card goes the other way', () => {
    shops(now, 'tea', [1, 2, 0, 0]);
    expect(warning(move({ verb: 'musician', good: 'tea' }), now, lexicon, 'en')).toBeNull();
    shops(now, 'tea', [1, 1, 0, 0]);
    expect(warning(move({ verb: 'servant', place: 'shop', good: 'tea' }), now, lexicon, 'en')).toBeNull();
    expect(warning(move({ verb: 'musician', good: 'wool' }), { ...now, token_owner: { ...now.token_owner, wool: 1 } } as View, lexicon, 'en')).toBeNull();
  });
  it('knows the table where a token needs a card', () => {
    shops(now, 'tea', [0, 1, 0, 0]);
    const strict = { ...now, options: { ...now.options, token_needs_card: 'on' } } as View;
    expect(warning(move({ verb: 'musician', good: 'tea' }), now, lexicon, 'en')).toBeNull();
    expect(warning(move({ verb: 'musician', good: 'tea' }), strict, lexicon, 'en')).not.toBeNull();
  });
  it('of a soldier who swaps equal goods is about the protection only', () => {
    shops(now, 'tea', [1, 1, 0, 0]);
    const swap = move({ verb: 'soldier', good: 'tea', other: 'tea', character: 'artist' });
    expect(warning(swap, now, lexicon, 'en')).toBeNull();
    const guarded = { ...now, token_side: { ...now.token_side, tea: 'shang' } } as View;
    expect(warning(swap, guarded, lexicon, 'en')).toContain('protection');
  });
});

describe('picking', () => {
  it('builds a gift of two from two cards', () => {
    const table = new Table(gift.view as unknown as View);
    table.pick(handPart(table, 'wool'));
    expect(table.chosen).toBeNull();
    expect(twinPart(table, 'wool')).toBeNull(); /* there is only one */
    table.pick(handPart(table, 'glass'));
    expect(table.chosen?.move).toBe('give glass wool');
  });
  it('builds an exchange in either order', () => {
    const table = new Table(view());
    const wanted = table.moves.find((one) => one.verb === 'handmaid')!;
    table.pick(handPart(table, wanted.from_hand as Good));
    table.pick(shopPart(table, wanted.from_shop as Good));
    expect(table.chosen?.move).toBe(wanted.move);
    table.clear();
    table.pick(shopPart(table, wanted.from_shop as Good));
    table.pick(handPart(table, wanted.from_hand as Good));
    expect(table.chosen?.move).toBe(wanted.move);
  });
});

it('counts the steps round the circle, a whole round for the place of the camel itself', () => {
  const now = { ...caravan(view()), camel: 7 };
  expect([7, 0, 5, 6].map((space) => stepsTo(now, space))).toEqual([1, 2, 7, 8]);
});

it('names the owner from whom a card would take the token', () => {
  const now = caravan(view());
  now.decider = 2;
  const good = GOODS.find((one) => now.token_owner[one] !== null && now.token_owner[one] !== 2)!;
  const owner = now.token_owner[good]!;
  now.token_side[good] = 'number';
  now.shop[2]![good] = now.shop[owner]![good];
  const told = detail(move({ verb: 'take', place: 'shop', good, value: 1 }), now, lexicon, 'en');
  expect(told.note).toContain(now.names[owner]);
  expect(majorities(now, owner)).toContain(good);
});

it('flies a hidden card as a back and a seen one as itself', () => {
  const before = view();
  expect(flights({ event: 'received', seat: 1, other: 2, good: null }, before)).toEqual([{ from: 'hand.2', to: 'hand.1', icon: 'card' }]);
  expect(flights({ event: 'refilled', character: 'artist', good: 'tea' }, before)).toEqual([{ from: 'deck', to: 'market.artist', icon: 'ware-tea' }]);
});
