// What choices are called in the list, what they would lose, and what events move on the board.

import type { ChoiceDetail, Flight } from '../../lib/board';
import type { GameEvent, Lang, Lexicon, Move, Seat, View } from '../../lib/protocol';
import { factsOf } from './facts';
import { courtOf, MENG_SEAT, nameOf, sideAt, word, type Reward } from './state';
import { motifOf, points, say, tokenIcon } from './text';

function giftName(lexicon: Lexicon, gift: unknown): string {
  const id = String(gift);
  return `${factsOf(lexicon).gifts[id]!.value} ${motifOf(lexicon, id)}`;
}

/** Would this official take nothing that may be offered now, unless for something more? */
export function askedMore(open: readonly Move[], area: string): boolean {
  const offers = open.filter((move) => move.verb === 'offer' && move['area'] === area);
  return offers.length > 0 && offers.every((move) => move['terms'] !== 'free');
}

/** "takes 4 tea set": with the gift's own action, since that is what one gets. */
function taken(lexicon: Lexicon, lang: Lang, gift: unknown): string {
  return `${lang === 'en' ? 'take' : 'взять'} ${word(lexicon, 'gift', String(gift))}`;
}

function counted(value: unknown, icon: string): { text: string; icon: string } {
  return { text: String(value), icon };
}

export function detail(move: Move, _view: View, lexicon: Lexicon, lang: Lang): ChoiceDetail {
  switch (move.verb) {
    case 'offer':
      return {
        title: `${giftName(lexicon, move['gift'])} → ${word(lexicon, 'area', String(move['area']))}`,
        note: taken(lexicon, lang, move['taken']),
        tail: { text: say(lang, move['terms'] === 'free' ? 'free' : 'not_enough') },
      };
    case 'swap':
      return {
        title: `${giftName(lexicon, move['gift'])} ⇄ ${word(lexicon, 'gift', String(move['taken']))}`,
        note: `${word(lexicon, 'area', String(move['area']))} · ${word(lexicon, 'zone', String(move['zone']))}`,
      };
    case 'b':
      return { title: word(lexicon, 'deed', String(move['deed'])), tail: counted(move['cost'], 'servant') };
    case 'buy':
      return { title: lang === 'en' ? 'Buy a jade' : 'Купить нефрит', tail: counted(move['cost'], 'servant') };
    case 'enact': {
      const gained = Number(move['points']);
      return {
        title: word(lexicon, 'decree', String(move['decree'])),
        note: gained ? points(lang, gained) : undefined,
        tail: counted(`${String(move['cost'])}+1`, 'servant'),
      };
    }
    case 'go':
      return { title: word(lexicon, 'city', String(move['city'])), note: move['token'] ? word(lexicon, 'token', String(move['token'])) : undefined, tail: move['token'] ? { text: '', icon: tokenIcon(String(move['token'])) } : undefined };
    case 'exchange':
      return {
        title: `${say(lang, 'exchange')}: ${word(lexicon, 'for', String(move['for']))}` + (move['piece'] ? ` · ${word(lexicon, 'piece', String(move['piece']))}` : ''),
        note: move['doubles'] ? (lang === 'en' ? `double ones: ${String(move['doubles'])}` : `двойных: ${String(move['doubles'])}`) : undefined,
        tail: counted(move['count'], 'token'),
      };
    case 'step_back':
      return { title: word(lexicon, 'benefit', String(move['benefit'])), tail: counted(`−${String(move['steps'])}`, 'intrigue') };
    case 'turn':
      return {
        title: lang === 'en' ? `Turn die ${String(move['die'])}: ${String(move['old'])} → ${String(move['value'])}` : `Кубик ${String(move['die'])}: ${String(move['old'])} → ${String(move['value'])}`,
        tail: counted(`−${factsOf(lexicon).influence.die}`, 'intrigue'),
      };
    case 'return':
      return { tail: counted(factsOf(lexicon).prices.exchange, 'servant') };
    default:
      return {};
  }
}

