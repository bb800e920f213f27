// Merchants of Dunhuang: the board's own words. Names of goods and characters come from the lexicon.

import type { Lang } from '../../lib/protocol';

const en = {
  yourShop: 'Your shop',
  shopOf: 'Shop',
  everyoneSees: 'everyone sees it',
  yourHand: 'Your hand',
  handOf: 'Hand',
  onlyYou: 'only you see it',
  keepOne: 'Dealt to you: keep one',
  keepDrawn: 'From the deck: keep one',
  putAside: 'Put aside at the beginning',
  emptyShop: 'No cards yet. Cards here win majority tokens.',
  emptyHand: 'No cards yet. Four kinds here are half of the instant win.',
  majorities: 'Majorities',
  kinds: 'Kinds in hand',
  toWin: (majorities: number, kinds: number) =>
    `${majorities} majorities and ${kinds} kinds in hand at the end of your turn win at once`,
  left: (n: number) => (n === 0 ? 'deck is empty' : `${n} left`),
  deck: (n: number) => `The deck: ${n} ${n === 1 ? 'card' : 'cards'}. When the market cannot be refilled, the last round begins`,
  coinSupply: 'Coins in the supply',
  takeCoins: 'Take 3 coins instead of the ability',
  prestigeSupply: 'Prestige in the supply',
  coins: 'Coins',
  prestige: 'Prestige: 1 point each',
  supplyTokens: 'Free majority tokens',
  freeToken: (good: string) => `Token of ${good}, free: put a card of it into your shop, with nobody having more`,
  ownToken: (good: string) => `Majority of ${good}: 2 points at the end`,
  shangManichaean: 'protected once against a tie',
  shangBuddhist: 'a tie costs the rival 2 coins',
  protect: (good: string) => `Protect the token of ${good}`,
  payFor: (good: string) => `Pay 2 coins for the token of ${good}`,
  atStake: 'At stake',
  discard: 'Discarded',
  lastRound: 'The last round',
  camelHere: 'The camel is here',
  noCard: 'no card here',
  inHand: 'In hand',
  seenInHand: 'You know of these cards in this hand',
  cards: (n: number) => `${n} ${n === 1 ? 'card' : 'cards'}`,
  copies: (n: number) => `${n} in the box`,
  toHand: 'Take the card into your hand',
  toShop: 'Take the card into your shop',
  turnTo: (name: string) => `Turn to ${name}`,
  tabHand: 'Hand',
  tabShop: 'Shop',
  deckFact: (n: number) => `${n} ${n === 1 ? 'card' : 'cards'} in the deck`,
  free: 'free',
  gainsToken: 'brings its token',
  takesToken: (name: string) => `takes the token from ${name}`,
  losesToken: (good: string) => `You will lose your majority of ${good}: another shop then has more.`,
  losesLastCard: (good: string) => `You will lose your majority of ${good}: no card of it stays in your shop.`,
  losesProtection: (good: string) => `The token of ${good} will turn back: its protection is lost.`,
};

function plural(n: number, one: string, few: string, many: string): string {
  const form = new Intl.PluralRules('ru').select(n);
  return form === 'one' ? one : form === 'few' ? few : many;
}

const ru: typeof en = {
  yourShop: 'Ваша лавка',
  shopOf: 'Лавка',
  everyoneSees: 'её видят все',
  yourHand: 'Ваша рука',
  handOf: 'Рука',
  onlyYou: 'её видите только вы',
  keepOne: 'Ваша раздача: оставьте одну',
  keepDrawn: 'Из колоды: оставьте одну',
  putAside: 'Отложено в начале игры',
  emptyShop: 'Карт пока нет. Карты в лавке приносят жетоны преимущества.',
  emptyHand: 'Карт пока нет. Четыре вида в руке — половина мгновенной победы.',
  majorities: 'Преимущества',
  kinds: 'Виды в руке',
  toWin: (majorities, kinds) =>
    `${majorities} ${plural(majorities, 'преимущество', 'преимущества', 'преимуществ')} и ${kinds} ${plural(kinds, 'вид', 'вида', 'видов')} в руке в конце своего хода — немедленная победа`,
  left: (n) => (n === 0 ? 'колода пуста' : `ещё ${n}`),
  deck: (n) => `Колода: ${n} ${plural(n, 'карта', 'карты', 'карт')}. Когда рынок уже не пополнить, начинается последний круг`,
  coinSupply: 'Монеты в запасе',
  takeCoins: 'Взять 3 монеты вместо способности',
  prestigeSupply: 'Престиж в запасе',
  coins: 'Монеты',
  prestige: 'Престиж: по 1 очку',
  supplyTokens: 'Свободные жетоны',
  freeToken: (good) => `Свободный жетон: ${good}. Его берёт тот, кто добавит такую карту в лавку, если больше ни у кого нет`,
  ownToken: (good) => `Преимущество: ${good}. В конце 2 очка`,
  shangManichaean: 'защищено от одной ничьей',
  shangBuddhist: 'ничья стоит сопернику 2 монеты',
  protect: (good) => `Защитить жетон: ${good}`,
  payFor: (good) => `Заплатить 2 монеты за жетон: ${good}`,
  atStake: 'Спорный жетон',
  discard: 'Сброс',
  lastRound: 'Последний круг',
  camelHere: 'Здесь стоит верблюд',
  noCard: 'карты нет',
  inHand: 'В руке',
  seenInHand: 'Вы знаете об этих картах в руке',
  cards: (n) => `${n} ${plural(n, 'карта', 'карты', 'карт')}`,
  copies: (n) => `в игре ${n} ${plural(n, 'карта', 'карты', 'карт')}`,
  toHand: 'Взять карту в руку',
  toShop: 'Взять карту в лавку',
  turnTo: (name) => `Обратиться к игроку ${name}`,
  tabHand: 'Рука',
  tabShop: 'Лавка',
  deckFact: (n) => `${n} ${plural(n, 'карта', 'карты', 'карт')} в колоде`,
  free: 'даром',
  gainsToken: 'приносит жетон',
  takesToken: (name) => `забирает жетон у игрока ${name}`,
  losesToken: (good) => `Вы потеряете преимущество (${good}): в другой лавке станет больше.`,
  losesLastCard: (good) => `Вы потеряете преимущество (${good}): в лавке не останется таких карт.`,
  losesProtection: (good) => `Жетон (${good}) перевернётся обратно: защита пропадёт.`,
};

