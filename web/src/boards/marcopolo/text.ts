// The words of the Marco Polo board that the engine's lexicon does not have: what each card, space,
// character and token does, in a sentence.

import type { Lang } from '../../lib/protocol';
import { counted } from '../../lib/text/plural';
import { facts } from './facts';
import type { Amounts, Reward } from './facts-reader';
import { BEIJING, FIGURES, SLOT_BONUS } from './figures';

/** Forms: one, more in English; one, few, many in Russian. */
function plural(lang: Lang, count: number, [one, few, many]: readonly string[]): string {
  return counted(lang, count, { one: one!, few: few!, other: many ?? few! });
}

const en = {
  /** How amounts are called when they are paid or received. */
  amounts: [['coin', 'coins'], ['camel', 'camels'], ['pepper', 'pepper'], ['silk', 'silk'], ['gold', 'gold'], ['point', 'points']],
  /** How amounts are called when they stand alone. */
  names: [['coin', 'coins'], ['camel', 'camels'], ['pepper', 'pepper'], ['silk', 'silk'], ['gold', 'gold'], ['point', 'points']],
  and: ' and ',
  nothing: 'nothing',
  effect: {
    good: 'a good of your choice', pair: 'two different goods', black: 'a black die', contract: 'a contract from the special pile',
    move: 'a step (only the road is paid)', copy: 'any other province bonus',
  } as { [effect: string]: string },
  round: (round: number) => `Round ${round} of ${FIGURES.ROUNDS}`,
  roundShort: 'Round',
  starts: (name: string) => `${name} began this round`,
  map: 'Map', market: 'Market', cities: 'Cities',
  page: (name: string) => `Show: ${name}`,
  road: (from: string, to: string, price: string) => `Road ${from} – ${to}: ${price}`,
  free: 'no extra price',
  start: 'Venice: here the journeys begin. No posts.',
  oasis: 'An oasis: a place to pass, no posts.',
  city: (token: string | null, card: string) =>
    `${token ? `First post here: ${token}. ` : ''}A post opens the city card: ${card}`,
  province: (bonus: string) => `A post here gives at once and at the start of each round: ${bonus}`,
  beijing: `Beijing: the first post takes ${BEIJING[0]} points, then ${BEIJING.slice(1).join(', ')}; goods are worth points here at the end`,
  token: (what: string) => `For the first post here: ${what}`,
  post: (name: string) => `A post of ${name}`,
  figure: (name: string) => `The figure of ${name}`,
  cardUsed: 'used this round',
  contract: (price: string, reward: string) => `Contract: pay ${price}; receive ${reward}`,
  slotBonus: (count: number) => `This slot also gives ${count} ${count === 1 ? 'coin or camel' : 'coins or camels'}`,
  takeContracts: (count: number): string => (count === 0 ? 'Pick one or two' : count === 1 ? 'Take this one' : 'Take both'),
  keepGoals: (count: number) => (count < FIGURES.GOALS_KEPT ? `Choose ${FIGURES.GOALS_KEPT}` : 'Keep these'),
  bazaar: 'Bazaar',
  bazaarRow: (row: string, dice: number) => `Bazaar, ${row}: ${plural('en', dice, ['die', 'dice'])}; the lowest die says how far to the right you may take`,
  bazaarCell: (column: number, what: string) => `Column ${column}: ${what}`,
  khan: 'Khan’s favour',
  khanRule: `The Khan’s favour: a good of your choice and ${FIGURES.KHAN_CAMELS} camels for one die, at least as high as the last one here. ${FIGURES.KHAN_CELLS} cells.`,
  take5: `Take ${FIGURES.TAKE5_COINS}`,
  take5Rule: `${FIGURES.TAKE5_COINS} coins for one die of any value`,
  contracts: 'Contracts',
  contractsRule: 'One die: take one or two contracts from the slots up to its value',
  travel: 'Travel',
  walked: (steps: number, left: number, paid: string) => `Steps walked: ${steps}, at most ${left} more${paid ? `. Paid so far: ${paid}` : ''}`,
  travelRule: 'Two dice: walk as many steps as the lower one allows; prices are for all steps together, roads come on top',
  stepsCost: (steps: number, coins: number) => `${plural('en', steps, ['step', 'steps'])}: ${plural('en', coins, ['coin', 'coins'])} in all`,
  occupied: 'Occupied: whoever comes now pays as many coins as the lowest die shows',
  blackDice: 'Black dice',
  blackRule: (left: number) => `${plural('en', left, ['black die', 'black dice'])} left: ${FIGURES.BLACK_DIE_PRICE} camels each, once a turn`,
  dice: 'Dice', die: (text: string) => `Die: ${text}`,
  anyValue: 'a die without a value: you name it when you place it',
  black: 'black', white: 'white', own: 'own', neutral: 'neutral',
  name: 'Name a value',
  goals: 'Goals', goal: (city: string, province: string, points: number) => `Goal: posts in ${city} and ${province}, ${points} points`,
  hiddenGoal: 'A secret goal',
  noContract: 'Room for a contract',
  offered: 'New contract',
  myContracts: 'Contracts',
  character: {
    raschid: 'Never rolls: names the value of each die as he places it.',
    matteo: 'Has a white die, and draws a contract at the start of each round.',
    berke: 'Never pays for occupied spaces.',
    mercator: 'Gets one of the same whenever another player uses the bazaar.',
    kubilai: `Starts in Beijing with a post on the best space.`,
    niccolo: 'Two figures that share the steps of a journey; a camel each round.',
    johannes: 'Goes from any oasis to any other in one step, no road to pay; 3 coins each round.',
    wilhelm: `Has ${FIGURES.WILHELMS_POSTS} posts and builds one wherever he passes.`,
  } as { [character: string]: string },
  postsLeft: (left: number) => `${plural('en', left, ['post', 'posts'])} left on the mat`,
  done: (count: number) => `${plural('en', count, ['contract', 'contracts'])} completed; the most are worth ${FIGURES.MOST_CONTRACTS} points`,
  points: (points: number) => plural('en', points, ['point', 'points']),
  actions: { purse: 'Purse', reroll: 'Re-roll', adjust: 'Turn by 1', black: 'Black die', finish: 'End turn', stop: 'Stop here', decline: 'Decline', refuse: 'Refuse' } as { [verb: string]: string },
  up: 'up', down: 'down',
  chooseCharacter: 'Choose a character',
  card: {
    repeat: (pay: string, get: string) => `As often as the die says: pay ${pay}, receive ${get}`,
    goods: (pay: string) => `As often as the die says: pay ${pay}, receive a good of your choice`,
    walk: (pay: string) => `For each step, as many as the die says: pay ${pay || 'two different goods'}, roads come on top`,
    provinces: (pay: string, from: number) => (from ? `The bonus of one of your provinces; two from a ${from} on` : `As often as the die says: pay ${pay}, receive the bonus of one of your provinces, each once`),
    one_way: (there: string, back: string) => `As often as the die says, one way only: ${there}, or ${back}`,
    two_way: (there: string, back: string) => `As often as the die says, both ways: ${there}; ${back}`,
    barter: () => 'As often as the die says, both ways: a good for 2 camels; 2 camels for a good',
    contracts: (get: string) => `For each contract completed, as many as the die says: ${get}`,
    posts: (get: string) => `For each post on the map, as many as the die says: ${get}`,
    pips: (get: string) => `For each pip of the die: ${get}`,
    by_die: (get: string, from: number) => `${get}; three of them with a ${from} or more`,
    trade: (pay: string, get: string) => `${pay} for ${get}`,
  },
  seat: { points: 'Points', coins: 'Coins', camels: 'Camels', goods: 'Gold, silk and pepper', dice: 'Dice still to place', contracts: 'Contracts completed' },
};