/** Of a seat that taxes an area: who would take a point there. */
function taxers(view: View, area: string): Seat[] {
  const court = courtOf(view);
  return court.parked.flatMap((token, index) =>
    token === 'tax' && court.parked_area[index] === area && court.parked_seat[index] !== view.decider ? [court.parked_seat[index]!] : [],
  );
}

export function warning(move: Move, view: View, lexicon: Lexicon, lang: Lang): string | null {
  if (view.decider === null) return null;
  const me = sideAt(view, view.decider);
  if (move.verb === 'offer') {
    const names = taxers(view, String(move['area'])).map((seat) => nameOf(view, seat, lexicon)).join(', ');
    if (!names) return null;
    return lang === 'en' ? `${names} takes a point from you if you act there.` : `Если вы будете там действовать, очко получит ${names}.`;
  }
  if (move.verb === 'forgo' && (view.moves?.length ?? 0) > 1) {
    return lang === 'en' ? 'Your turn then ends without any action.' : 'Тогда ваш ход закончится без действий.';
  }
  if (move.verb === 'skip' && view.phase === 'claim') {
    const last = me.ships.some((ship) => ship.harbour.endsWith('5') && ship.singles + (ship.pair ? 2 : 0) === factsOf(lexicon).canal.ship);
    if (!last) return null;
    return lang === 'en' ? 'At night a ship in the fifth harbour is lost, with its reward.' : 'Ночью джонка в пятой гавани утонет, и награды не будет.';
  }
  if (move.verb === 'skip' && view.phase === 'benefit' && (view.moves ?? []).some((other) => !['skip', 'exchange'].includes(other.verb))) {
    return lang === 'en' ? 'A token helps now or never.' : 'Жетон помогает сейчас или никогда.';
  }
  const cheapest = Math.min(...Object.values(factsOf(lexicon).tokens));
  if (move.verb === 'done' && view.phase === 'last' && (view.moves ?? []).some((other) => other.verb === 'exchange')) {
    return lang === 'en' ? `Tokens left over are worth nothing: ${cheapest} still buy something.` : `Оставшиеся жетоны ничего не стоят, а ${cheapest} ещё можно обменять.`;
  }
  return null;
}

/* ---- what moves ---- */

const REWARD_ICONS: { [reward in Reward]: string } = { points: 'points', card: 'card', pair: 'pair' };

/** "meng_offers" is Meng's "offers". */
function kindOf(event: GameEvent): { kind: string; seat: Seat | null } {
  const meng = event.event.startsWith('meng_');
  if (meng) return { kind: event.event.slice('meng_'.length), seat: MENG_SEAT };
  return { kind: event.event, seat: typeof event['seat'] === 'number' ? event['seat'] : null };
}

function home(seat: Seat): string {
  return seat === MENG_SEAT ? 'meng' : `seat.${seat}`;
}

