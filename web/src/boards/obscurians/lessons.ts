// The guided first game of Obscurians: what each part is for, told when it first matters.

import type { Lesson } from '../../lib/board';
import { bazaar } from './state';

const mine = (phase: string) => (view: { phase: string; seat: unknown; decider: unknown }) =>
  view.phase === phase && view.decider === view.seat;

export const lessons: Lesson[] = [
  {
    id: 'mission',
    when: () => true,
    at: 'mission',
    tab: 'mine',
    text: {
      en: 'This is your secret mission. At the end it decides which goods pay. Nobody else sees it, and nobody should guess it.',
      ru: 'Это ваша тайная миссия. В конце она решает, какие товары приносят очки. Её никто не видит, и угадать её никто не должен.',
    },
  },
  {
    id: 'stalls',
    when: () => true,
    at: 'stall.1',
    text: {
      en: 'Each player has a stall with ten goods of one colour. Goods will wander from stall to stall; the numbers say how many lie there in the open.',
      ru: 'У каждого игрока лавка с десятью товарами одного цвета. Товары будут кочевать из лавки в лавку; числа показывают, сколько их лежит открыто.',
    },
  },
  {
    id: 'event',
    when: () => true,
    at: 'event',
    text: {
      en: 'The event of the round changes the rules for everybody. Point at it to read what it does.',
      ru: 'Событие раунда меняет правила для всех. Наведите на него, чтобы прочесть, что оно делает.',
    },
  },
  {
    id: 'suspect',
    when: mine('suspect'),
    at: 'supply',
    tab: 'mine',
    text: {
      en: 'Before rolling you may place suspicion tokens: what do you think the others are after? The first correct token at a stall pays most. Tokens also pay for re-rolls, so do not spend them all now.',
      ru: 'До броска можно положить жетоны подозрения: чего, по-вашему, добиваются другие? Больше всего приносит первый верный жетон у лавки. Жетонами платят и за перебросы, так что не тратьте все сразу.',
    },
  },
  {
    id: 'whom',
    when: mine('suspect_whom'),
    at: 'stall.2',
    text: {
      en: 'Choose whose stall the token goes to. It lies there face up for the rest of the game.',
      ru: 'Выберите, к чьей лавке положить жетон. Он останется там лицом вверх до конца игры.',
    },
  },
  {
    id: 'reroll',
    when: mine('reroll'),
    at: 'dice',
    text: {
      en: 'Your minions are rolled. For a token, discarded face down, you may roll any of them again.',
      ru: 'Приспешники брошены. Сбросив жетон лицом вниз, можно перебросить любых из них.',
    },
  },
  {
    id: 'act',
    when: mine('act'),
    at: 'dice',
    text: {
      en: 'Choose one action. You carry it out exactly as often as it was rolled; masks (Smuggle) may be added to any action but Move.',
      ru: 'Выберите одно действие. Оно выполняется ровно столько раз, сколько выпало; маски (Контрабанда) можно добавить к любому действию, кроме Переместить.',
    },
  },
  {
    id: 'steal',
    when: (view) => mine('steal_from')(view) || mine('move_from')(view),
    at: 'stall.2',
    text: {
      en: 'Click a stall, then a good in it. What lies in a stash, or behind an embargo, cannot be touched.',
      ru: 'Щёлкните лавку, затем товар в ней. Того, что лежит в тайнике или за эмбарго, тронуть нельзя.',
    },
  },
  {
    id: 'give',
    when: (view) => mine('give')(view) || mine('swap')(view),
    at: 'stall.1',
    text: {
      en: 'Click one of your own goods first, then the stall it goes to.',
      ru: 'Сначала щёлкните свой товар, потом лавку, куда он отправится.',
    },
  },
  {
    id: 'protect',
    when: mine('protect'),
    at: 'stash.1',
    text: {
      en: 'Goods in the stash are safe until your next turn. Four Protects at once are an embargo: nobody can touch or give you anything.',
      ru: 'Товары в тайнике под защитой до вашего следующего хода. Четыре Защитить сразу — это эмбарго: у вас нельзя ни взять, ни вам дать.',
    },
  },
  {
    id: 'suspected',
    when: (view) => view.seat !== null && (bazaar(view).stack[view.seat]?.length ?? 0) > 0,
    at: 'stack.1',
    text: {
      en: 'Somebody suspects you. If the token names your mission, its owner will score; if nobody is right, you score as Master of Disguise.',
      ru: 'Вас кто-то подозревает. Если на жетоне ваша миссия, его владелец получит очки; если не угадает никто, очки получите вы как Мастер маскировки.',
    },
  },
  {
    id: 'lamp',
    when: (view) => bazaar(view).past.length > 0,
    at: 'event',
    text: {
      en: 'A new round: whoever owns the magic lamp begins and turns up the next event. The lamp itself is worth 5 points.',
      ru: 'Новый раунд: начинает владелец волшебной лампы, он и открывает событие. Сама лампа стоит 5 очков.',
    },
  },
  {
    id: 'storm',
    when: (view) => bazaar(view).past.length > 0,
    at: 'deck',
    text: {
      en: 'Seven cards count down. The sandstorm is one of the last three; when it is turned up, the game is over at once.',
      ru: 'Семь карт ведут отсчёт. Песчаная буря — одна из трёх последних; как только её откроют, игра сразу окончена.',
    },
  },
  {
    id: 'over',
    when: (view) => view.over,
    text: {
      en: 'The sandstorm: all missions are open now. The score sheet says what everything was worth.',
      ru: 'Песчаная буря: все миссии открыты. В листе счёта видно, что сколько принесло.',
    },
  },
];
