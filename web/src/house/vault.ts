// What a house in a browser keeps: IndexedDB, or, where the browser refuses that, nothing beyond the
// life of the page. One house at a time writes. Whoever begins takes the next number of reign, and
// every commit asks in its own transaction whether that still is the last one: a house that was
// overtaken, by another tab, say, cannot write any more, however late it wakes up.

import type { Keep } from './engine';

/** As a store answers (src/host/ledger.h): kept, somebody else was first, or refused. Full is a broken store with a name. */
export type Kept = 'done' | 'conflict' | 'broken' | 'full';

export interface History {
  entries: unknown[];
  chat: unknown[];
  position?: unknown;
  chances?: string;
  review?: unknown;
}

/** All but histories. */
export interface Stock {
  owner: unknown;
  tables: unknown[];
  puzzles: unknown[];
}

export interface Vault {
  /** Will what is kept outlive the page? */
  readonly lasting: boolean;
  /** Begins a reign; what was kept of everything but histories. */
  reign(): Promise<Stock>;
  history(id: string): Promise<History>;
  commit(lines: readonly Keep[]): Promise<Kept>;
}

const NAME = 'serai';
const VERSION = 2;
/** Stores by what is kept in them: what one line of the outbox is filed under. */
const STORES = { owner: 'meta', table: 'tables', entry: 'entries', chat: 'chat', position: 'positions', chances: 'chances', review: 'reviews', puzzle: 'puzzles' } as const;
const ALL = [...new Set(Object.values(STORES))];

function keyOf(line: Keep): IDBValidKey {
  if (line.keep === 'owner') return 'owner';
  if (line.keep === 'entry' || line.keep === 'chat') return [line.id!, line.number!];
  return line.id!;
}

/** Entries and new tables are added, and fail if they are there; all else takes the place of what was. */
function isNew(line: Keep): boolean {
  return line.keep === 'entry' || line.keep === 'chat' || (line.keep === 'table' && line.fresh === 1);
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

class Database implements Vault {
  readonly lasting = true;
  private reigning = 0;

  constructor(private readonly database: IDBDatabase) {}

  async reign(): Promise<Stock> {
    const change = this.database.transaction(['meta', 'tables', 'puzzles'], 'readwrite');
    const meta = change.objectStore('meta');
    const before = (await result(meta.get('reign'))) as number | undefined;
    this.reigning = (before ?? 0) + 1;
    meta.put(this.reigning, 'reign');
    const all = (store: string) => result(change.objectStore(store).getAll());
    const [owner, tables, puzzles] = await Promise.all([result(meta.get('owner')), all('tables'), all('puzzles')]);
    await ended(change);
    return { owner, tables, puzzles };
  }

  async history(id: string): Promise<History> {
    const look = this.database.transaction(['entries', 'chat', 'positions', 'chances', 'reviews'], 'readonly');
    const all = IDBKeyRange.bound([id, 0], [id, Infinity]);
    const [entries, chat, position, chances, review] = await Promise.all([
      result(look.objectStore('entries').getAll(all)),
      result(look.objectStore('chat').getAll(all)),
      result(look.objectStore('positions').get(id)),
      result(look.objectStore('chances').get(id)),
      result(look.objectStore('reviews').get(id)),
    ]);
    return { entries, chat, position, chances: chances as string | undefined, review };
  }

  async commit(lines: readonly Keep[]): Promise<Kept> {
    let overtaken = false;
    try {
      const change = this.database.transaction(ALL, 'readwrite', { durability: 'strict' });
      const finished = ended(change);
      const asked = change.objectStore('meta').get('reign');
      asked.onsuccess = () => {
        if (asked.result !== this.reigning) {
          overtaken = true;
          change.abort();
          return;
        }
        for (const line of lines) {
          const store = change.objectStore(STORES[line.keep]);
          if (isNew(line)) store.add(line.value, keyOf(line));
          else store.put(line.value, keyOf(line));
        }
      };
      await finished;
      return 'done';
    } catch (reason) {
      const name = reason instanceof DOMException ? reason.name : '';
      if (overtaken || name === 'ConstraintError') return 'conflict';
      return name === 'QuotaExceededError' ? 'full' : 'broken';
    }
  }
}

function ended(change: IDBTransaction): Promise<void> {
  return new Promise((done, failed) => {
    change.oncomplete = () => done();
    change.onabort = () => failed(change.error);
  });
}

/** Where the browser keeps nothing. The same answers, and gone with the page. */
export class Memory implements Vault {
  readonly lasting = false;
  private readonly kept = new Map<string, unknown>();

  reign(): Promise<Stock> {
    return Promise.resolve({ owner: this.kept.get('meta owner'), tables: this.of('tables '), puzzles: this.of('puzzles ') });
  }

  history(id: string): Promise<History> {
    return Promise.resolve({
      entries: this.of(`entries ${id},`),
      chat: this.of(`chat ${id},`),
      position: this.kept.get(`positions ${id}`),
      chances: this.kept.get(`chances ${id}`) as string | undefined,
      review: this.kept.get(`reviews ${id}`),
    });
  }

  commit(lines: readonly Keep[]): Promise<Kept> {
    const key = (line: Keep) => `${STORES[line.keep]} ${String(keyOf(line))}`;
    if (lines.some((line) => isNew(line) && this.kept.has(key(line)))) return Promise.resolve('conflict');
    for (const line of lines) this.kept.set(key(line), line.value);
    return Promise.resolve('done');
  }

  private of(prefix: string): unknown[] {
    return [...this.kept].filter(([key]) => key.startsWith(prefix)).map(([, value]) => value);
  }
}

/** The store of this browser; without one, what lasts as long as the page. */
export async function openVault(): Promise<Vault> {
  try {
    const opening = indexedDB.open(NAME, VERSION);
    opening.onupgradeneeded = () => {
      for (const store of ALL) if (!opening.result.objectStoreNames.contains(store)) opening.result.createObjectStore(store);
    };
    const database = await result(opening);
    database.onversionchange = () => database.close();
    return new Database(database);
  } catch {
    return new Memory();
  }
}
