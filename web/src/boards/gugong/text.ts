// The words of this board in both languages: short labels, and sentences that say what each gift,
// token, decree, area and option does. Names of values come from the lexicon.

import type { Lang, Lexicon } from '../../lib/protocol';
import { factsOf, type Action } from './facts';
import { plural, word, type Area } from './state';

type Both = { en: string; ru: string };

export const WORDS = {
  day: { en: 'Day', ru: 'День' },
  of: { en: 'of', ru: 'из' },
  hand: { en: 'Hand', ru: 'Рука' },
  discard: { en: 'Discard', ru: 'Сброс' },
  discard_note: { en: 'yours again tomorrow', ru: 'завтра снова ваши' },
  only_you: { en: 'only you see them', ru: 'видите только вы' },
  exchange: { en: 'Exchange tokens', ru: 'Обменять жетоны' },
  pool: { en: 'Pool', ru: 'Штат' },
  supply: { en: 'Supply', ru: 'Запас' },
  tokens: { en: 'Tokens', ru: 'Жетоны' },
  rewards: { en: 'Rewards', ru: 'Награды' },
  mat: { en: 'Household', ru: 'Двор' },
  ships: { en: 'Ships', ru: 'Джонки' },
  all: { en: 'All areas', ru: 'Все области' },
  court: { en: 'Destiny', ru: 'Судьба' },
  square: { en: 'square', ru: 'площадь' },
  focus: { en: 'focus', ru: 'цель' },
  dusk: { en: 'dusk', ru: 'сумерки' },
  hidden_hand: { en: 'The gifts of this seat are hidden', ru: 'Подарки этого места скрыты' },
  empty: { en: 'none', ru: 'нет' },
  take_medal: { en: 'The medal: who takes it begins tomorrow', ru: 'Жетон: кто возьмёт его, завтра начинает' },
  jade: { en: 'jade', ru: 'нефриты' },
  points: { en: 'points', ru: 'очки' },
  begins: { en: 'began today', ru: 'начинает сегодня' },
  free: { en: 'free', ru: 'хватает' },
  asks_more: { en: 'What you offer is not worth more: an action here costs 2 servants or a second gift', ru: 'Вы предлагаете не более ценное: действие здесь стоит 2 слуг или второго подарка' },
  not_enough: { en: 'not enough', ru: 'мало' },
  again: { en: 'again', ru: 'ещё раз' },
} satisfies { [key: string]: Both };

export function say(lang: Lang, key: keyof typeof WORDS): string {
  return WORDS[key][lang];
}

export function servants(lang: Lang, count: number): string {
  return `${count} ${plural(lang, count, ['servant', 'servants'], ['слуга', 'слуги', 'слуг'])}`;
}

export function points(lang: Lang, count: number): string {
  return `${count} ${plural(lang, count, ['point', 'points'], ['очко', 'очка', 'очков'])}`;
}

/** "3 weiqi stones (2 servants)" without number and action. */
export function motifOf(lexicon: Lexicon, gift: string): string {
  return word(lexicon, 'gift', gift).replace(/^\d+\s*/, '').replace(/\s*\(.*\)$/, '');
}

/** At most two lines of a card's foot. */
export function lettersOf(name: string): string[] {
  const words = name.split(' ');
  if (name.length <= 9 || words.length === 1) return [name];
  const last = words.pop()!;
  return [words.join(' '), last];
}

const ACTIONS: { [action in Action]: Both } = {
  travel: { en: 'a travel action', ru: 'действие путешествия' },
  jade: { en: 'a jade action', ru: 'действие нефритов' },
  wall: { en: 'a Great Wall action', ru: 'действие Великой стены' },
  intrigue: { en: 'an intrigue action', ru: 'действие интриг' },
  palace: { en: 'a palace action', ru: 'действие дворца' },
  decrees: { en: 'a decree', ru: 'получение указа' },
  canal: { en: 'a Grand Canal action', ru: 'действие Великого канала' },
  nothing: { en: 'no action of its own', ru: 'без своего действия' },
  servant: { en: '1 servant from your supply', ru: '1 слуга из запаса в штат' },
  servants2: { en: '2 servants from your supply', ru: '2 слуги из запаса в штат' },
  swap: { en: 'swap one of your gifts with any on the board', ru: 'обмен своего подарка на любой с поля' },
};

