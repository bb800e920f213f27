// What components give and ask for, as rows of small icons with counts.

import { facts } from './facts';
import type { Amounts, Reward } from './facts-reader';

export interface Item {
  icon: string;
  count?: number | string;
  /** Smaller than its row, as arrows are. */
  small?: boolean;
}

export const AMOUNT_ICONS = ['coin', 'camel', 'pepper', 'silk', 'gold', 'prestige'];
const POINTS = 5;
export const EFFECT_ICONS: { [effect: string]: string } = {
  good: 'any-good', pair: 'two-goods', black: 'black-die', contract: 'scroll', move: 'step', copy: 'any-bonus',
};

export function amountItems(amounts: Amounts): Item[] {
  return amounts.flatMap((count, index) => (count ? [{ icon: AMOUNT_ICONS[index]!, count }] : []));
}

/** Goods first, camels last: as one reads a price. */
export function priceItems(price: Amounts): Item[] {
  return [4, 3, 2, 1, 0].flatMap((index) => (price[index] ? [{ icon: AMOUNT_ICONS[index]!, count: price[index]! }] : []));
}

export function rewardItems(reward: Reward): Item[] {
  const points = reward.gain[POINTS]!;
  return [
    ...(points ? [{ icon: 'prestige', count: points }] : []),
    ...priceItems(reward.gain),
    ...reward.effects.map((effect) => ({ icon: EFFECT_ICONS[effect] ?? 'scroll' })),
  ];
}

/** A city card in two lines: what is paid or counted, and what it gives. */
export function cardFace(card: string): { pay: Item[]; get: Item[]; both?: boolean; plain?: boolean } {
  const face = facts.cards[card];
  if (!face) return { pay: [], get: [] };
  const pay = priceItems(face.pay);
  const get = amountItems(face.get);
  const back = facts.backs[card];
  switch (face.kind) {
    case 'goods': return { pay, get: [{ icon: 'any-good' }] };
    case 'walk': return { pay: pay.length ? pay : [{ icon: 'two-goods' }], get: [{ icon: 'step' }] };
    case 'provinces':
      return face.from
        ? { pay: [{ icon: 'die', count: `${face.from}+` }, { icon: 'province', count: 2 }], get: [{ icon: 'province', count: 1 }], plain: true }
        : { pay, get: [{ icon: 'province' }] };
    case 'one_way':
      return {
        pay: [...pay, { icon: 'arrow-right', small: true }, ...get],
        get: back ? [...priceItems(back.pay), { icon: 'arrow-right', small: true }, ...amountItems(back.get)] : [],
        plain: true,
      };
    case 'two_way': return { pay: face.pay[POINTS] ? amountItems(face.pay) : pay, get, both: true };
    case 'barter': return { pay: [{ icon: 'any-good' }], get, both: true };
    case 'contracts': return { pay: [{ icon: 'scroll-done' }], get };
    case 'posts': return { pay: [{ icon: 'post' }], get };
    case 'pips': return { pay: [{ icon: 'pip' }], get };
    case 'by_die': {
      const good = get[0]!;
      return { pay: [{ icon: 'die', count: `${face.from}+` }, { icon: good.icon, count: 3 }], get, plain: true };
    }
    default: return { pay, get };
  }
}

/** Without the ones, where three things must share a small cell. */
export function brief(items: Item[]): Item[] {
  return items.length < 3 ? items : items.map((item) => (item.count === 1 ? { icon: item.icon } : item));
}
