// Single figures of Marco Polo that the board shows. facts.test.ts checks them against the engine.

export const FIGURES = {
  ROUNDS: 5,
  ROW: 6,
  POSTS: 9,
  WILHELMS_POSTS: 11,
  TAKE5_COINS: 5,
  PURSE_COINS: 3,
  KHAN_CAMELS: 2,
  KHAN_CELLS: 4,
  REROLL_PRICE: 1,
  ADJUST_PRICE: 2,
  BLACK_DIE_PRICE: 3,
  GOALS_KEPT: 2,
  MOST_CONTRACTS: 7,
} as const;

/** Points of the spaces in Beijing, best first. */
export const BEIJING = [10, 7, 4, 1];
/** Points for so many different places of one's goals. */
export const COLLECTED = [0, 1, 3, 6, 10];
/** What slots 5 and 6 of the contracts give on top, in coins or camels. */
export const SLOT_BONUS: { [slot: number]: number } = { 5: 1, 6: 2 };
