// Which bids tapped cards can make: the examples of the rules, and all that the server listed in the
// stored positions.

import { describe, expect, it } from 'vitest';
import lexiconEn from '../../../fixtures/pandaspin-lexicon-en.json';
import lexiconRu from '../../../fixtures/pandaspin-lexicon-ru.json';
import type { Lexicon, Move, View } from '../../lib/protocol';
import { Table } from '../../lib/table.svelte';
import { bidOf, could, makes } from './bids';
import { Picking } from './picking.svelte';
import { deckLeft, facesOf, handOf, isElement, RANKS, trick, type Bid, type Half, type Rank } from './state';
import { warning } from './story';

const lexicon = lexiconEn as unknown as Lexicon;
const faces = facesOf(lexicon);
const stored = import.meta.glob<{ default: { view: View } }>('../../../fixtures/pandaspin-*.json', { eager: true });
const views = Object.entries(stored).filter(([path]) => !path.includes('lexicon')).map(([path, file]) => ({ path, view: file.default.view }));

const cards = (text: string) => text.split(' ').map((half) => faces.get(half)!);
const bid = (type: Bid['type'], copies: number, length: number, top: Rank): Bid => ({ type, copies, length, top });

/** Every bid that cards make, as the rules name them. */
function all(text: string): string[] {
  const found: string[] = [];
  for (const top of RANKS)
    for (let length = 1; length <= 5; length++)
      for (let copies = 1; copies <= 8; copies++) {
        const place = RANKS.indexOf(top);
        if (place - length + 1 < 0 || (length > 1 && top === '2')) continue;
        const types: Bid['type'][] = length > 1 ? [copies === 1 ? 'run' : 'formation'] : copies === 1 ? ['single'] : copies >= 4 ? ['set', 'bomb'] : ['set'];
        for (const type of types) if (makes(cards(text), bid(type, copies, length, top), false)) found.push(`${type} ${copies}x${length} ${top}`);
      }
  return found;
}

describe('faces', () => {
  it('are the same in both languages', () => {
    const other = facesOf(lexiconRu as unknown as Lexicon);
    expect(other.size).toBe(130);
    for (const [half, face] of faces) expect(other.get(half)).toEqual(face);
  });
  it('are those of the rulebook', () => {
    expect(faces.get('fq_b')).toMatchObject({ rank: 'a', count: 1, symbol: 'fire' });
    expect(faces.get('m8_b')).toMatchObject({ rank: '3', count: 3, symbol: null });
    expect(faces.get('wk_b')).toMatchObject({ rank: '7', count: 1, symbol: 'water' });
    expect(faces.get('ej')).toMatchObject({ rank: 'j', count: 1, symbol: 'panda' });
    expect(faces.get('ej_b')).toMatchObject({ rank: 'j', count: 2, symbol: null });
    expect(faces.get('t9_b')).toMatchObject({ rank: '2', count: 1, symbol: 'bamboo' });
  });
});

describe('readings', () => {
  const examples: [string, string[]][] = [
    ['f5 t5', ['set 2x1 5']],
    ['f5 t4 e3', ['run 1x3 5']],
    ['fa tk eq', ['run 1x3 a']],
    ['f6 f7 f8 f9 f10', ['run 1x5 10']],
    ['f6 f7 f8 f9 f10 fj', []],
    ['m4_b m3_b f10 e10', ['formation 2x3 q']],
    ['mq_b mj_b', ['formation 3x2 7']],
    ['m8_b f3', ['bomb 4x1 3']],
    ['f7 t7 wk_b', ['set 3x1 7', 'set 4x1 7']],
    ['ej_b', ['set 2x1 j']],
    ['ej_b f10', []],
    ['w8_b', ['single 1x1 2', 'set 2x1 2']],
    ['wj_b f3', ['run 1x3 5']],
    ['w10_b f4 f3', ['formation 2x2 4']],
    ['f5 w3_b', []],
    ['wk_b', ['single 1x1 7', 'set 2x1 7', 'run 1x2 7', 'run 1x2 8']],
  ];
  it.each(examples)('of %s', (text, expected) => expect(all(text).sort()).toEqual([...expected].sort()));

  it('need every value from its own joker where the table says so', () => {
    expect(makes(cards('wj_b f3'), bid('run', 1, 3, '5'), true)).toBe(false);
    expect(makes(cards('wk_b'), bid('set', 2, 1, '7'), true)).toBe(true);
  });
});

describe('a whole hand', () => {
  it.each(views)('could make every bid the server lists: $path', ({ view }) => {
    const now = trick(view);
    const hand = now.decider === null ? null : handOf(now, now.decider);
    for (const move of view.moves ?? []) {
      const named = bidOf(move);
      if (!named || !hand) continue;
      const held = hand.filter((one) => !isElement(one)).map((one) => faces.get(one)!);
      expect(could([], held, named, false), move.move).toBe(true);
      const certain = ['first', 'second', 'third', 'fourth'].flatMap((name) => (move[name] ? [faces.get(move[name] as Half)!] : []));
      if (certain.length > 0) expect(makes(certain, named, false), move.move).toBe(true);
    }
    expect(deckLeft(now)).toBeGreaterThanOrEqual(0);
  });
});

describe('tapping', () => {
  const followed = (name: string) => structuredClone(views.find(({ path }) => path.endsWith(`pandaspin-${name}.json`))!.view);

  it('offers readings, narrows the list, and answers the questions about the cards', () => {
    const table = new Table(followed('follow'));
    const picking = new Picking(table);
    for (const card of ['t8', 'f9', 'm10']) picking.tap(card, faces);
    expect(picking.readings(faces)).toEqual([]);
    expect(table.open.map((move) => move.move)).toEqual(['run 4 j']);
    picking.tap('fj', faces);
    expect(picking.readings(faces).map((move) => move.move)).toEqual(['run 4 j']);
    expect(picking.possible(faces, 'fq')).toEqual([]);

    const made: string[] = [];
    table.onfollow = (move: Move) => made.push(move.move);
    table.show(followed('lay'));
    picking.follow(faces);
    expect(made).toEqual(['lay m10']);
  });
  it('lets a card go when it is tapped again, and forgets all in another position', () => {
    const table = new Table(followed('follow'));
    const picking = new Picking(table);
    picking.tap('t8', faces);
    picking.tap('t8', faces);
    expect(table.parts).toEqual([]);
    picking.tap('t8', faces);
    table.show({ ...followed('follow'), ply: 99 });
    picking.follow(faces);
    expect(picking.picked.size).toBe(0);
  });
  it('does not answer for cards nobody tapped', () => {
    const table = new Table(followed('follow'));
    const picking = new Picking(table);
    picking.tap('fj', faces);
    const made: string[] = [];
    table.onfollow = (move: Move) => made.push(move.move);
    table.show(followed('lay'));
    picking.follow(faces);
    expect(made).toEqual([]);
    expect([...picking.picked]).toEqual(['fj']);
  });
});

it('warns before cards are lost, points declined or an element wasted', () => {
  const view = structuredClone(views.find(({ path }) => path.endsWith('pandaspin-element.json'))!.view);
  const move = (verb: string) => view.moves!.find((one) => one.verb === verb)!;
  expect(warning(move('pass'), view, lexicon, 'en')).toContain('discarded');
  expect(warning(move('drop'), view, lexicon, 'ru')).toContain('без эффекта');
  expect(warning(move('element'), view, lexicon, 'en')).toBeNull();
  expect(warning({ ...move('pass'), gone: 0, back: 2 }, view, lexicon, 'en')).toBeNull();
});
