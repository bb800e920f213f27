// The page's end of the house in the browser: requests and sockets become messages to a worker.

import { installed } from '../lib/installed.svelte';
import { NoHouse, type Transport, type Wire } from '../lib/transport';
import { houseWorker } from './first';
import type { News, ToHouse, ToPage } from './messages';

const OPENING = 0;
const OPEN = 1;
const CLOSED = 3;

const numbers = ['after', 'ply', 'seat'] as const;

class LocalWire implements Wire {
  readonly OPEN = OPEN;
  readyState = OPENING;
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;

  constructor(
    private readonly number: number,
    private readonly speak: (message: ToHouse) => void,
  ) {}

  hear(message: ToPage): void {
    if ('opened' in message) {
      this.readyState = OPEN;
      this.onopen?.();
    } else if ('told' in message) {
      this.onmessage?.({ data: message.text });
    } else if ('closed' in message) {
      this.readyState = CLOSED;
      this.onclose?.({ code: message.code });
    }
  }

  send(text: string): void {
    this.speak({ say: this.number, text });
  }

  close(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.speak({ close: this.number });
  }
}

class LocalHouse implements Transport {
  private readonly worker: Worker;
  private last = 0;
  private readonly asked = new Map<number, { done: (response: Response) => void; failed: (reason: unknown) => void }>();
  private readonly wires = new Map<number, LocalWire>();

  constructor() {
    this.worker = houseWorker((message) => this.hear(message));
  }

  request(method: string, path: string, lang: string, body = ''): Promise<Response> {
    const { pathname, searchParams } = new URL(`/api/v1${path}`, location.origin);
    const question: { [name: string]: unknown } = { method, path: decodeURIComponent(pathname), lang: searchParams.get('lang') ?? lang, body };
    for (const name of numbers) if (searchParams.has(name)) question[name] = Number(searchParams.get(name));
    if (searchParams.has('cursor')) question.cursor = searchParams.get('cursor');
    // Games that the browser may throw away when it needs room are no games.
    if (method === 'POST' && path === '/tables') void navigator.storage?.persist?.().catch(() => {});
    const number = ++this.last;
    return new Promise((done, failed) => {
      this.asked.set(number, { done, failed });
      this.speak({ ask: number, question } as unknown as ToHouse);
    });
  }

  socket(path: string): Wire {
    const { pathname, searchParams } = new URL(path, location.origin);
    const number = ++this.last;
    const wire = new LocalWire(number, (message) => {
      if ('close' in message) this.wires.delete(number);
      this.speak(message);
    });
    const seat = searchParams.get('seat');
    const after = searchParams.get('after');
    this.wires.set(number, wire);
    this.speak({
      open: number,
      table: pathname.split('/')[2] ?? '',
      lang: searchParams.get('lang') ?? 'en',
      ...(seat === null ? {} : { seat: Number(seat) }),
      ...(after === null ? {} : { after: Number(after) }),
    });
    return wire;
  }

  private speak(message: ToHouse): void {
    this.worker.postMessage(message);
  }

  private hear(message: ToPage | News): void {
    if ('forgetful' in message) {
      installed.forgetful = true;
    } else if ('waits' in message) {
      installed.waits = message.waits;
    } else if ('answer' in message) {
      const asked = this.asked.get(message.answer);
      this.asked.delete(message.answer);
      if (message.status === 0) asked?.failed(message.text === '' ? new Error('the house is gone') : new NoHouse(message.text));
      else asked?.done(new Response(message.text, { status: message.status, headers: { 'Content-Type': message.type } }));
    } else {
      const number = 'opened' in message ? message.opened : 'told' in message ? message.told : message.closed;
      const wire = this.wires.get(number);
      if ('closed' in message) this.wires.delete(number);
      wire?.hear(message);
    }
  }
}

let house: LocalHouse | null = null;

/** Throws where these pages were built without one. */
export function localHouse(): LocalHouse {
  house ??= new LocalHouse();
  return house;
}