const ru: typeof en = {
  amounts: [['монету', 'монеты', 'монет'], ['верблюда', 'верблюда', 'верблюдов'], ['специю', 'специи', 'специй'], ['шёлк', 'шёлка', 'шёлка'], ['золото', 'золота', 'золота'], ['очко', 'очка', 'очков']],
  names: [['монета', 'монеты', 'монет'], ['верблюд', 'верблюда', 'верблюдов'], ['специя', 'специи', 'специй'], ['шёлк', 'шёлка', 'шёлка'], ['золото', 'золота', 'золота'], ['очко', 'очка', 'очков']],
  and: ' и ',
  nothing: 'ничего',
  effect: {
    good: 'товар на выбор', pair: 'два разных товара', black: 'чёрный кубик', contract: 'контракт из особой стопки',
    move: 'шаг (платится только дорога)', copy: 'любой другой бонус провинции',
  },
  round: (round) => `Раунд ${round} из ${FIGURES.ROUNDS}`,
  roundShort: 'Раунд',
  starts: (name) => `${name} начинает этот раунд`,
  map: 'Карта', market: 'Рынок', cities: 'Города',
  page: (name) => `Показать: ${name}`,
  road: (from, to, price) => `Дорога ${from} – ${to}: ${price}`,
  free: 'без доплаты',
  start: 'Венеция: отсюда начинаются путешествия. Факторий здесь не строят.',
  oasis: 'Оазис: место на пути, факторий здесь не строят.',
  city: (token, card) => `${token ? `За первую факторию: ${token}. ` : ''}Фактория открывает карту города. ${card}`,
  province: (bonus) => `Фактория здесь даёт сразу и в начале каждого раунда: ${bonus}`,
  beijing: `Пекин: первая фактория займёт место на ${BEIJING[0]} очков, дальше ${BEIJING.slice(1).join(', ')}; в конце здесь приносят очки товары`,
  token: (what) => `За первую факторию здесь: ${what}`,
  post: (name) => `Фактория, игрок ${name}`,
  figure: (name) => `Фигура, игрок ${name}`,
  cardUsed: 'в этом раунде уже занята',
  contract: (price, reward) => `Контракт: отдать ${price}; получить ${reward}`,
  slotBonus: (count) => `Эта клетка даёт ещё ${count === 1 ? 'монету или верблюда' : `${count} монеты или верблюда`}`,
  takeContracts: (count) => (count === 0 ? 'Один или два' : count === 1 ? 'Взять этот' : 'Взять оба'),
  keepGoals: (count) => (count < FIGURES.GOALS_KEPT ? `Выберите ${FIGURES.GOALS_KEPT}` : 'Оставить эти'),
  bazaar: 'Базар',
  bazaarRow: (row, dice) => `Базар, ${row}: ${plural('ru', dice, ['кубик', 'кубика', 'кубиков'])}; наименьший решает, до какого столбца можно брать`,
  bazaarCell: (column, what) => `Столбец ${column}: ${what}`,
  khan: 'Милость хана',
  khanRule: `Милость хана: товар на выбор и ${FIGURES.KHAN_CAMELS} верблюда за один кубик, не меньше последнего здесь. Ячеек: ${FIGURES.KHAN_CELLS}.`,
  take5: `Взять ${FIGURES.TAKE5_COINS}`,
  take5Rule: `${FIGURES.TAKE5_COINS} монет за один кубик с любым значением`,
  contracts: 'Контракты',
  contractsRule: 'Один кубик: возьмите один или два контракта с клеток до его значения',
  travel: 'Путешествие',
  walked: (steps, left, paid) => `Пройдено шагов: ${steps}, осталось не больше ${left}${paid ? `. Уплачено: ${paid}` : ''}`,
  travelRule: 'Два кубика: столько шагов, сколько на меньшем; цена — за все шаги вместе, дороги оплачиваются отдельно',
  stepsCost: (steps, coins) => `${plural('ru', steps, ['шаг', 'шага', 'шагов'])}: всего ${plural('ru', coins, ['монета', 'монеты', 'монет'])}`,
  occupied: 'Занято: следующий платит столько монет, сколько на его наименьшем кубике',
  blackDice: 'Чёрные кубики',
  blackRule: (left) => `Чёрных кубиков: ${left}. Каждый за ${FIGURES.BLACK_DIE_PRICE} верблюда, раз за ход`,
  dice: 'Кубики', die: (text) => `Кубик: ${text}`,
  anyValue: 'кубик без числа: вы назовёте его, когда поставите',
  black: 'чёрный', white: 'белый', own: 'свой', neutral: 'нейтральный',
  name: 'Назовите число',
  goals: 'Цели', goal: (city, province, points) => `Цель: фактории, ${city} и ${province}, очков: ${points}`,
  hiddenGoal: 'Тайная цель',
  noContract: 'Место для контракта',
  offered: 'Новый контракт',
  myContracts: 'Контракты',
  character: {
    raschid: 'Не бросает кубики: называет число каждого, когда ставит его.',
    matteo: 'У него белый кубик, и в начале раунда он берёт контракт.',
    berke: 'Никогда не платит за занятые ячейки.',
    mercator: 'Получает единицу того же, когда другой идёт на базар.',
    kubilai: 'Начинает в Пекине с факторией на лучшем месте.',
    niccolo: 'Две фигуры делят шаги путешествия; верблюд каждый раунд.',
    johannes: 'Из любого оазиса в любой другой за один шаг, дорога даром; 3 монеты каждый раунд.',
    wilhelm: `Факторий ${FIGURES.WILHELMS_POSTS}, и он строит их везде, где проходит.`,
  },
  postsLeft: (left) => `На планшете осталось: ${plural('ru', left, ['фактория', 'фактории', 'факторий'])}`,
  done: (count) => `Выполнено: ${plural('ru', count, ['контракт', 'контракта', 'контрактов'])}; у кого больше всех, тому ${FIGURES.MOST_CONTRACTS} очков`,
  points: (points) => plural('ru', points, ['очко', 'очка', 'очков']),
  actions: { purse: 'Кошелёк', reroll: 'Переброс', adjust: 'На 1', black: 'Чёрный', finish: 'Конец хода', stop: 'Остановка', decline: 'Отказ', refuse: 'Отказ' },
  up: 'вверх', down: 'вниз',
  chooseCharacter: 'Выберите персонажа',
  card: {
    repeat: (pay, get) => `Столько раз, сколько на кубике: отдать ${pay}, получить ${get}`,
    goods: (pay) => `Столько раз, сколько на кубике: отдать ${pay}, получить товар на выбор`,
    walk: (pay) => `За каждый шаг, не больше числа на кубике: отдать ${pay || 'два разных товара'}, дороги отдельно`,
    provinces: (pay, from) => (from ? `Бонус одной своей провинции; начиная с ${from} — двух` : `Столько раз, сколько на кубике: отдать ${pay}, получить бонус своей провинции, каждой по разу`),
    one_way: (there, back) => `Столько раз, сколько на кубике, в одну сторону: ${there} или ${back}`,
    two_way: (there, back) => `Столько раз, сколько на кубике, в обе стороны: ${there}; ${back}`,
    barter: () => 'Столько раз, сколько на кубике, в обе стороны: товар на 2 верблюда; 2 верблюда на товар',
    contracts: (get) => `За каждый выполненный контракт, не больше числа на кубике: ${get}`,
    posts: (get) => `За каждую факторию на карте, не больше числа на кубике: ${get}`,
    pips: (get) => `За каждую точку на кубике: ${get}`,
    by_die: (get, from) => `${get}; начиная с ${from} — втрое`,
    trade: (pay, get) => `${pay} на ${get}`,
  },
  seat: { points: 'Очки', coins: 'Монеты', camels: 'Верблюды', goods: 'Золото, шёлк и специи', dice: 'Осталось кубиков', contracts: 'Выполненные контракты' },
};

