// How pages reach a house: one on a server, or the one in this browser. Both speak the same
// interface (docs/openapi.json, docs/asyncapi.json), and pages do not know which it is. Pages of a
// server have the other one too: for games against bots when the server is out of reach, or when it
// would rather have them there.

import { away } from './away.svelte';

/** As much of a WebSocket as is used here. */
export interface Wire {
  readonly readyState: number;
  readonly OPEN: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Transport {
  /** `path` is below /api/v1, with its query. Rejects if there is no house to be reached. */
  request(method: string, path: string, lang: string, body?: string): Promise<Response>;
  socket(path: string): Wire;
}

/** The browser cannot have a house; the message says why, to people. */
export class NoHouse extends Error {}

/** Built as a site, there is no other house than the one in the browser. */
export const isSite: boolean = __SITE__;

/** The picture of the house; a site may lie in any folder. */
export const icon = `${import.meta.env.BASE_URL}icon.svg`;
/** What of others is in the client, with the licences that ask to be shown. */
export const notices = `${import.meta.env.BASE_URL}notices.txt`;

const served: Transport = {
  request(method, path, lang, body) {
    return fetch(`/api/v1${path}`, {
      method,
      headers: { 'Accept-Language': lang, ...(body === undefined ? {} : { 'Content-Type': body.startsWith('{') ? 'application/json' : 'text/plain' }) },
      body,
      credentials: 'same-origin',
    });
  },
  socket(path) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return new WebSocket(`${scheme}://${location.host}/api/v1${path}`) as unknown as Wire;
  },
};

/** The house in this browser comes when it is first needed. */
const local: Transport = {
  async request(method, path, lang, body) {
    const { localHouse } = await import('../house/page');
    return localHouse().request(method, path, lang, body);
  },
  socket(path) {
    return new LateWire(import('../house/page').then(({ localHouse }) => localHouse().socket(path)));
  },
};

/** A socket that is still on its way. */
class LateWire implements Wire {
  readonly OPEN = 1;
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  private wire: Wire | null = null;
  private closed = false;

  constructor(coming: Promise<Wire>) {
    coming.then(
      (wire) => {
        if (this.closed) return wire.close();
        this.wire = wire;
        wire.onopen = () => this.onopen?.();
        wire.onmessage = (event) => this.onmessage?.(event);
        wire.onclose = (event) => this.onclose?.(event);
      },
      () => this.onclose?.({ code: 1006 }),
    );
  }

  get readyState(): number {
    return this.wire?.readyState ?? 0;
  }

  send(text: string): void {
    this.wire?.send(text);
  }

  close(): void {
    this.closed = true;
    this.wire?.close();
  }
}

/** Is this about a table in this browser? Their ids begin so; no server has the letter in its words. */
export function isHere(path: string): boolean {
  return path.startsWith('/tables/l');
}

/** The house in the browser, beside that of the server, when it was wanted once. */
let near: typeof import('../house/beside') | null = null;

const both: Transport = {
  async request(method, path, lang, body) {
    let response: Response | null = null;
    if (!isHere(path) && !away.mayWantHere(method, path)) {
      response = await served.request(method, path, lang, body).catch(() => null);
      // An answer that is not the server's own comes from something before it, which does not reach it.
      away.gone = response === null || (response.status > 501 && response.status < 505 && !response.headers.get('Content-Type')?.includes('json'));
      if (!away.gone && !(away.hasTables && (response!.ok || response!.status === 401))) return response!;
    }
    near ??= await import('../house/beside');
    return near.request(served, response, method, path, lang, body);
  },
  // Whoever opens one has asked for its table before.
  socket: (path) => (isHere(path) && near ? near.localHouse() : served).socket(path),
};

/** Built as a site there is no server, and nothing that would ask one. */
export const house: Transport = isSite ? local : both;
