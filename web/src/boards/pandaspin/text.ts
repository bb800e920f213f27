// Panda Spin: the board's own words. Names of cards, suits and bids come from the lexicon.

import type { Lang, Lexicon } from '../../lib/protocol';
import { shown, type Bid, type Suit, type SymbolName } from './state';

function plural(n: number, one: string, few: string, many: string): string {
  const form = new Intl.PluralRules('ru').select(n);
  return form === 'one' ? one : form === 'few' ? few : many;
}

const en = {
  hand: 'Hand',
  yourHand: 'Your hand',
  handOf: (name: string) => `Hand of ${name}`,
  history: 'This trick',
  noBids: 'Nobody has bid yet',
  cards: (n: number) => `${n} ${n === 1 ? 'card' : 'cards'}`,
  sortValue: 'By value',
  sortSuit: 'By suit',
  sorting: 'Order of the hand',
  playAs: 'Play as',
  play: 'Play',
  clear: 'Put back',
  tapCards: 'Tap cards to build a play',
  tapToFollow: 'Lit cards can beat the bid: tap them',
  cannotFollow: 'No card of yours beats the bid',
  addCards: (n: number) => `Add cards: ${n} ${n === 1 ? 'bid is' : 'bids are'} still possible`,
  choosing: (bid: string) => `Cards for: ${bid}`,
  lead: (name: string) => `${name} leads`,
  leadYou: 'The table is free: lead anything',
  kind: { single: 'Single', set: 'Set', run: 'Run', formation: 'Formation', bomb: 'Bomb' },
  ways: (n: number) => `${n} ${n === 1 ? 'way' : 'ways'}`,
  standing: 'The game is over',
  toBeat: (bid: string) => `To beat it: ${bid}`,
  orBomb: ', a bomb or a fitting element',
  onlyBomb: 'a bomb or a fitting element',
  lastTrick: 'The last trick',
  noCardsDown: 'no cards on the table',
  takePoint: 'Take the point',
  yourCardsHere: 'What you play in this trick lies here',
  passTitle: 'Pass',
  biggerBomb: (n: number, top: string) => `a bomb of more than ${n} values, or of ${n} above ${top}`,
  above: (what: string, top: string) => `${what} above ${top}`,
  single: 'a single',
  set: (n: number) => `a set of ${n}`,
  run: (n: number) => `a run of ${n}`,
  formation: (n: number) => `a formation of ${n} values`,
  bidSingle: (top: string) => `Single ${top}`,
  bidSet: (n: number, top: string) => `Set ${n} × ${top}`,
  bidRun: (n: number, top: string) => `Run of ${n} up to ${top}`,
  bidFormation: (m: number, n: number, top: string) => `Formation ${m} × ${n} up to ${top}`,
  bidBomb: (n: number, top: string) => `Bomb ${n} × ${top}`,
  elementWon: (suit: string) => `Element of ${suit}: the trick is won`,
  passed: 'passed',
  pass: 'pass',
  out: 'out',
  holds: 'highest bid',
  round: (n: number) => `Round ${n}`,
  trick: (n: number) => `Trick ${n}`,
  points: (n: number, target: number) => `${n} of ${target} points; the game ends after a round in which somebody has ${target}`,
  inHand: 'Cards in hand',
  knownBlue: 'Blue cards that everybody saw go into this hand',
  spun: (n: number) => `${n} turned unseen`,
  deck: (n: number) => `The deck: ${n} ${n === 1 ? 'card' : 'cards'}. Who plays an element draws two`,
  discard: (n: number) => `Discarded: ${n}`,
  mood: { hungry: 'Hungry panda', spin: 'Panda spin' },
  moodDoes: {
    hungry: 'Each panda symbol takes 1 point from the player whose bid was just beaten',
    spin: 'Each panda symbol turns one white card of the own hand to blue',
  },
  white: 'white side up',
  blue: 'blue side up',
  otherSide: (side: string) => `Turned it shows: ${side}`,
  elementDoes: (condition: string) => `Beats any bid but a bomb and wins the trick at once, if: ${condition}`,
  backBlue: 'If you pass, your white cards come back blue',
  losesBlue: (n: number) => `You pass with a blue card or a bomb on the table: all ${n} cards you played are discarded.`,
  droppedForNothing: 'The element is discarded without any effect, though it could win this trick now.',
  declinesPoint: 'You give up a point.',
  comesBack: (n: number) => `${n} ${n === 1 ? 'comes' : 'come'} back blue`,
  areGone: (n: number) => `${n} ${n === 1 ? 'is' : 'are'} gone`,
  tabHand: 'Hand',
  tabTrick: 'Trick',
};

