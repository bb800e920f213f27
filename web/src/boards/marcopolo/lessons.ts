// The guided first game of Marco Polo: what each part is for, told when it first matters.

import type { Lesson } from '../../lib/board';
import type { View } from '../../lib/protocol';
import { asked, voyage } from './state';

const mine = (phase: string) => (view: View) => view.phase === phase && view.decider === view.seat;
const offers = (verb: string) => (view: View) => (view.moves ?? []).some((move) => move.verb === verb);

export const lessons: Lesson[] = [
  {
    id: 'map',
    when: () => true,
    at: 'place.venezia',
    text: {
      en: 'You are a merchant on the roads from Venice to Beijing. Five rounds, then the most points win: for contracts, trading posts and secret goals.',
      ru: 'Вы купец на дорогах от Венеции до Пекина. Пять раундов, и побеждает тот, у кого больше очков: за контракты, фактории и тайные цели.',
    },
  },
  {
    id: 'dice',
    when: mine('turn'),
    at: 'mat',
    tab: 'mat',
    text: {
      en: 'These are your dice for this round. On each turn you put some of them on one action space. Low dice are not bad: they make occupied spaces cheap.',
      ru: 'Это ваши кубики на раунд. Каждый ход вы ставите часть из них на одно место. Малые числа не беда: с ними занятые места дешевле.',
    },
  },
  {
    id: 'character',
    when: mine('turn'),
    at: 'character',
    tab: 'papers',
    text: {
      en: 'This is who you are. Every character may do something that nobody else may, even against what these lessons say: play to it.',
      ru: 'Это вы. Каждый персонаж может то, чего не может никто другой, даже вопреки этим урокам: пользуйтесь этим.',
    },
  },
  {
    id: 'contract',
    when: mine('turn'),
    at: 'contract.1',
    tab: 'papers',
    text: {
      en: 'A contract asks for goods and camels (above) and pays points and more (below). You may complete it on your turn as soon as you have everything.',
      ru: 'Контракт требует товаров и верблюдов (сверху) и приносит очки и прочее (снизу). Выполнить его можно в свой ход, как только всё собрано.',
    },
  },
  {
    id: 'bazaar',
    when: offers('bazaar'),
    at: 'space.pepper',
    text: {
      en: 'At the bazaar one die buys camels or pepper, two buy silk, three buy gold. The lowest die decides how far to the right you may take.',
      ru: 'На базаре верблюды и специи стоят одного кубика, шёлк — двух, золото — трёх. Наименьший решает, до какого столбца можно брать.',
    },
  },
  {
    id: 'die',
    when: mine('die'),
    at: 'mat',
    tab: 'mat',
    text: {
      en: 'Choose the die. If dice already lie there you pay as many coins as your lowest die shows, so a low die is cheap.',
      ru: 'Выберите кубик. Если там уже лежат кубики, вы платите столько монет, сколько на вашем наименьшем, так что малый кубик дешевле.',
    },
  },
  {
    id: 'column',
    when: mine('column'),
    at: (view) => `space.${asked(voyage(view)).space}`,
    text: {
      en: 'Take what one column gives, any up to your die: usually the last one.',
      ru: 'Возьмите то, что даёт один столбец, любой до числа на кубике: обычно последний.',
    },
  },
  {
    id: 'finish',
    when: offers('finish'),
    at: 'mat',
    tab: 'mat',
    text: {
      en: 'Your main action is done. You may still complete a contract, change a die for camels or take coins for one, then end the turn.',
      ru: 'Основное действие сделано. Можно ещё выполнить контракт, изменить кубик за верблюдов или взять монеты за кубик, а потом закончить ход.',
    },
  },
  {
    id: 'contracts',
    when: mine('take'),
    at: 'space.contracts',
    text: {
      en: 'Pick one or two contracts, from the first slot up to your die. You have room for two.',
      ru: 'Возьмите один или два контракта, от первой клетки до числа на кубике. У вас место для двух.',
    },
  },
  {
    id: 'travel',
    when: (view) => offers('travel')(view) && view.ply > 2,
    at: 'space.travel',
    text: {
      en: 'Travelling takes two dice and coins: the table shows what so many steps cost together. Roads with a sign cost camels or coins on top.',
      ru: 'Путешествие требует двух кубиков и монет: таблица показывает цену всех шагов вместе. Дороги со знаком стоят ещё верблюдов или монет.',
    },
  },
  {
    id: 'journey',
    when: mine('journey'),
    at: (view) => `figure.${view.seat}.1`,
    text: {
      en: 'Click where you go next; the sign below the place says what this step costs. Where you stop, you build a trading post, but not in an oasis.',
      ru: 'Щёлкайте, куда идти дальше; табличка под местом говорит, во что обойдётся этот шаг. Где остановитесь, там и построите факторию, но не в оазисе.',
    },
  },
  {
    id: 'post',
    when: (view) => view.seat !== null && (voyage(view).posts[view.seat]?.length ?? 0) > 0,
    at: (view) => `place.${voyage(view).posts[view.seat ?? 0]?.[0]}`,
    text: {
      en: 'Your first post! A province gives its bonus every round, a city opens its card to one of your dice, and goals want posts in certain places.',
      ru: 'Ваша первая фактория! Провинция даёт бонус каждый раунд, город открывает карту для одного вашего кубика, а цели требуют факторий в нужных местах.',
    },
  },
  {
    id: 'goals',
    when: (view) => voyage(view).round > 1,
    at: 'goal.1',
    tab: 'papers',
    text: {
      en: 'A new round. Look at your goals: a post in both places of a card pays at the end, and each different place counts too.',
      ru: 'Новый раунд. Взгляните на цели: фактории в обоих местах карты принесут очки в конце, и считается каждое место отдельно.',
    },
  },
  {
    id: 'black',
    when: offers('black'),
    at: 'black',
    text: {
      en: 'Three camels buy a black die, once a turn. A die more is an action more; black dice may also go where your own already lie.',
      ru: 'За трёх верблюдов раз за ход можно взять чёрный кубик. Лишний кубик — лишнее действие; чёрный можно ставить и туда, где уже лежат ваши.',
    },
  },
  {
    id: 'over',
    when: (view) => view.over,
    text: {
      en: 'The journey is over. The score sheet shows goals, Beijing, coins and the most contracts, line by line.',
      ru: 'Путешествие окончено. В листе счёта по строкам видны цели, Пекин, монеты и наибольшее число контрактов.',
    },
  },
];
