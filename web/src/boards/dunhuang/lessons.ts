// Merchants of Dunhuang: the guided first game.

import type { Lesson } from '../../lib/board';
import type { View } from '../../lib/protocol';
import { camelsCharacter, caravan, KINDS_TO_WIN, kindsInHand, majorities, majoritiesToWin, type Caravan } from './state';

function mine(view: View, holds: (now: Caravan, me: number) => boolean): boolean {
  const now = caravan(view);
  return now.seat !== null && now.decider === now.seat && holds(now, now.seat);
}

/** The character by whom the camel stands. */
const character = (view: View): string | null => {
  const name = camelsCharacter(caravan(view));
  return name === undefined ? null : `tile.${name}`;
};
const rivals = (view: View): number[] =>
  Array.from({ length: view.seats }, (_, index) => index + 1).filter((seat) => seat !== view.seat && majorities(caravan(view), seat).length > 0);

export const lessons: Lesson[] = [
  {
    id: 'goal',
    when: () => true,
    at: 'tokens',
    text: {
      en: 'Welcome to Dunhuang. End a turn with four majority tokens and four different goods in hand, and you win on the spot. If nobody does, points decide when the deck is empty.',
      ru: 'Добро пожаловать в Дуньхуан. Закончите ход с четырьмя жетонами преимущества и четырьмя разными товарами в руке — и вы победили. Если это не удастся никому, всё решат очки, когда кончится колода.',
    },
  },
  {
    id: 'keep',
    when: (view) => mine(view, (now) => now.phase === 'keep'),
    at: 'hand.1',
    tab: 'hand',
    text: {
      en: 'You got three cards and keep one; the other two leave the game unseen. The number on a card says how many there are in the box, and how many points it may bring at the end.',
      ru: 'Вам раздали три карты, одну вы оставляете, две другие тайно уходят из игры. Число на карте — сколько таких карт в игре и сколько очков она может принести в конце.',
    },
  },
  {
    id: 'walk',
    when: (view) => mine(view, (now) => now.phase === 'walk'),
    at: 'camel',
    text: {
      en: 'Walk the camel clockwise. One step is free, every further step costs a coin. You get the card where it stops, and then the help of that character.',
      ru: 'Ведите верблюда по часовой стрелке. Один шаг бесплатный, каждый следующий стоит монету. Вы получите карту там, где он встанет, а затем помощь этого персонажа.',
    },
  },
  {
    id: 'characters',
    when: (view) => mine(view, (now) => now.phase === 'walk' && now.ply > 6),
    at: character,
    text: {
      en: 'The small signs below a name say what a character does. Point at it, or focus it, to read it in words.',
      ru: 'Маленькие знаки под именем говорят, что делает персонаж. Наведите на него указатель или фокус, чтобы прочесть словами.',
    },
  },
  {
    id: 'take',
    when: (view) => mine(view, (now) => now.phase === 'take'),
    at: 'shop.1',
    tab: 'shop',
    text: {
      en: 'Hand or shop? In the shop everybody sees the card, and it fights for the majority of its good. In the hand it is hidden, and counts as a kind for the instant win and as points at the end.',
      ru: 'В руку или в лавку? В лавке карту видят все, и она борется за преимущество по своему товару. В руке она скрыта и считается видом для мгновенной победы и очками в конце.',
    },
  },
  {
    id: 'bonus',
    when: (view) => mine(view, (now) => now.phase === 'bonus'),
    at: 'coins',
    text: {
      en: 'Now the bonus: use the character, or take three coins. Coins are steps, and steps are freedom.',
      ru: 'Теперь бонус: помощь персонажа или три монеты. Монеты — это шаги, а шаги — это свобода.',
    },
  },
  {
    id: 'token',
    when: (view) => caravan(view).seat !== null && majorities(caravan(view), caravan(view).seat!).length > 0,
    at: 'shop.1',
    tab: 'shop',
    text: {
      en: 'Your first majority token! It is yours because no shop has more of this good. A tie is enough for somebody to take it away.',
      ru: 'Ваш первый жетон преимущества! Он ваш, потому что этого товара ни в одной лавке нет больше. Чтобы забрать его, сопернику достаточно ничьей.',
    },
  },
  {
    id: 'rivals',
    when: (view) => caravan(view).ply > 20 && rivals(view).length > 0,
    at: (view) => `seat.${rivals(view)[0]}`,
    text: {
      en: 'Keep an eye on the others. Their panels show shop, tokens and coins. One more card than they have, or just as many, takes a token.',
      ru: 'Следите за соперниками: в их панелях видны лавка, жетоны и монеты. Столько же карт, сколько у них, или больше — и жетон ваш.',
    },
  },
  {
    id: 'removal',
    when: (view) => mine(view, (now) => now.phase === 'bonus' && ['musician', 'soldier', 'handmaid', 'servant'].includes(camelsCharacter(now) ?? '')),
    at: character,
    text: {
      en: 'This character may take cards out of your shop. If another shop then has more, your token goes back to the supply. You will be warned.',
      ru: 'Этот персонаж может забрать карты из вашей лавки. Если в другой лавке станет больше, ваш жетон вернётся в запас. Вас предупредят.',
    },
  },
  {
    id: 'near',
    when: (view) => {
      const now = caravan(view);
      return now.seat !== null && !now.over && (majorities(now, now.seat).length >= majoritiesToWin(now.seats) - 1 || (kindsInHand(now, now.seat) ?? 0) >= KINDS_TO_WIN);
    },
    at: 'hand.1',
    tab: 'hand',
    text: {
      en: 'You are getting close. Both must hold at the end of your own turn: enough majorities, and four different goods in hand.',
      ru: 'Победа близка. В конце вашего хода должно сойтись и то и другое: жетонов достаточно, а в руке четыре разных товара.',
    },
  },
  {
    id: 'last',
    when: (view) => caravan(view).final_round && !view.over,
    at: 'deck',
    text: {
      en: 'The market cannot be refilled: this is the last round. Prestige, majorities and the goods of which you hold the most in hand are your points.',
      ru: 'Рынок уже не пополнить: идёт последний круг. Очки дадут престиж, преимущества и товары, которых у вас в руке больше всех.',
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