export function actionHelp(lang: Lang, action: Action): string {
  return ACTIONS[action][lang];
}

/** "3 weiqi stones. When you offer it: 2 servants from your supply." */
export function giftHelp(lexicon: Lexicon, lang: Lang, gift: string): string {
  const fact = factsOf(lexicon).gifts[gift]!;
  const name = `${fact.value} ${motifOf(lexicon, gift)}`;
  const does = ACTIONS[fact.action][lang];
  if (fact.action === 'nothing') return `${name}: ${does}`;
  return lang === 'en' ? `${name}; offered, it brings: ${does}` : `${name}; при подношении: ${does}`;
}

const TOKENS: { [token: string]: Both } = {
  servant: { en: 'take 1 servant from your supply', ru: 'взять 1 слугу из запаса' },
  servants2: { en: 'take 2 servants from your supply', ru: 'взять 2 слуг из запаса' },
  envoy: { en: 'your envoy walks 1 step (a point if he has arrived)', ru: 'проситель проходит 1 деление (очко, если он уже во дворце)' },
  intrigue: { en: 'your intrigue marker moves 1 forward', ru: 'фишка интриг идёт на 1 вперёд' },
  gift_for_jade: { en: 'put a gift of {jade_gift} or more from your hand aside for a jade', ru: 'отложить из руки подарок от {jade_gift} и получить нефрит' },
  points: { en: '2 points', ru: '2 очка' },
  swap: { en: 'swap one of your gifts with any on the board', ru: 'обменять свой подарок на любой с поля' },
  recover: { en: 'take a gift from your discard back into your hand', ru: 'вернуть подарок из сброса в руку' },
  ship: { en: 'put a servant from your supply on a ship', ru: 'поместить слугу из запаса на джонку' },
  wall: { en: 'put a servant from your supply on the wall', ru: 'поставить слугу из запаса на стену' },
  servants_for_jade: { en: 'return {jade_servants} servants for a jade', ru: 'вернуть {jade_servants} слуг и получить нефрит' },
  double: { en: 'counts as two tokens in exchanges', ru: 'при обмене считается за два жетона' },
  plus: { en: 'special, with a servant: your gifts count 1 more until the end of the day', ru: 'особый, со слугой: ваши подарки дороже на 1 до конца дня' },
  tax: { en: 'special, with a servant: a rival who acts in the area gives you a point, until the end of the day', ru: 'особый, со слугой: соперник, действующий в области, отдаёт вам очко, до конца дня' },
  follow: { en: 'special, with a servant: you may act in the area after a rival, until the end of the day', ru: 'особый, со слугой: вы можете действовать в области вслед за соперником, до конца дня' },
};
export const SPECIAL_TOKENS = ['plus', 'tax', 'follow'];

export function tokenHelp(lexicon: Lexicon, lang: Lang, token: string): string {
  const amounts: { [name: string]: number } = { ...factsOf(lexicon).amounts };
  const text = TOKENS[token]?.[lang] ?? word(lexicon, 'token', token);
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(amounts[name]));
}

/** Which icon stands for a token; the rest have one of their own name. */
const TOKEN_ICONS: { [token: string]: string } = { ship: 'canal' };
export function tokenIcon(token: string): string {
  return TOKEN_ICONS[token] ?? token;
}

const DECREES: { [decree: string]: Both } = {
  morning_intrigue: { en: 'each morning you may move your intrigue marker 2 forward', ru: 'каждое утро можно продвинуть фишку интриг на 2' },
  morning_ship: { en: 'each morning you may put a servant from your supply on a ship', ru: 'каждое утро можно поместить слугу из запаса на джонку' },
  morning_servant: { en: 'each morning you may take a servant from your supply', ru: 'каждое утро можно взять слугу из запаса' },
  morning_envoy: { en: 'each morning your envoy may walk 1 step', ru: 'каждое утро проситель может пройти 1 деление' },
  morning_swap: { en: 'each morning you may swap a gift with one on the board', ru: 'каждое утро можно обменять подарок на любой с поля' },
  cheap_travel: { en: 'travelling twice costs you 1 servant less', ru: 'два перемещения стоят вам на 1 слугу меньше' },
  cheap_jade: { en: 'jade costs you 1 servant less', ru: 'нефрит стоит вам на 1 слугу меньше' },
  more_wall: { en: 'with each wall action you may add a servant from your supply', ru: 'при каждом действии стены можно добавить слугу из запаса' },
  equal_gifts: { en: 'a gift of the same worth is enough for you', ru: 'вам достаточно подарка той же ценности' },
  cheap_decrees: { en: 'decrees cost you 1 servant less', ru: 'указы стоят вам на 1 слугу меньше' },
  end_third: { en: 'at the end 1 point for each full 3 points, 10 at most', ru: 'в конце 1 очко за каждые полные 3 очка, не больше 10' },
  end_eight: { en: 'at the end 8 points', ru: 'в конце 8 очков' },
  end_jade: { en: 'at the end 2 points for each jade, 10 at most', ru: 'в конце 2 очка за каждый нефрит, не больше 10' },
  end_decrees: { en: 'at the end 2 points for each of your servants on decrees', ru: 'в конце 2 очка за каждого вашего слугу на указах' },
  end_harbour: { en: 'at the end 2 points for each harbour reward you took', ru: 'в конце 2 очка за каждую полученную награду гаваней' },
};

