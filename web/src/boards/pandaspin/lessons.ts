// Panda Spin: the guided first game.

import type { Lesson } from '../../lib/board';
import type { View } from '../../lib/protocol';
import { bidOnTable, handOf, isBlue, isElement, onTable, target, trick, type Half, type Trick } from './state';

function mine(view: View, holds: (now: Trick, me: number) => boolean): boolean {
  const now = trick(view);
  return now.seat !== null && now.decider === now.seat && holds(now, now.seat);
}
function holding(view: View, fits: (half: Half) => boolean): boolean {
  const now = trick(view);
  return now.seat !== null && (handOf(now, now.seat) ?? []).some(fits);
}

export const lessons: Lesson[] = [
  {
    id: 'goal',
    when: () => true,
    at: 'hand.1',
    tab: 'hand',
    text: {
      en: 'Get rid of your cards before the others do. Who goes out scores a point for every card in the largest hand, up to seven. The game ends with the round in which somebody has 15.',
      ru: 'Избавьтесь от карт раньше других. Вышедший получает по очку за каждую карту в самой большой руке, но не больше семи. Игра кончается раундом, после которого у кого-то есть 15.',
    },
  },
  {
    id: 'halves',
    when: () => true,
    at: 'hand.1',
    tab: 'hand',
    text: {
      en: 'Every animal has two halves. Only the half that is up counts. White halves show one value; the blue ones, upside down for now, are stronger: more values, or a symbol.',
      ru: 'У каждого животного две половины, и считается только та, что сверху. Белые показывают один номинал; синие, пока перевёрнутые, сильнее: номиналов больше или есть символ.',
    },
  },
  {
    id: 'lead',
    when: (view) => mine(view, (now) => now.phase === 'turn' && bidOnTable(now) === null),
    at: 'hand.1',
    tab: 'hand',
    text: {
      en: 'You lead. Tap cards to build a play: a single, a set of equal values, a run of two to five in a row, a formation of equal runs, or a bomb of four equal values. What your cards can be is offered above them.',
      ru: 'Вы начинаете. Нажимайте на карты: одиночная, набор равных, последовательность от двух до пяти подряд, конфигурация из равных последовательностей или бомба из четырёх равных. Чем могут быть ваши карты, написано над ними.',
    },
  },
  {
    id: 'follow',
    when: (view) => mine(view, (now) => now.phase === 'turn' && bidOnTable(now) !== null),
    at: 'bid',
    text: {
      en: 'Beat the bid with the same kind and number of values, but a higher top. The order is 3 to 10, J, Q, K, A, and 2 on top. Cards that can beat it are lit.',
      ru: 'Перебейте ставку такой же по виду и числу номиналов, но с более высоким верхом. Порядок: от 3 до 10, J, Q, K, A и старшая 2. Карты, которыми можно перебить, подсвечены.',
    },
  },
  {
    id: 'pass',
    when: (view) => mine(view, (now) => now.phase === 'turn' && (view.moves ?? []).some((move) => move.verb === 'pass')),
    text: {
      en: 'Or pass. That is no shame: if all you played in this trick was white, it comes back to your hand blue side up.',
      ru: 'Или пасуйте, и это не позор: если на этом кону вы играли только белые карты, они вернутся в руку синей стороной вверх.',
    },
  },
  {
    id: 'risk',
    when: (view) => trick(view).seat !== null && onTable(trick(view), trick(view).seat!).some(isBlue),
    at: 'table.1',
    text: {
      en: 'You have played a blue card. If you pass now, everything you played in this trick is discarded. The winner’s cards are always gone, too.',
      ru: 'Вы сыграли синюю карту. Если теперь спасовать, всё, что вы сыграли на этом кону, уйдёт в сброс. Карты победителя кона уходят всегда.',
    },
  },
  {
    id: 'blue',
    when: (view) => holding(view, isBlue),
    at: 'hand.1',
    tab: 'hand',
    text: {
      en: 'Your first cards have turned! A card with two or three values counts as so many, and all of them must be used.',
      ru: 'Ваши первые карты повернулись! Карта с двумя или тремя номиналами считается за столько же, и использовать надо все.',
    },
  },
  {
    id: 'element',
    when: (view) => holding(view, isElement),
    at: 'hand.1',
    tab: 'hand',
    text: {
      en: 'The card with one great sign is an element. When its condition holds, it beats any bid but a bomb, wins the trick at once and draws you two cards. Point at it to read its condition.',
      ru: 'Карта с одним большим знаком — элемент. Если выполнено его условие, он бьёт любую ставку, кроме бомбы, сразу выигрывает кон, и вы берёте две карты. Наведите на него, чтобы прочесть условие.',
    },
  },
  {
    id: 'bamboo',
    when: (view) => mine(view, (now) => now.phase === 'bamboo'),
    at: 'points',
    text: {
      en: 'A bamboo symbol: a point, just for playing it. It stays yours even if the bid is beaten.',
      ru: 'Символ бамбука: очко просто за розыгрыш. Оно остаётся у вас, даже если ставку перебьют.',
    },
  },
  {
    id: 'panda',
    when: (view) => mine(view, (now) => now.phase === 'spin' || now.phase === 'hungry'),
    text: {
      en: 'A panda! When hungry it takes a point from the player whose bid you beat; when spinning it turns one of your white cards.',
      ru: 'Панда! Голодная забирает очко у того, чью ставку вы перебили; при пандовороте она поворачивает одну вашу белую карту.',
    },
  },
  {
    id: 'fire',
    when: (view) => mine(view, (now) => now.phase === 'fire'),
    at: 'hand.1',
    tab: 'hand',
    text: {
      en: 'Fire burns a card you do not need: discard one animal from your hand.',
      ru: 'Огонь сожжёт ненужную карту: сбросьте одно животное из руки.',
    },
  },
  {
    id: 'round',
    when: (view) => trick(view).round > 1 && !view.over,
    at: 'seat.1',
    text: {
      en: 'A new round: twelve fresh cards, all white. Points stay; the player with the fewest leads.',
      ru: 'Новый раунд: двенадцать свежих карт, все белые. Очки остаются; начинает тот, у кого их меньше.',
    },
  },
  {
    id: 'near',
    when: (view) => !view.over && Object.values(trick(view).points).some((points) => points >= target(trick(view)) - 3),
    text: {
      en: 'Somebody is close to the end. When the round is over and somebody has enough points, most points win.',
      ru: 'Кто-то близок к концу. Когда раунд кончится и у кого-то будет достаточно очков, победит тот, у кого их больше.',
    },
  },
  {
    id: 'end',
    when: (view) => view.over,
    text: { en: 'That was the game. The score sheet tells where the points came from.', ru: 'Игра окончена. В таблице очков видно, откуда взялись очки.' },
  },
];
