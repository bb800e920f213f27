// The guided first game: each step is shown the first time it matters.

import type { Lesson } from '../../lib/board';
import type { View } from '../../lib/protocol';
import { askedOf, courtOf } from './state';

const mine = (view: View): boolean => view.decider !== null && view.decider === view.seat;
const asked = (phase: string) => (view: View): boolean => mine(view) && view.phase === phase;
const askedAt = (area: string) => (view: View): boolean =>
  mine(view) && view.phase === 'action' && askedOf(view).area === area;

const pavilion = (area: string | undefined): string | null => (area ? `pavilion.${area}` : null);

export const lessons: Lesson[] = [
  {
    id: 'aim',
    when: () => true,
    at: 'pavilion.palace',
    text: {
      en: 'You have four days to bring your envoy up these stairs into the palace, and to gather points on the way. Whoever does not arrive scores nothing.',
      ru: 'За четыре дня проведите просителя по этим ступеням во дворец и соберите по пути очки. Кто не дойдёт, не получит ничего.',
    },
  },
  {
    id: 'gift',
    when: asked('offer'),
    at: 'hand',
    tab: 'hand',
    text: {
      en: 'Bribes are forbidden, so you exchange gifts. Choose a gift from your hand, then an area: the gift that lies there goes to your discard and is yours again tomorrow.',
      ru: 'Взятки запрещены, поэтому вы обмениваетесь подарками. Выберите подарок из руки, затем область: лежащий там подарок уйдёт в ваш сброс и завтра снова будет вашим.',
    },
  },
  {
    id: 'worth',
    when: asked('offer'),
    at: 'area.palace',
    text: {
      en: 'Your gift must be worth more than the one that lies there. Then you act twice: first with the sign on your own card, then with the area. A 1 is always enough for a 9.',
      ru: 'Ваш подарок должен быть дороже лежащего. Тогда вы действуете дважды: сначала по знаку на своей карте, затем в области. Единицы всегда достаточно для девятки.',
    },
  },
  {
    id: 'settle',
    when: asked('settle'),
    at: 'hand',
    tab: 'hand',
    text: {
      en: 'This gift is not enough. Return 2 servants or put a second gift aside to act all the same, or exchange without acting: sometimes the gift you get is reason enough.',
      ru: 'Этого подарка мало. Верните 2 слуг или отложите второй подарок и действуйте всё равно, либо обменяйте без действий: иногда сам подарок того стоит.',
    },
  },
  {
    id: 'action',
    when: asked('action'),
    at: (view) => pavilion(askedOf(view).area),
    text: {
      en: 'Most areas have two options: A is free, B costs servants and does more. Servants you pay go to your supply; they come back mornings and nights.',
      ru: 'Почти в каждой области два варианта: А бесплатно, Б за слуг и сильнее. Уплаченные слуги уходят в запас и возвращаются утром и ночью.',
    },
  },
  {
    id: 'travel',
    when: asked('travel'),
    at: 'pavilion.travel',
    text: {
      en: 'Your traveller starts in any city and then follows the roads to the next token. Point at a token to read what it does.',
      ru: 'Путник начинает в любом городе, а затем идёт дорогами до ближайшего жетона. Наведите на жетон, чтобы прочесть, что он даёт.',
    },
  },
  {
    id: 'tokens',
    when: (view) => mine(view) && (view.moves ?? []).some((move) => move.verb === 'exchange'),
    at: 'tokens.1',
    tab: 'mat',
    text: {
      en: 'Used tokens stay with you. Whenever you are asked something you may exchange them: 2 for a servant, 4 for 2 points, 6 for a jade.',
      ru: 'Использованные жетоны остаются у вас. Когда вас о чём-то спрашивают, их можно обменять: 2 на слугу, 4 на 2 очка, 6 на нефрит.',
    },
  },
  {
    id: 'wall',
    when: (view) => askedAt('wall')(view) || asked('wall')(view),
    at: 'pavilion.wall',
    text: {
      en: 'When a part of the wall is finished, whoever has most servants in it gets 3 points and a palace step, and takes them home. Then all who have servants there may spend intrigue.',
      ru: 'Когда часть стены готова, у кого там больше всех слуг — 3 очка и шаг ко дворцу, и его слуги уходят домой. Затем все, чьи слуги там были, могут потратить интриги.',
    },
  },
  {
    id: 'intrigue',
    when: (view) => askedAt('intrigue')(view) || asked('intrigue')(view),
    at: 'pavilion.intrigue',
    text: {
      en: 'The marker that is ahead wins every tie; on the same cell, the one on top. After the wall you may go back for servants, a die or a jade.',
      ru: 'Фишка впереди побеждает при любой ничьей, на одном делении — верхняя. После стены можно отступить ради слуг, кубика или нефрита.',
    },
  },
  {
    id: 'canal',
    when: (view) => askedAt('canal')(view) || asked('load')(view),
    at: 'pavilion.canal',
    text: {
      en: 'Three servants fill a ship. A full ship may take the reward of its harbour: points, another gift for good, or the pair that counts as two servants.',
      ru: 'Трое слуг — и джонка полна. Полная джонка может взять награду гавани: очки, ещё один подарок навсегда или пару, что считается за двоих.',
    },
  },
  {
    id: 'decrees',
    when: askedAt('decrees'),
    at: 'pavilion.decrees',
    text: {
      en: 'A decree keeps one servant for the rest of the game. It brings points now, and helps each morning, in your actions, or at the end.',
      ru: 'На указе слуга остаётся до конца игры. Указ даёт очки сразу и помогает каждое утро, в действиях или в конце.',
    },
  },
  {
    id: 'jade',
    when: askedAt('jade'),
    at: 'pavilion.jade',
    text: {
      en: 'Jade costs servants and only counts at the end: 1 point for one, 15 for five. Houses are cheaper than the square, and do not last.',
      ru: 'Нефрит стоит слуг и считается в конце: 1 очко за один, 15 за пять. Дома дешевле площади, но пустеют.',
    },
  },
  {
    id: 'night',
    when: (view) => askedOf(view).source === 'matches' || courtOf(view).round > 1,
    at: 'dice',
    text: {
      en: 'At night all gifts are back in hand. Each that shows the number of a die brings a servant, and the most matches 3 points and a step: look at the dice when you take gifts.',
      ru: 'Ночью все подарки снова в руке. Каждый с числом на кубике даёт слугу, а больше всех совпадений — 3 очка и шаг: смотрите на кубики, когда берёте подарки.',
    },
  },
  {
    id: 'last',
    when: (view) => courtOf(view).round === 4 && mine(view),
    at: 'pavilion.palace',
    text: {
      en: 'The last day. Count the steps your envoy still needs; everything else is worth nothing without them.',
      ru: 'Последний день. Сосчитайте, сколько делений осталось просителю: без них всё остальное ничего не стоит.',
    },
  },
  {
    id: 'end',
    when: (view) => view.over,
    text: {
      en: 'The game is over. The score sheet says where every point came from. Another one?',
      ru: 'Игра окончена. В таблице очков видно, откуда взялось каждое. Ещё партию?',
    },
  },
];
