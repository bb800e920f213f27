// The Voyages of Marco Polo: a parchment map under the night.

import type { Board as BoardContract, ChoiceDetail, Flight } from '../../lib/board';
import type { GameEvent, Lang, Lexicon, Move, View } from '../../lib/protocol';
import Board from './Board.svelte';
import { facts as known } from './facts';
import { lessons } from './lessons';
import MatTab from './MatTab.svelte';
import Mine from './Mine.svelte';
import PapersTab from './PapersTab.svelte';
import Seat from './Seat.svelte';
import Strip from './Strip.svelte';
import { asked, voyage, type Voyage } from './state';
import { contractInWords, tell, tellReward, words } from './text';
import { walkAt } from './walk.svelte';

const nameOf = (lexicon: Lexicon, domain: string, value: unknown) => lexicon.words[domain]?.[String(value)] ?? String(value);

function facts(given: View, _lexicon: Lexicon, lang: Lang): string[] {
  return [words[lang].round(voyage(given).round)];
}

/** "−2 coins, +1 camel" as one short text, for repetitions and exchanges of a city card. */
function changes(move: Move, lang: Lang): string {
  const signed = (name: string, index: number) => {
    const count = Number(move[name] ?? 0);
    if (!count) return [];
    const amounts = [0, 0, 0, 0, 0, 0];
    amounts[index] = Math.abs(count);
    return [`${count > 0 ? '+' : '−'}${tell(lang, amounts, true)}`];
  };
  const goods = Number(move.goods ?? 0);
  return [
    ...signed('coins', 0),
    ...signed('camels', 1),
    ...(goods ? [`${goods > 0 ? '+' : '−'}${Math.abs(goods)} ${lang === 'ru' ? 'тов.' : goods === 1 || goods === -1 ? 'good' : 'goods'}`] : []),
    ...signed('points', 5),
  ].join(', ');
}

/** The server writes contracts as "C25: 2g 1s 2c → 6 vp, 4$": here they are told in words. */
function phrase(text: string, lexicon: Lexicon, lang: Lang): string {
  if (!text.includes('→')) return text;
  for (const [contract, name] of Object.entries(lexicon.words.contract ?? {})) {
    if (text.includes(name)) return text.replace(name, `(${contractInWords(lang, contract)})`);
  }
  return text;
}

