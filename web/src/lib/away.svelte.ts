// Pages of a server and the house in their own browser: is the server out of reach, does it want games
// against bots played here, and are there tables here?

import { store, stored } from './preferences.svelte';

const TABLES = 'serai.tables-here';

class Away {
  /** The server did not answer the last time it was asked. */
  gone: boolean = $state(false);
  /** It would have games against bots played on the visitor's machine: what it says of `bots_at`. */
  botsHere = false;

  get hasTables(): boolean {
    return stored(TABLES) !== null;
  }

  noteTable(): void {
    store(TABLES, '1');
  }

  /** May this ask for a table that the server would rather have here? */
  mayWantHere(method: string, path: string): boolean {
    return this.botsHere && method === 'POST' && path === '/tables';
  }
}

export const away = new Away();
