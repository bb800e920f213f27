// The halves that the board draws are those of the engine's components, in every language.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import lexiconEn from '../../../fixtures/pandaspin-lexicon-en.json';
import lexiconRu from '../../../fixtures/pandaspin-lexicon-ru.json';
import type { Lexicon } from '../../lib/protocol';
import { facesOf } from './state';

const components = readFileSync(fileURLToPath(new URL('../../../../src/games/pandaspin/components.def', import.meta.url)), 'utf8');
const LETTERS: { [suit: string]: string } = { fire: 'f', metal: 'm', water: 'w', earth: 'e', wood: 't' };
const printed = [...components.matchAll(/^CARD\((\w+), (\w+), (\w+), (\d), (\w+), (\w+),/gm)].map(([, suit, rank, symbol, count, blueRank, blueSymbol]) => ({
  id: `${LETTERS[suit!]}${rank}`,
  white: { rank, count: 1, symbol: symbol === 'no' ? null : symbol },
  blue: { rank: blueRank, count: Number(count), symbol: blueSymbol === 'no' ? null : blueSymbol },
}));

it.each([lexiconEn, lexiconRu])('every half is drawn as it is printed', (lexicon) => {
  const faces = facesOf(lexicon as unknown as Lexicon);
  expect(printed).toHaveLength(65);
  expect(faces.size).toBe(2 * printed.length);
  for (const { id, white, blue } of printed) {
    expect(faces.get(id), id).toMatchObject(white);
    expect(faces.get(`${id}_b`), `${id}_b`).toMatchObject(blue);
  }
});