function detail(move: Move, given: View, lexicon: Lexicon, lang: Lang): ChoiceDetail {
  const view: Voyage = voyage(given);
  const text = words[lang];
  switch (move.verb) {
    case 'take5':
      return { title: text.take5, tail: { text: '+5', icon: 'coin' } };
    case 'bazaar':
      return { title: `${text.bazaar}: ${nameOf(lexicon, 'row', move.row)}`, tail: { text: `${move.dice}`, icon: 'die' } };
    case 'khan':
      return { title: text.khan, tail: { text: Number(move.least) > 1 ? `${move.least}+` : '1', icon: 'die' } };
    case 'contracts':
      return { title: text.contracts, tail: { text: '1', icon: 'die' } };
    case 'travel':
      return { title: text.travel, tail: { text: '2', icon: 'die' } };
    case 'card': {
      const space = String(move.space);
      return { title: nameOf(lexicon, 'card space', space), note: nameOf(lexicon, 'card', view.card[space]).replace(/^\w+: /, ''), tail: { text: '1', icon: 'die' } };
    }
    case 'complete':
    case 'discard':
    case 'refuse':
      return { title: text.actions[move.verb] ?? move.text.split(' ')[0]!, note: contractInWords(lang, String(move.contract)) };
    case 'take':
      return {
        title: [move.slot, move.second].filter(Boolean).map((slot) => `№ ${slot}`).join(' + '),
        note: [move.contract, move.other].filter(Boolean).map((one) => contractInWords(lang, String(one))).join(' + '),
        tail: { text: `${[move.contract, move.other].reduce<number>((sum, one) => sum + (known.contracts[String(one)]?.gain[5] ?? 0), 0)}`, icon: 'prestige' },
      };
    case 'purse':
      return { title: text.actions.purse!, tail: { text: '+3', icon: 'coin' } };
    case 'reroll':
      return { title: text.actions.reroll!, tail: { text: '1', icon: 'camel' } };
    case 'adjust':
      return { title: text.actions.adjust!, tail: { text: '2', icon: 'camel' } };
    case 'black':
      return { title: text.actions.black!, tail: { text: '3', icon: 'camel' } };
    case 'finish':
    case 'stop':
    case 'decline':
      return { title: text.actions[move.verb]! };
    case 'die': {
      const name = nameOf(lexicon, 'die', move.die);
      return { title: /\d/.test(name) ? text.die(name) : name, ...(move.price ? { tail: { text: `${move.price}`, icon: 'coin' } } : {}) };
    }
    case 'column': {
      const row = known.bazaar[String(asked(view).space)];
      return { title: tellReward(lang, row?.[Number(move.column) - 1], true), tail: { text: `${move.column}`, icon: 'die' } };
    }
    case 'step': {
      const figure = move.figure ? nameOf(lexicon, 'figure', move.figure) : '';
      const goods = move.goods ? nameOf(lexicon, 'goods', move.goods) : '';
      const camels = move.camels ? tell(lang, [0, Number(move.camels)], true) : '';
      return {
        title: nameOf(lexicon, 'place', move.place),
        note: [camels, goods, figure].filter(Boolean).join(', '),
        tail: { text: `${move.coins}`, icon: 'coin' },
      };
    }
    case 'settle':
    case 'relocate':
    case 'province':
      return { title: nameOf(lexicon, 'place', move.place), note: move.verb === 'province' ? tellReward(lang, known.bonuses[String(move.bonus)], true) : '' };
    case 'copy':
      return { title: tellReward(lang, known.bonuses[String(move.bonus)], true) };
    case 'times':
      return { title: `×${move.times}`, note: changes(move, lang) };
    case 'exchange':
      return { title: changes(move, lang) };
    case 'good':
    case 'pay':
      return { title: nameOf(lexicon, 'good', move.good), tail: { text: '', icon: String(move.good) } };
    case 'draft':
      return { title: nameOf(lexicon, 'character', move.character), note: text.character[String(move.character)] ?? '' };
    case 'keep': {
      const name = (goal: unknown) => {
        const fact = known.goals[String(goal)];
        return fact ? `${nameOf(lexicon, 'place', fact.city)} – ${nameOf(lexicon, 'place', fact.province)} (${fact.points})` : '';
      };
      return { title: `${name(move.goal)}, ${name(move.other)}` };
    }
    default:
      return {};
  }
}

const AMOUNTS = [['coins', 'coin'], ['camels', 'camel'], ['pepper', 'pepper'], ['silk', 'silk'], ['gold', 'gold'], ['points', 'prestige']] as const;

/** Where a gain comes from or a payment goes, or null if that has no place of its own on the table. */
function sourcePlace(view: Voyage | null, source: unknown): string | null {
  const name = String(source);
  const holding = (members: { [key: string]: string | null } | undefined, value: string) =>
    Object.keys(members ?? {}).find((key) => members![key] === value);
  if (name.startsWith('card_')) return `card.${name.slice(5)}`;
  if (name in known.spaces) return `space.${name}`;
  if (name in known.cards) {
    const space = holding(view?.card, name);
    return space ? `card.${space}` : null;
  }
  if (name in known.tokens) {
    const city = holding(view?.token, name);
    return city ? `place.${city}` : null;
  }
  if (name.startsWith('bonus_')) {
    const province = holding(view?.bonus, name.slice('bonus_'.length));
    return province ? `place.${province}` : null;
  }
  if (name in known.contracts && view?.seat) {
    const slot = view.active[view.seat]?.indexOf(name) ?? -1;
    return slot >= 0 ? `contract.${slot + 1}` : null;
  }
  return null;
}