/** "2 servants: Jade costs you 1 servant less; 2 points at once" */
export function decreeInWords(lexicon: Lexicon, lang: Lang, decree: string): { name: string; text: string } {
  const fact = factsOf(lexicon).decrees[decree]!;
  const does = DECREES[decree]?.[lang] ?? word(lexicon, 'decree', decree);
  const now = fact.points === 0 ? '' : lang === 'en' ? `; ${points(lang, fact.points)} at once` : `; сразу ${points(lang, fact.points)}`;
  return { name: servants(lang, fact.cost), text: does.charAt(0).toUpperCase() + does.slice(1) + now };
}

export function decreeHelp(lexicon: Lexicon, lang: Lang, decree: string): string {
  const fact = factsOf(lexicon).decrees[decree]!;
  const does = DECREES[decree]?.[lang] ?? word(lexicon, 'decree', decree);
  const now = fact.points === 0 ? '' : lang === 'en' ? ` ${points(lang, fact.points)} at once.` : ` Сразу ${points(lang, fact.points)}.`;
  const cost = lang === 'en'
    ? `Costs ${servants(lang, fact.cost)}, 1 more for each rival there, and one servant stays.`
    : `Цена: ${servants(lang, fact.cost)}, ещё 1 за каждого соперника здесь, и один слуга остаётся.`;
  return `${lang === 'en' ? 'Decree' : 'Указ'}: ${does}.${now} ${cost}`;
}

/** What a decree shows: signs that need no words. */
export const DECREE_SIGNS: { [decree: string]: { icon: string; text?: string }[] } = {
  morning_intrigue: [{ icon: 'intrigue', text: '+2' }],
  morning_ship: [{ icon: 'servant' }, { icon: 'canal' }],
  morning_servant: [{ icon: 'servant', text: '+1' }],
  morning_envoy: [{ icon: 'envoy', text: '+1' }],
  morning_swap: [{ icon: 'swap' }],
  cheap_travel: [{ icon: 'travel', text: '−1' }],
  cheap_jade: [{ icon: 'jade', text: '−1' }],
  more_wall: [{ icon: 'wall', text: '+1' }],
  equal_gifts: [{ icon: 'card', text: '=' }, { icon: 'card' }],
  cheap_decrees: [{ icon: 'decrees', text: '−1' }],
  end_third: [{ icon: 'points', text: '1/3' }],
  end_eight: [{ icon: 'points', text: '8' }],
  end_jade: [{ icon: 'jade', text: '2' }, { icon: 'points' }],
  end_decrees: [{ icon: 'decrees', text: '2' }, { icon: 'points' }],
  end_harbour: [{ icon: 'canal', text: '2' }, { icon: 'points' }],
};
/** When decrees of a level work: in the morning, always, at the end. */
export const LEVEL_SIGNS = ['dawn', 'always', 'finish'];

