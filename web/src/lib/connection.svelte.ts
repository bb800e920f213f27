// The socket of a table: opened, kept alive, opened again after every loss, with what was missed
// asked for by the number of the last event. Says in which state it is; what messages mean is
// somebody else's business.

import { house, type Wire } from './transport';

export type Link = 'opening' | 'open' | 'lost' | 'restarting' | 'ended';

/** An answer to something asked, or anything else the server says. */
export interface Message {
  type: string;
  id?: number;
  [member: string]: unknown;
}

export interface Wires {
  /** The address below /api/v1, with the number of the last event seen and so on. */
  address: () => string;
  heard: (message: Message) => void;
  /** Asked when a socket would not open: throws if trying again is of no use. */
  worthwhile: () => Promise<void>;
  /** What `worthwhile` threw. */
  ended: (reason: unknown) => void;
  /** What is done to the text of a message before it is read. */
  reads?: (text: string) => string;
  /** For tests. */
  socket?: (address: string) => Wire;
  random?: () => number;
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 15_000;
/** At first one tries often: a server that restarts is back in seconds. */
const EAGER_TRIES = 12;
const EAGER_PAUSE = 2_500;
const HEARTBEAT = 20_000;
const PATIENCE = 10_000;
/** The server says that it stops. */
const GOING_AWAY = 1001;
const DISMISSED = 1008; // the server hung up: perhaps we may not look on any more

export class LostConnection extends Error {}

export class Connection {
  link: Link = $state('opening');
  /** When the next try begins, in milliseconds since 1970; null while one is under way. */
  nextTry: number | null = $state(null);
  /** Was it lost at least once? */
  wasLost: boolean = $state(false);

  private socket: Wire | null = null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private lastId = 0;
  private waiting = new Map<number, { done: (message: Message) => void; failed: (reason: unknown) => void }>();
  private readonly wakes = () => this.hurry();

  constructor(private readonly wires: Wires) {}

  open(): void {
    window.addEventListener('online', this.wakes);
    document.addEventListener('visibilitychange', this.wakes);
    this.connect();
  }

  close(): void {
    this.link = 'ended';
    window.removeEventListener('online', this.wakes);
    document.removeEventListener('visibilitychange', this.wakes);
    this.drop();
  }

  /** Opens the socket anew, such as in another language. */
  again(): void {
    if (this.link === 'ended') return;
    this.drop();
    this.connect();
  }

  /** Tries at once if it waits to try. */
  hurry(): void {
    if (document.visibilityState === 'hidden' || this.link === 'ended') return;
    if (this.nextTry !== null) this.connect();
    else if (this.link === 'open') this.ping();
  }

  ask(message: { type: string; [member: string]: unknown }): Promise<Message> {
    const socket = this.socket;
    // A socket that is closing has not said so yet, and would swallow what it is given.
    if (this.link !== 'open' || socket === null || socket.readyState !== socket.OPEN) return Promise.reject(new LostConnection());
    const id = ++this.lastId;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      socket.send(JSON.stringify({ ...message, id }));
    });
  }

  private connect(): void {
    clearTimeout(this.timer);
    this.nextTry = null;
    const make = this.wires.socket ?? ((address: string) => house.socket(address));
    const socket = make(this.wires.address());
    let opened = false;
    this.socket = socket;
    socket.onopen = () => {
      opened = true;
      this.link = 'open';
      this.tries = 0;
      this.beat = setInterval(() => this.ping(), HEARTBEAT);
    };
    socket.onmessage = (event) => this.read(String(event.data));
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.drop();
      void this.afterLoss(opened, event.code);
    };
  }

  private async afterLoss(opened: boolean, code: number): Promise<void> {
    this.link = code === GOING_AWAY ? 'restarting' : this.link === 'restarting' ? 'restarting' : 'lost';
    this.wasLost = true;
    if (!opened || code === DISMISSED) {
      try {
        await this.wires.worthwhile();
      } catch (reason) {
        if ((this.link as Link) === 'ended') return;
        this.close();
        this.wires.ended(reason);
        return;
      }
    }
    if ((this.link as Link) === 'ended' || this.socket !== null) return;
    const random = this.wires.random ?? Math.random;
    const longest = this.tries < EAGER_TRIES ? EAGER_PAUSE : LONGEST_PAUSE;
    const pause = Math.min(longest, FIRST_PAUSE * 2 ** this.tries) * (0.75 + random() / 2);
    this.tries++;
    this.nextTry = Date.now() + pause;
    this.timer = setTimeout(() => this.connect(), pause);
  }

  private read(text: string): void {
    clearTimeout(this.silence);
    this.silence = undefined;
    let message: Message;
    try {
      message = JSON.parse((this.wires.reads ?? String)(text)) as Message;
    } catch {
      return;
    }
    const asked = message.id === undefined ? undefined : this.waiting.get(message.id);
    if (asked) {
      this.waiting.delete(message.id!);
      asked.done(message);
    } else if (message.type !== 'pong') {
      this.wires.heard(message);
    }
  }

  /** A line that is dead without having said so answers no ping. */
  private ping(): void {
    if (this.silence !== undefined) return;
    const socket = this.socket;
    this.silence = setTimeout(() => {
      if (this.socket !== socket) return;
      this.drop();
      void this.afterLoss(true, 0);
    }, PATIENCE);
    void this.ask({ type: 'ping' }).catch(() => {});
  }

  private drop(): void {
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    clearInterval(this.beat);
    this.silence = undefined;
    this.nextTry = null;
    const socket = this.socket;
    this.socket = null;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const { failed } of lost) failed(new LostConnection());
  }
}