function flights(event: GameEvent, given: View): Flight[] {
  const before = voyage(given);
  const mat = (seat: unknown) => (seat === given.seat ? 'mat' : `seat.${seat}`);
  switch (event.event) {
    case 'placed':
      return [{ from: mat(event.seat), to: String(event.space).startsWith('card_') ? `card.${String(event.space).slice(5)}` : `space.${event.space}`, icon: 'die' }];
    case 'gained':
    case 'paid': {
      const home = (name: string) => (event.seat === given.seat && name !== 'points' ? `stock.${name}` : `seat.${event.seat}`);
      return AMOUNTS.flatMap(([name, icon]) => {
        const count = Number(event[name] ?? 0);
        if (!count) return [];
        const there = sourcePlace(before, event.source);
        if (there === null) return [];
        return [event.event === 'gained' ? { from: there, to: home(name), icon, count } : { from: home(name), to: there, icon, count }];
      });
    }
    case 'black':
      return [{ from: 'black', to: mat(event.seat), icon: 'black-die' }];
    case 'took': {
      const slot = before.row.indexOf(String(event.contract)) + 1;
      return [{ from: slot ? `row.${slot}` : 'space.contracts', to: event.seat === given.seat ? 'contract.1' : `seat.${event.seat}`, icon: 'scroll' }];
    }
    case 'stepped':
      return [{ from: `place.${event.from}`, to: `place.${event.to}`, icon: 'camel' }];
    case 'built':
      return [{ from: mat(event.seat), to: `place.${event.place}`, icon: 'post' }];
    case 'relocated':
      return [{ from: `place.${event.from}`, to: `place.${event.to}`, icon: 'post' }];
    default:
      return [];
  }
}

function places(event: GameEvent): string[] {
  switch (event.event) {
    case 'placed':
      return [String(event.space).startsWith('card_') ? `card.${String(event.space).slice(5)}` : `space.${event.space}`];
    case 'stepped':
    case 'relocated':
      return [`place.${event.from}`, `place.${event.to}`];
    case 'built':
      return [`place.${event.place}`];
    case 'gained':
    case 'paid':
      return [sourcePlace(null, event.source)].filter((place) => place !== null);
    case 'black':
    case 'no_black':
      return ['black'];
    case 'row':
      return [`row.${event.slot}`];
    case 'took':
      return ['space.contracts'];
    case 'slid':
      return ['place.beijing'];
    default:
      return [];
  }
}

const board: BoardContract = {
  game: 'marcopolo',
  Board,
  Mine,
  Seat,
  Strip,
  tabs: [
    { id: 'mat', title: { en: 'Dice', ru: 'Кубики' }, Tab: MatTab },
    { id: 'papers', title: { en: 'Contracts', ru: 'Контракты' }, Tab: PapersTab },
  ],
  facts,
  inWords: (view, lexicon, lang) =>
    /* All of them together: while they are chosen nothing is pushed about. */
    Object.values(voyage(view).character).every((one) => one !== null)
      ? Object.values(voyage(view).character).map((one) => ({ name: lexicon.words.character?.[one!] ?? one!, text: words[lang].character[one!] ?? '' }))
      : [],
  detail,
  builds: (move) => move.verb === 'take',
  phrase,
  recall: (table, events) => walkAt(table).recall(events),
  flights,
  places,
  figures: { chapters: [6], load: () => import('./Figures.svelte') },
  lessons,
  /* The book's characters for newcomers. The first seat's never rolls a die, so the second learns. */
  lessonTable: { seats: 2, options: { character_draft: 'off' }, seat: 2 },
  seatRoom: { wide: 11.2, tablet: 9.2, phone: 3.4 },
  sky: { inner: '#2f4558', outer: '#121b26' },
};
export default board;
