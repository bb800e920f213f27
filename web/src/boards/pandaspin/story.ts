// What the page tells around the table: facts, what a choice brings, warnings, and what flies where.

import type { ChoiceDetail, Flight } from '../../lib/board';
import type { GameEvent, Lang, Lexicon, Move, View } from '../../lib/protocol';
import { bidOf } from './bids';
import { facesOf, isBlue, onTable, shown, trick, type Half } from './state';
import { bidText, say } from './text';

export function facts(view: View, _lexicon: Lexicon, lang: Lang): string[] {
  const now = trick(view);
  const words = say(lang);
  return [words.round(now.round), words.trick(now.trick), words.mood[now.mood]];
}

const CARDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];

function cardsOf(members: Move | GameEvent): Half[] {
  return CARDS.flatMap((name) => (typeof members[name] === 'string' ? [members[name] as Half] : []));
}

export function detail(move: Move, _view: View, lexicon: Lexicon, lang: Lang): ChoiceDetail {
  const faces = facesOf(lexicon);
  const short = (half: Half) => {
    const face = faces.get(half);
    return face ? `${Array<string>(face.count).fill(shown(face.rank)).join(' ')}` : '';
  };
  const bid = bidOf(move);
  if (bid) {
    const symbols = cardsOf(move).flatMap((half) => faces.get(half)?.symbol ?? []);
    const bamboo = bid.type === 'bomb' ? 0 : symbols.filter((symbol) => symbol === 'bamboo').length;
    return { title: bidText(bid, lang), note: cardsOf(move).map(short).join(', '), tail: bamboo ? { text: `+${bamboo}`, icon: 'point' } : undefined };
  }
  switch (move.verb) {
    case 'pass':
      return { tail: Number(move.back) ? { text: String(move.back), icon: 'card-blue' } : Number(move.gone) ? { text: `−${Number(move.gone)}`, icon: 'card' } : undefined };
    case 'take':
      return { tail: { text: '+1', icon: 'point' } };
    case 'element':
      return { tail: { text: '+2', icon: 'card-white' } };
    case 'turn':
      return { title: lexicon.words.half?.[String(move.turned)] ?? move.text, tail: { text: '', icon: 'mood-spin' } };
    default:
      return {};
  }
}

export function warning(move: Move, view: View, _lexicon: Lexicon, lang: Lang): string | null {
  const words = say(lang);
  if (move.verb === 'pass' && Number(move.gone) > 0) return words.losesBlue(Number(move.gone));
  if (move.verb === 'drop' && (view.moves ?? []).some((other) => other.verb === 'element' && other.suit === move.suit)) return words.droppedForNothing;
  if (move.verb === 'decline' && (view.moves ?? []).some((other) => other.verb === 'take')) return words.declinesPoint;
  return null;
}

export function flights(event: GameEvent, before: View): Flight[] {
  const hand = `hand.${event.seat}`;
  const table = `table.${event.seat}`;
  const now = trick(before);
  switch (event.event) {
    case 'laid':
      return cardsOf(event).some(isBlue)
        ? [{ from: hand, to: table, icon: 'card-blue', count: cardsOf(event).length }]
        : [{ from: hand, to: table, icon: 'card-white', count: cardsOf(event).length }];
    case 'returned':
      return [{ from: table, to: hand, icon: 'card-blue', count: Number(event.cards) }];
    case 'gone':
      return [{ from: table, to: 'discard', icon: onTable(now, Number(event.seat)).some(isBlue) ? 'card-blue' : 'card-white', count: Number(event.cards) }];
    case 'dropped':
    case 'burnt':
      return [{ from: hand, to: 'discard', icon: 'card-white' }];
    case 'element':
      return [{ from: hand, to: 'bid', icon: 'star' }];
    case 'drew':
      return [{ from: 'deck', to: hand, icon: 'card', count: Number(event.cards) }];
    case 'bamboo':
      return [{ from: 'points', to: `points.${event.seat}`, icon: 'point' }];
    case 'stole':
      return [{ from: `points.${event.other}`, to: `points.${event.seat}`, icon: 'point' }];
    case 'out':
      return [{ from: 'points', to: `points.${event.seat}`, icon: 'point', count: Number(event.points) }];
    case 'turned':
      return [{ from: 'bid', to: hand, icon: 'mood-spin' }];
    default:
      return [];
  }
}

export function places(event: GameEvent): string[] {
  const found: string[] = [];
  if (event.seat) found.push(`seat.${event.seat}`, `table.${event.seat}`);
  if (event.other) found.push(`seat.${event.other}`);
  if (event.event === 'drew' || event.event === 'round') found.push('deck');
  return found;
}