const ru: typeof en = {
  hand: 'Рука',
  yourHand: 'Ваша рука',
  handOf: (name) => `Рука: ${name}`,
  history: 'Этот кон',
  noBids: 'Ставок ещё нет',
  cards: (n) => `${n} ${plural(n, 'карта', 'карты', 'карт')}`,
  sortValue: 'По номиналу',
  sortSuit: 'По масти',
  sorting: 'Порядок карт в руке',
  playAs: 'Сыграть как',
  play: 'Сыграть',
  clear: 'Вернуть',
  tapCards: 'Нажимайте на карты, чтобы сложить ставку',
  tapToFollow: 'Подсвеченные карты могут перебить ставку',
  cannotFollow: 'Перебить ставку вам нечем',
  addCards: (n) => `Добавьте карты: ${plural(n, 'возможна', 'возможны', 'возможно')} ещё ${n} ${plural(n, 'ставка', 'ставки', 'ставок')}`,
  choosing: (bid) => `Карты для ставки: ${bid}`,
  lead: (name) => `Начинает ${name}`,
  leadYou: 'Стол свободен: начните с любой ставки',
  kind: { single: 'Одиночная', set: 'Набор', run: 'Последовательность', formation: 'Конфигурация', bomb: 'Бомба' },
  ways: (n) => `${n} ${plural(n, 'способ', 'способа', 'способов')}`,
  standing: 'Игра окончена',
  toBeat: (bid) => `Перебить: ${bid}`,
  orBomb: ', бомба или подходящий элемент',
  onlyBomb: 'бомба или подходящий элемент',
  lastTrick: 'Прошлый кон',
  noCardsDown: 'на кону карт нет',
  takePoint: 'Взять очко',
  yourCardsHere: 'Здесь лежит то, что вы играете на этом кону',
  passTitle: 'Пас',
  biggerBomb: (n, top) => `бомба больше чем из ${n} номиналов или из ${n}, но старше ${top}`,
  above: (what, top) => `${what} старше ${top}`,
  single: 'одиночная',
  set: (n) => `набор из ${n}`,
  run: (n) => `последовательность из ${n}`,
  formation: (n) => `конфигурация из ${n} номиналов`,
  bidSingle: (top) => `Одиночная ${top}`,
  bidSet: (n, top) => `Набор ${n} × ${top}`,
  bidRun: (n, top) => `Последовательность из ${n}, старшая ${top}`,
  bidFormation: (m, n, top) => `Конфигурация ${m} × ${n}, старшая ${top}`,
  bidBomb: (n, top) => `Бомба ${n} × ${top}`,
  elementWon: (suit) => `Элемент (${suit}): кон выигран`,
  passed: 'пас',
  pass: 'пас',
  out: 'вышел',
  holds: 'старшая ставка',
  round: (n) => `Раунд ${n}`,
  trick: (n) => `Кон ${n}`,
  points: (n, target) => `${n} из ${target} очков; игра кончается раундом, после которого у кого-то есть ${target}`,
  inHand: 'Карт в руке',
  knownBlue: 'Синие карты, которые на глазах у всех ушли на эту руку',
  spun: (n) => `повёрнуто тайно: ${n}`,
  deck: (n) => `Колода: ${n} ${plural(n, 'карта', 'карты', 'карт')}. Кто играет элемент, берёт две`,
  discard: (n) => `В сбросе: ${n}`,
  mood: { hungry: 'Голодная панда', spin: 'Пандоворот' },
  moodDoes: {
    hungry: 'Каждый символ панды забирает 1 очко у того, чью ставку только что перебили',
    spin: 'Каждый символ панды поворачивает одну белую карту на своей руке синей стороной',
  },
  white: 'белой стороной',
  blue: 'синей стороной',
  otherSide: (side) => `С другой стороны: ${side}`,
  elementDoes: (condition) => `Бьёт любую ставку, кроме бомбы, и сразу выигрывает кон, если ${condition}`,
  backBlue: 'При пасе ваши белые карты вернутся синими',
  losesBlue: (n) => `Вы пасуете с синей картой или бомбой на кону: ${plural(n, 'сыгранная карта уйдёт', 'все сыгранные карты уйдут', 'все сыгранные карты уйдут')} в сброс (${n}).`,
  droppedForNothing: 'Элемент уйдёт в сброс без эффекта, хотя сейчас мог бы выиграть кон.',
  declinesPoint: 'Вы отказываетесь от очка.',
  comesBack: (n) => `${plural(n, 'вернётся', 'вернутся', 'вернётся')} ${n}`,
  areGone: (n) => `${plural(n, 'уйдёт', 'уйдут', 'уйдёт')} ${n}`,
  tabHand: 'Рука',
  tabTrick: 'Кон',
};