export function flights(event: GameEvent, before: View): Flight[] {
  const { kind, seat } = kindOf(event);
  if (seat === null) return [];
  const side = sideAt(before, seat);
  const who = home(seat);
  const mine = before.seat === seat;
  const area = `area.${String(event['area'])}`;
  const harbour = `harbour.${String(event['harbour'])}`;
  switch (kind) {
    case 'offers':
    case 'swaps':
      return [{ from: mine ? `gift.${String(event['gift'])}` : who, to: area, icon: 'card' }, { from: area, to: mine ? 'discard' : who, icon: 'card' }];
    case 'servants':
      return mine ? [{ from: `supply.${seat}`, to: `pool.${seat}`, icon: 'servant', count: Number(event['servants']) }] : [];
    case 'pays':
      return mine ? [{ from: `pool.${seat}`, to: `supply.${seat}`, icon: 'servant', count: Number(event['servants']) }] : [];
    case 'jade':
      return [{ from: 'jade.square', to: mine ? `jade.${seat}` : who, icon: 'jade' }];
    case 'envoy': {
      const to = Number(event['cell']);
      const from = to - Number(event['steps']);
      return [{ from: `palace.${from}`, to: `palace.${to}`, icon: 'envoy' }];
    }
    case 'intrigue':
      return [{ from: `intrigue.${side.intrigue}`, to: `intrigue.${Number(event['cell'])}`, icon: 'intrigue' }];
    case 'medal':
      return [{ from: 'medal', to: who, icon: 'medal' }];
    case 'enacts':
      return [{ from: mine ? `pool.${seat}` : who, to: `decree.${String(event['decree'])}`, icon: 'servant' }];
    case 'goes': {
      const city = `city.${String(event['city'])}`;
      return [
        { from: side.traveller ? `city.${side.traveller}` : who, to: city, icon: 'traveller' },
        { from: city, to: mine ? `tokens.${seat}` : who, icon: tokenIcon(String(event['token'])) },
      ];
    }
    case 'exchanges':
      return mine ? [{ from: `tokens.${seat}`, to: `${event['for'] === 'servant' ? 'pool' : 'jade'}.${seat}`, icon: event['for'] === 'points' ? 'points' : String(event['for']) }] : [];
    case 'wall':
      return [{ from: mine ? `pool.${seat}` : who, to: 'wall', icon: 'servant', count: Number(event['servants']) }];
    case 'wall_won':
      return [{ from: 'wall', to: mine ? `supply.${seat}` : who, icon: 'servant', count: Number(event['servants']) }];
    case 'loads':
    case 'launches':
      return [{ from: mine ? `pool.${seat}` : who, to: harbour, icon: 'servant', count: Number(event['cells']) }];
    case 'sails':
      return [{ from: `harbour.${String(event['from'])}`, to: `harbour.${String(event['to'])}`, icon: 'ship' }];
    case 'rewarded': {
      const reward = String(event['reward']) as Reward;
      return [{ from: harbour, to: mine ? `reward.${reward}.${seat}` : who, icon: REWARD_ICONS[reward] ?? 'points' }];
    }
    case 'sinks':
      return [{ from: harbour, to: mine ? `supply.${seat}` : who, icon: 'servant' }];
    case 'parks':
      return event['area'] ? [{ from: who, to: area, icon: tokenIcon(String(event['token'])) }] : [];
    default:
      return [];
  }
}

/** Which arguments of an event are places on the board. */
const PLACES: { [argument: string]: (value: string) => string } = {
  area: (value) => `area.${value}`,
  city: (value) => `city.${value}`,
  decree: (value) => `decree.${value}`,
  harbour: (value) => `harbour.${value}`,
  from: (value) => `harbour.${value}`,
  to: (value) => `harbour.${value}`,
  die: (value) => `die.${value}`,
};

export function places(event: GameEvent): string[] {
  const { kind, seat } = kindOf(event);
  const found = Object.entries(PLACES).flatMap(([argument, place]) =>
    event[argument] === null || event[argument] === undefined ? [] : [place(String(event[argument]))],
  );
  if (kind === 'intrigue') found.push(`intrigue.${String(event['cell'])}`);
  if (kind === 'envoy') found.push(`palace.${String(event['cell'])}`);
  if (kind === 'arrives') found.push('area.palace');
  if (kind === 'wall' || kind === 'wall_won') found.push('wall');
  if (kind === 'medal') found.push('medal');
  if (kind === 'jade' || kind === 'buys') found.push('jade.square');
  if (kind === 'automa' || kind === 'dusk_card') found.push(event['card'] === 'special' ? 'meng' : `area.${String(event['card'])}`);
  if (seat !== null) found.push(home(seat));
  return found;
}

/** Short facts for the header. */
export function headline(view: View, lexicon: Lexicon, lang: Lang): string[] {
  const court = courtOf(view);
  const days = factsOf(lexicon).tracks.income.length;
  const day = `${say(lang, 'day')} ${court.round} ${say(lang, 'of')} ${days}`;
  return court.step === 'day' || view.over ? [day] : [day, word(lexicon, 'step', court.step)];
}

