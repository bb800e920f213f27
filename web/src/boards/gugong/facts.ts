// What is printed on the components, as the lexicon's `facts` tell it: nothing of it is repeated
// here, so a board always shows what the engine plays by.

import type { Lexicon } from '../../lib/protocol';
import type { Area, City, Reward } from './state';

export type Action = Area | 'nothing' | 'servant' | 'servants2' | 'swap';

export interface Facts {
  gifts: { [gift: string]: { value: number; action: Action; set: string } };
  decrees: { [decree: string]: { level: number; cost: number; points: number } };
  boards: { [side in 'a' | 'b']: { roads: { [city in City]?: City[] }; houses: number[]; routes: number } };
  dice: number[][];
  canal: { harbours: Reward[][]; cells: { [reward in Reward]: number }; ship: number };
  prices: { exchange: number; travel: number; palace: number; wall: number; intrigue: number; canal: number; square: number };
  tracks: { palace: number; intrigue: number; mat: number; arrival: number[]; wall: number[]; income: number[]; jade: number[] };
  /** How far back the intrigue marker goes for each benefit. */
  influence: { servant: number; servants: number; die: number; jade: number };
  /** Points for the wall and the most matches, points of a harbour, what tokens turn into jade. */
  amounts: { win: number; harbour: number; jade_gift: number; jade_servants: number };
  /** How many travel tokens each exchange takes. */
  tokens: { servant: number; points: number; jade: number };
}

export function factsOf(lexicon: Lexicon): Facts {
  if (!lexicon.facts) throw new Error('the lexicon of gugong has no facts');
  return lexicon.facts as unknown as Facts;
}
