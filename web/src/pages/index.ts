// The pages, each loaded when it is first shown.

export const pages = {
  landing: () => import('./Landing.svelte'),
  table: () => import('./TablePage.svelte'),
  learn: () => import('./Learn.svelte'),
  new: () => import('./NewTable.svelte'),
  join: () => import('./Join.svelte'),
  replay: () => import('./Replay.svelte'),
  review: () => import('./Review.svelte'),
  puzzle: () => import('./Puzzle.svelte'),
  ratings: () => import('./Ratings.svelte'),
  settings: () => import('./Settings.svelte'),
};