const words = { en, ru };

export function say(lang: Lang): typeof en {
  return words[lang];
}

/** The five elements, and the animals of the values from 3 up to 2: written in ink on the cards. */
export const SUIT_SEAL: Record<Suit, string> = { fire: '火', metal: '金', water: '水', earth: '土', wood: '木' };
export const SUIT_COLOUR: Record<Suit, string> = { fire: '#b0281d', metal: '#5d6670', water: '#1f2a36', earth: '#a8560c', wood: '#0d6f78' };
export const ANIMALS: Record<string, string> = {
  '3': '鼠', '4': '牛', '5': '虎', '6': '兔', '7': '龙', '8': '蛇', '9': '马', '10': '羊', j: '猴', q: '鸡', k: '狗', a: '猪', '2': '熊',
};

const symbols: Record<SymbolName, Record<Lang, string>> = {
  bamboo: { en: 'bamboo: 1 point when played', ru: 'бамбук: 1 очко при розыгрыше' },
  panda: { en: 'panda: hungry or spinning, as the mood says', ru: 'панда: голодная или пандоворот, смотря по настроению' },
  fire: { en: 'fire: discard an animal card from your hand', ru: 'огонь: сбросьте карту животного из руки' },
  water: { en: 'water: may be a joker of any value', ru: 'вода: может быть джокером любого номинала' },
};
export function symbolText(symbol: SymbolName, lang: Lang): string {
  return symbols[symbol][lang];
}

/** A bid in a few words. */
export function bidText(bid: Bid, lang: Lang): string {
  const t = say(lang);
  const top = shown(bid.top);
  switch (bid.type) {
    case 'single':
      return t.bidSingle(top);
    case 'set':
      return t.bidSet(bid.copies, top);
    case 'run':
      return t.bidRun(bid.length, top);
    case 'formation':
      return t.bidFormation(bid.copies, bid.length, top);
    case 'bomb':
      return t.bidBomb(bid.copies, top);
    default:
      return '';
  }
}

/** What would beat a bid. */
export function beatText(bid: Bid, lang: Lang): string {
  const t = say(lang);
  const top = shown(bid.top);
  if (bid.type === 'bomb') return t.biggerBomb(bid.copies, top);
  const what =
    bid.type === 'single' ? t.single : bid.type === 'set' ? t.set(bid.copies) : bid.type === 'run' ? t.run(bid.length) : t.formation(bid.copies * bid.length);
  return bid.top === '2' ? t.onlyBomb : `${t.above(what, top)}${t.orBomb}`;
}

/** A card in words: both halves and what its symbols do. */
export function cardText(half: string, lexicon: Lexicon, lang: Lang): string {
  const t = say(lang);
  const names = lexicon.words.half ?? {};
  const name = names[half] ?? half;
  if (half.endsWith('_element')) {
    const suit = Object.entries({ f: 'fire', m: 'metal', w: 'water', e: 'earth', t: 'wood' }).find(([letter]) => letter === half[0])?.[1] ?? '';
    return `${name}. ${t.elementDoes(lexicon.words.condition?.[suit] ?? '')}`;
  }
  if (half.endsWith('_b')) return name;
  return `${name}. ${t.otherSide(names[`${half}_b`] ?? '')}`;
}
