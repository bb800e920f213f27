// How the hand is sorted: remembered in this browser.

import { store, stored } from '../../lib/preferences.svelte';
import type { Sorting } from './state';

const KEY = 'serai.pandaspin.sorting';

class Liking {
  by: Sorting = $state(stored(KEY) === 'suit' ? 'suit' : 'value');

  set(by: Sorting): void {
    this.by = by;
    store(KEY, by);
  }
}

export const sorting = new Liking();
