// Obscurians: a desert bazaar under a wrecked ship.

import type { Board as BoardContract, ChoiceDetail, Flight } from '../../lib/board';
import type { GameEvent, Lang, Lexicon, Move, View } from '../../lib/protocol';
import Board from './Board.svelte';
import { SEAT_COLOURS } from './colours';
import { lessons } from './lessons';
import Mine from './Mine.svelte';
import Seat from './Seat.svelte';
import Strip from './Strip.svelte';
import { bazaar, MISSIONS } from './state';
import { capital, words } from './text';

const nameOf = (lexicon: Lexicon, domain: string, value: unknown) => lexicon.words[domain]?.[String(value)] ?? String(value);

function facts(given: View, lexicon: Lexicon, lang: Lang): string[] {
  const view = bazaar(given);
  return view.over ? [words[lang].over] : [words[lang].round(view.past.length + 1), nameOf(lexicon, 'event', view.event)];
}

function detail(move: Move, given: View, lexicon: Lexicon, lang: Lang): ChoiceDetail {
  const view = bazaar(given);
  const times = Number(move.times ?? 0);
  const most = Number(move.most ?? 0);
  switch (move.verb) {
    case 'act':
      return {
        title: nameOf(lexicon, 'face', move.face),
        ...(move.result ? { note: words[lang].embargoShort } : {}),
        tail: { text: most > times ? `×${times}–${most}` : `×${times}`, icon: `face-${move.face}` },
      };
    case 'smuggle':
      return {
        title: `${nameOf(lexicon, 'face', 'smuggle')}: ${words[lang].smuggles(Number(move.smuggles))}`,
        ...(move.result ? { note: words[lang].embargoShort } : {}),
        tail: { text: `×${times}`, icon: `face-${move.face}` },
      };
    case 'dice':
    case 'flip': {
      const dice = Array.isArray(move.dice) ? move.dice : [];
      const faces = dice.map((die) => nameOf(lexicon, 'face', view.dice[Number(die) - 1]));
      const none = move.verb === 'flip' ? words[lang].turnOver(0) : '';
      return { title: faces.join(', ') || none, tail: { text: `${dice.length}`, icon: move.verb === 'flip' ? 'turn-over' : 'reroll' } };
    }
    case 'die':
    case 'as':
      return { title: nameOf(lexicon, 'face', move.face), tail: { text: '', icon: `face-${move.face}` } };
    case 'steal':
    case 'give':
    case 'offer':
    case 'for':
    case 'protect':
    case 'carry':
      return { title: capital(nameOf(lexicon, 'good', move.good)), tail: { text: `${move.count}`, icon: `good-${move.good}` } };
    case 'from':
    case 'with':
    case 'to':
      return { title: view.names[Number(move.seat)] ?? move.text, tail: { text: `${move.count}`, icon: 'bag' } };
    case 'whom':
      return { title: view.names[Number(move.seat)] ?? move.text, tail: { text: `${move.count}`, icon: 'suspicion' } };
    default:
      return {};
  }
}

function warning(move: Move, given: View, _lexicon: Lexicon, lang: Lang): string | null {
  const view = bazaar(given);
  if (move.verb === 'suspect' && view.seat !== null && move.mission === view.mission[view.seat]) return words[lang].warnOwn;
  if ((move.verb === 'give' || move.verb === 'offer') && move.good === 'lamp') return words[lang].warnLamp;
  return null;
}

function flights(event: GameEvent): Flight[] {
  const icon = `good-${event.good}`;
  const at = (seat: unknown, good: unknown) => `good.${seat}.${good}`;
  switch (event.event) {
    case 'stole':
      return [{ from: at(event.other, event.good), to: at(event.seat, event.good), icon }];
    case 'gave':
      return [{ from: at(event.seat, event.good), to: at(event.other, event.good), icon }];
    case 'swapped':
      return [
        { from: at(event.seat, event.good), to: at(event.other, event.good), icon },
        { from: at(event.other, event.taken), to: at(event.seat, event.taken), icon: `good-${event.taken}` },
      ];
    case 'moved':
      return [{ from: at(event.other, event.good), to: at(event.to, event.good), icon }];
    case 'hid':
      return [{ from: at(event.seat, event.good), to: `stash.${event.seat}`, icon, count: Number(event.count) }];
    case 'suspected':
    case 'suspected_unwritten':
      return [{ from: `tokens.${event.seat}`, to: `stack.${event.other}`, icon: 'suspicion' }];
    case 'cursed':
      return [{ from: 'event', to: at(event.seat, 'curse'), icon: 'good-curse' }];
    case 'round':
      return [{ from: 'deck', to: 'event', icon: 'card' }];
    default:
      return [];
  }
}

function places(event: GameEvent): string[] {
  const seats = ['seat', 'other', 'to'].map((name) => event[name]).filter((seat) => typeof seat === 'number');
  const stalls = seats.map((seat) => `stall.${seat}`);
  switch (event.event) {
    case 'round':
    case 'storm':
      return ['event'];
    case 'rolled':
    case 'rerolled':
    case 'flipped':
    case 'acts':
      return ['dice'];
    case 'suspected':
    case 'suspected_unwritten':
      return [`stall.${event.other}`];
    default:
      return stalls;
  }
}

const board: BoardContract = {
  game: 'obscurians',
  Board,
  Mine,
  Seat,
  Strip,
  facts,
  inWords: (given, lexicon, lang) => {
    const view = bazaar(given);
    const missions = view.seats > 4 ? MISSIONS.map((one) => ({ name: nameOf(lexicon, 'mission', one), text: words[lang].mission[one] ?? '' })) : [];
    return view.over ? missions : [...missions, { name: nameOf(lexicon, 'event', view.event), text: words[lang].event[view.event] ?? '' }];
  },
  detail,
  warning,
  flights,
  places,
  builds: (move) => move.verb === 'dice' || move.verb === 'flip',
  figures: { chapters: [4], load: () => import('./Figures.svelte') },
  lessons,
  lessonTable: { seats: 4, options: { first: 'seat1' } },
  seatColours: SEAT_COLOURS,
  /* As its drawing: two rows of stalls are lower than three. */
  phoneBoard: (view) => (view.seats > 4 ? 96 : 73),
  seatRoom: { wide: 6, tablet: 5.5, phone: 4.2 },
  sky: { inner: '#5b4436', outer: '#1a1a24' },
};
export default board;