export const words = { en, ru };
export type Words = typeof en;

/** "2 silk and 1 camel". */
export function tell(lang: Lang, amounts: Amounts, alone = false): string {
  const forms = alone ? words[lang].names : words[lang].amounts;
  const parts = amounts.flatMap((count, index) => (count ? [plural(lang, count, forms[index]!)] : []));
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')}${words[lang].and}${parts[parts.length - 1]}` : (parts[0] ?? '');
}

export function tellReward(lang: Lang, reward: Reward | undefined, alone = false): string {
  if (!reward) return '';
  const points = reward.gain[5] ? [plural(lang, reward.gain[5], words[lang].amounts[5]!)] : [];
  const rest = tell(lang, reward.gain.map((count, index) => (index === 5 ? 0 : count)), alone);
  return [...points, rest, ...reward.effects.map((effect) => words[lang].effect[effect] ?? effect)].filter(Boolean).join(', ');
}

export function tellContract(lang: Lang, contract: string): string {
  const fact = facts.contracts[contract];
  return fact ? words[lang].contract(tell(lang, fact.price), tellReward(lang, fact)) : contract;
}

/** "2 gold, 1 silk → 6 points, 4 coins": for lines and buttons. */
export function contractInWords(lang: Lang, contract: string): string {
  const fact = facts.contracts[contract];
  return fact ? `${tell(lang, fact.price, true)} → ${tellReward(lang, fact, true)}` : contract;
}

