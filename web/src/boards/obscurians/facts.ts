// Figures of Obscurians that its cards and tooltips show. facts.test.ts checks them against the engine.

export const worth = {
  FIRST_CORRECT: 10,
  SECOND_CORRECT: 5,
  THIRD_CORRECT: 2,
  MASTER: 8,
  KEEP_EACH: 7,
  TAKE_MOST: 5,
  GIVE_START: 70,
  GIVE_EACH: -5,
  CHOOSE_SINGLE: 15,
  CHOOSE_SINGLES: 4,
  CHOOSE_PAIR: 5,
  LOSE_START: 75,
  LOSE_EACH: -20,
  LOSE_GOODS_MIN: 4,
  LOSE_GOODS_MAX: 6,
  LOSE_COLOURS: 2,
  EXTRA_SMUGGLES: 2,
  GOODS_HIDDEN: 2,
  EMBARGO_FROM: 4,
  STORM_CARDS: 3,
  DECK: 7,
} as const;

export const treasure = { lamp: 5, curse: -5 } as const;
/** Points for a set of so many different colours. */
export const sets: { [size: number]: number } = { 3: 8, 4: 14, 5: 22 };

/** What each event doubles or bans, if it does. */
export const doubles: { [event: string]: string } = {
  double_swap: 'swap', double_steal: 'steal', double_protect: 'protect', double_give: 'give',
};
export const bans: { [event: string]: string } = { ban_swap: 'swap', ban_steal: 'steal', ban_protect: 'protect' };
export const opposite: { [face: string]: string } = {
  steal: 'give', give: 'steal', swap: 'protect', protect: 'swap', move: 'smuggle', smuggle: 'move',
};