export function areaHelp(lexicon: Lexicon, lang: Lang, area: Area): string {
  const { prices, tracks, influence, amounts } = factsOf(lexicon);
  const texts: { [area in Area]: Both } = {
    travel: {
      en: `Travel: move to the next city with a token along the roads; ${prices.travel} servants for two moves. A token helps once at once and is kept for exchanges.`,
      ru: `Путешествия: дорогами до ближайшего города с жетоном; за ${prices.travel} слуг — дважды. Жетон помогает сразу и хранится для обменов.`,
    },
    wall: {
      en: `Great Wall: place servants. When it is full, whoever has most there gets ${points('en', amounts.win)} and a palace step, and all who helped may use their intrigue.`,
      ru: `Великая стена: ставьте слуг. Когда часть готова, у кого их больше — ${points('ru', amounts.win)} и шаг ко дворцу, а все участники могут воспользоваться интригами.`,
    },
    jade: {
      en: `Jade: buy one for the price of a house, or for ${prices.square} servants in the square. The more you have, the more each is worth.`,
      ru: `Нефриты: купите один по цене дома или за ${prices.square} слуг на площади. Чем их больше, тем дороже каждый.`,
    },
    intrigue: {
      en: `Intrigue: who is ahead wins all ties. After the wall, ${influence.servant} back brings a servant, ${influence.servants} two, ${influence.die} turns a die, ${influence.jade} brings a jade.`,
      ru: `Интриги: кто впереди, побеждает при всех ничьих. После стены ${influence.servant} назад — слуга, ${influence.servants} — два слуги, ${influence.die} — поворот кубика, ${influence.jade} — нефрит.`,
    },
    palace: {
      en: `Palace: your envoy needs ${tracks.palace} steps by the end, or you score nothing.`,
      ru: `Дворец: до конца игры просителю нужно пройти ${tracks.palace} делений, иначе вы не получите ничего.`,
    },
    decrees: {
      en: 'Decrees: pay the cost and 1 for each rival there, then leave a servant. The first level helps each morning, the second in actions, the third at the end.',
      ru: 'Указы: оплатите цену и по 1 за каждого соперника там, затем оставьте слугу. Первый уровень помогает по утрам, второй — в действиях, третий — в конце.',
    },
    canal: {
      en: 'Grand Canal: three servants make a ship full; then it may give the reward of its harbour. Ships move at night; from the fifth harbour they are lost.',
      ru: 'Великий канал: с тремя слугами джонка полна и может дать награду гавани. Ночью джонки плывут дальше, из пятой гавани — тонут.',
    },
  };
  return texts[area][lang];
}

export function rewardHelp(lexicon: Lexicon, lang: Lang, harbour: number, rewards: readonly string[]): string {
  const names: { [reward: string]: Both } = {
    points: { en: points('en', factsOf(lexicon).amounts.harbour), ru: points('ru', factsOf(lexicon).amounts.harbour) },
    card: { en: 'another gift for the rest of the game', ru: 'ещё один подарок до конца игры' },
    pair: { en: 'the pair, which counts as two servants', ru: 'пара слуг, она считается за двоих' },
  };
  const what = rewards.map((reward) => names[reward]![lang]).join(lang === 'en' ? ' or ' : ' или ');
  const where = lang === 'en' ? `Harbour ${harbour}` : `Гавань ${harbour}`;
  return `${where}: ${what || (lang === 'en' ? 'no reward' : 'без награды')}`;
}

/** Meng's cards: what he does in the day, and what with his servants at dusk. */
export function automaHelp(lexicon: Lexicon, lang: Lang, card: string): string {
  const dusk: { [card: string]: Both } = {
    travel: { en: 'pays 2 and travels once', ru: 'платит 2 и едет один раз' },
    wall: { en: 'pays 1 and places 1 on the wall', ru: 'платит 1 и ставит 1 на стену' },
    intrigue: { en: 'pays 1 for 2 steps of intrigue', ru: 'платит 1 за 2 шага интриг' },
    palace: { en: 'pays 2 for a palace step and one of intrigue', ru: 'платит 2 за шаг ко дворцу и шаг интриг' },
    canal: { en: 'pays 1 and loads 1', ru: 'платит 1 и грузит 1' },
  };
  const free: Both = { en: 'travels once for nothing', ru: 'едет один раз бесплатно' };
  const name = card === 'special'
    ? { en: 'Special: to his focus area, more for nothing', ru: 'Особая: в важную область, больше и бесплатно' }[lang]
    : word(lexicon, 'automa', card);
  const later = (dusk[card] ?? free)[lang];
  return lang === 'en' ? `${name}. At dusk he ${later}, if he can.` : `${name}. В сумерках он ${later}, если может.`;
}
export const DUSK_ICONS: { [card: string]: string } = { wall: 'wall', intrigue: 'intrigue', palace: 'envoy', canal: 'canal' };