const words = { en, ru };

export function say(lang: Lang): typeof en {
  return words[lang];
}

/** One well-chosen character for each face of the circle. */
export const SEALS: Record<string, string> = {
  artist: '画', musician: '乐', princess: '姬', dancer: '舞', translator: '译', ambassador: '使', soldier: '兵', general: '将',
  chinese: '唐', sogdian: '粟', handmaid: '婢', servant: '仆', shepherd: '牧', peasant: '农', manichaean: '明', buddhist: '佛',
};

/** What a character does in signs: names of icons, and short texts. */
export const SIGNS: Record<string, readonly string[]> = {
  artist: ['hand', '>', '3', 'prestige'],
  musician: ['shop', '>', '3', 'prestige'],
  princess: ['token', '=', '1', 'prestige'],
  dancer: ['2', 'prestige'],
  translator: ['steps', 'deck', '>', 'hand'],
  ambassador: ['2', 'deck', '>', 'hand'],
  soldier: ['shop', '<>', 'market'],
  general: ['hand', '<>', 'market'],
  chinese: ['rival', '<>', '2', 'hand'],
  sogdian: ['rival', '<>', '1', 'prestige'],
  handmaid: ['shop', '<>', 'hand'],
  servant: ['shop', '/', 'hand'],
  shepherd: ['−1', '+1', 'market'],
  peasant: ['+', 'steps', 'market'],
  manichaean: ['token', '>', '商'],
  buddhist: ['token', '>', '2', 'coin'],
};

const abilities: Record<string, Record<Lang, string>> = {
  artist: { en: 'Discard a card from your hand for 3 prestige.', ru: 'Сбросьте карту из руки: престиж +3.' },
  musician: { en: 'Discard a card from your shop for 3 prestige.', ru: 'Сбросьте карту из лавки: престиж +3.' },
  princess: { en: '1 prestige for each of your majorities.', ru: 'Престиж +1 за каждое ваше преимущество.' },
  dancer: { en: '2 prestige.', ru: 'Престиж +2.' },
  translator: {
    en: 'Draw as many cards as the camel made steps, keep one, the others go under the deck.',
    ru: 'Возьмите столько карт, сколько шагов прошёл верблюд, одну оставьте, прочие уйдут под колоду.',
  },
  ambassador: {
    en: 'Draw two cards, keep one, the other goes under the deck.',
    ru: 'Возьмите две карты, одну оставьте, другую положите под колоду.',
  },
  soldier: { en: 'Swap a card of your shop for one of the market.', ru: 'Обменяйте карту из лавки на карту рынка.' },
  general: { en: 'Swap a card of your hand for one of the market.', ru: 'Обменяйте карту из руки на карту рынка.' },
  chinese: {
    en: 'Take two random cards from a rival’s hand and give two back.',
    ru: 'Возьмите наугад две карты из руки соперника и две верните.',
  },
  sogdian: {
    en: 'A rival hands over two cards of his choice, you give two back and gain 1 prestige.',
    ru: 'Соперник отдаёт две карты на свой выбор, вы возвращаете две и получаете 1 престиж.',
  },
  handmaid: {
    en: 'Swap a card of your shop for a different one of your hand.',
    ru: 'Обменяйте карту из лавки на карту другого товара из руки.',
  },
  servant: {
    en: 'Move one card from shop to hand or from hand to shop.',
    ru: 'Переложите карту из лавки в руку или из руки в лавку.',
  },
  shepherd: {
    en: 'Take into your hand the card of the next or the previous character.',
    ru: 'Возьмите в руку карту следующего или предыдущего персонажа.',
  },
  peasant: {
    en: 'Take into your hand the card of one of the next characters, as far ahead as the camel made steps.',
    ru: 'Возьмите в руку карту одного из следующих персонажей: не дальше, чем шагов прошёл верблюд.',
  },
  manichaean: {
    en: 'Turn one of your tokens over: it holds against one tie, then turns back.',
    ru: 'Переверните свой жетон: он выдержит одну ничью и перевернётся обратно.',
  },
  buddhist: {
    en: 'Turn one of your tokens over: who ties must pay you 2 coins to take it.',
    ru: 'Переверните свой жетон: при ничьей соперник заберёт его только за 2 монеты вам.',
  },
};

export function ability(character: string, lang: Lang): string {
  return abilities[character]?.[lang] ?? '';
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