export function tellCard(lang: Lang, card: string): string {
  const fact = facts.cards[card];
  if (!fact) return card;
  const say = words[lang].card;
  const pay = tell(lang, fact.pay);
  const get = tell(lang, fact.get);
  const back = facts.backs[card];
  const there = say.trade(pay, get);
  const home = back ? say.trade(tell(lang, back.pay), tell(lang, back.get)) : '';
  switch (fact.kind) {
    case 'goods': return say.goods(pay);
    case 'walk': return say.walk(pay);
    case 'provinces': return say.provinces(pay, fact.from);
    case 'one_way': return say.one_way(there, home);
    case 'two_way': return say.two_way(there, home);
    case 'barter': return say.barter();
    case 'contracts': return say.contracts(get);
    case 'posts': return say.posts(get);
    case 'pips': return say.pips(get);
    case 'by_die': return say.by_die(get, fact.from);
    default: return say.repeat(pay, get);
  }
}

export { SLOT_BONUS };

/** The Han character of places and characters, for their seals. */
export const placeSeal: { [place: string]: string } = {
  moscow: '莫', karakorum: '和', samarcanda: '撒', lanzhou: '兰', alexandria: '亚', karachi: '卡', sumatra: '苏', beijing: '京', venezia: '威',
};
export const characterSeal: { [character: string]: string } = {
  raschid: '智', matteo: '信', berke: '汗', mercator: '商', kubilai: '皇', niccolo: '双', johannes: '僧', wilhelm: '使',
};
