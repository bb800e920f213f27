// A house in a browser: an engine, what it keeps and who thinks for it. Whatever comes in is done one
// thing after the other; nobody is told anything before what it rests on is kept. If that fails the
// engine is thrown away and begun anew from what is kept: those who were connected come again.

import { Engine, type Job, type Keep, type Line, type Question, type Reply } from './engine';
import { GONE, REFUSED, type ToHouse, type ToPage } from './messages';
import { refusal } from './refusals';
import type { Pool } from './pool';
import type { Kept, Vault } from './vault';

interface Socket {
  client: string;
  number: number;
  lang: string;
}

const TICK = 1000;

/** What is kept of a table does not make sense: the table is as good as gone, the house is not. */
class Damaged extends Error {}

export class House {
  private engine!: Engine;
  private sockets = new Map<number, Socket>();
  private lastSocket = 0;
  private queue: Promise<void> = Promise.resolve();
  private ticking: ReturnType<typeof setInterval> | undefined;
  private closed = false;

  private constructor(
    private readonly module: WebAssembly.Module,
    private readonly vault: Vault,
    private readonly pool: Pool,
    private readonly send: (client: string, message: ToPage) => void,
    /** Somebody else reigns now: this house is over. */
    private readonly overtaken: () => void,
  ) {}

  static async open(module: WebAssembly.Module, vault: Vault, pool: Pool, send: (client: string, message: ToPage) => void, overtaken: () => void): Promise<House> {
    const house = new House(module, vault, pool, send, overtaken);
    await house.begin();
    return house;
  }

  take(client: string, message: ToHouse): void {
    this.enqueue(async () => {
      if ('ask' in message) await this.answer(client, message.ask, message.question);
      else if ('open' in message) await this.arrive(client, message);
      else if ('say' in message) await this.hear(client, message.say, message.text);
      else await this.depart(this.socketOf(client, message.close));
    });
  }

  /** A page is gone, and all its sockets with it. */
  forget(client: string): void {
    for (const [number, socket] of this.sockets) if (socket.client === client) this.enqueue(() => this.depart(number));
  }

  /** Stops everything; who was connected is told. */
  close(): void {
    this.closed = true;
    this.pool.clear();
    this.hangUpAll();
  }

  /** When all that came in so far is done. */
  settled(): Promise<void> {
    return this.queue;
  }

  // ---- one thing after the other ----

  private enqueue(work: () => Promise<void>): void {
    this.queue = this.queue.then(async () => {
      if (this.closed) return;
      try {
        await work();
      } catch {
        await this.begin().catch(() => this.close()); // a trap: the engine is of no use any more
      }
    });
  }

  /** A fresh engine with what is kept. */
  private async begin(): Promise<void> {
    this.pool.clear();
    this.hangUpAll();
    const { owner, tables, puzzles } = await this.vault.reign();
    this.engine = new Engine(this.module);
    if (owner) this.engine.know({ owner });
    for (const table of tables) this.engine.know({ table });
    for (const puzzle of puzzles) this.engine.know({ puzzle });
  }

  private hangUpAll(): void {
    const sockets = [...this.sockets.values()];
    this.sockets.clear();
    for (const { client, number } of sockets) this.send(client, { closed: number, code: GONE });
    this.watchTime();
  }

  /** Asks the engine, and hands in the histories that it has not got yet. */
  private async ask(engine: () => Line[]): Promise<Line[]> {
    const handed = new Set<string>();
    for (;;) {
      const lines = engine();
      const want = lines.find((line) => 'want' in line);
      if (!want) return lines;
      const id = want.want;
      const known = !handed.has(id) && this.engine.know({ history: id, value: await this.vault.history(id) });
      if (!known) throw new Damaged(id);
      handed.add(id);
    }
  }

  /** Keeps what is to be kept, then lets the rest happen. */
  private async release(lines: readonly Line[]): Promise<Kept> {
    const keeps = lines.filter((line): line is Keep => 'keep' in line);
    const kept = keeps.length > 0 ? await this.vault.commit(keeps) : 'done';
    if (kept !== 'done') {
      await this.fail(kept);
      return kept;
    }
    for (const line of lines) {
      if ('tell' in line) this.tell(line.tell, line.text);
      else if ('hang_up' in line) this.hangUp(line.hang_up);
      else if ('log' in line) console.warn(line);
    }
    for (const line of lines) if ('think' in line) this.think(line.think, line.id);
    this.pool.sift((job) => this.engine.stands(job));
    return kept;
  }

  /** What was not kept did not happen. */
  private async fail(kept: Kept): Promise<void> {
    if (kept === 'conflict') {
      this.closed = true;
      this.hangUpAll();
      this.pool.clear();
      this.overtaken();
      return;
    }
    for (const { client, number, lang } of this.sockets.values()) this.send(client, { told: number, text: JSON.stringify({ type: 'error', ...refusal(kept, lang) }) });
    await this.begin();
  }

  // ---- requests ----

  private async answer(client: string, number: number, question: Question): Promise<void> {
    const refuse = (kept: Kept) => this.send(client, { answer: number, status: 503, type: 'application/json', text: JSON.stringify({ error: refusal(kept, question.lang) }) });
    let lines: Line[];
    try {
      if (question.path.endsWith('/export')) await this.knowAll(question.lang);
      if (question.method === 'POST' && question.path.endsWith('/tables')) this.pool.expect();
      lines = await this.ask(() => this.engine.ask(question));
    } catch (reason) {
      refuse('broken');
      if (reason instanceof Damaged) return;
      throw reason;
    }
    const kept = await this.release(lines);
    if (kept !== 'done') return refuse(kept);
    const { reply, type, text } = lines.find((line): line is Reply => 'reply' in line)!;
    this.send(client, { answer: number, status: reply, type, text });
  }

  /** An export looks at every table: their histories are handed in one by one, not wanted one by one. */
  private async knowAll(lang: string): Promise<void> {
    const own = this.engine.ask({ method: 'GET', path: '/api/v1/people/me/tables', lang, body: '' }).find((line): line is Reply => 'reply' in line);
    const { tables } = JSON.parse(own?.text ?? '{}') as { tables?: { id: string }[] };
    for (const { id } of tables ?? []) this.engine.know({ history: id, value: await this.vault.history(id) });
  }

  // ---- sockets ----

  private socketOf(client: string, number: number): number {
    for (const [socket, one] of this.sockets) if (one.client === client && one.number === number) return socket;
    return 0;
  }

  private async arrive(client: string, message: { open: number; table: string; lang: string; seat?: number; after?: number }): Promise<void> {
    const { open, table, lang, seat, after } = message;
    if (!(await this.mayOpen(table, lang))) return this.send(client, { closed: open, code: REFUSED });
    const socket = ++this.lastSocket;
    const lines = await this.ask(() => this.engine.arrive({ socket, table, lang, seat, after }));
    this.sockets.set(socket, { client, number: open, lang });
    this.send(client, { opened: open });
    this.watchTime();
    await this.release(lines);
  }

  private async mayOpen(table: string, lang: string): Promise<boolean> {
    try {
      const asked = await this.ask(() => this.engine.ask({ method: 'GET', path: `/api/v1/tables/${table}/socket`, lang, body: '' }));
      return asked.some((line) => 'reply' in line && line.socket !== '');
    } catch (reason) {
      if (reason instanceof Damaged) return false;
      throw reason;
    }
  }

  private async hear(client: string, number: number, text: string): Promise<void> {
    const socket = this.socketOf(client, number);
    if (socket) await this.release(this.engine.say(socket, text));
    else this.send(client, { closed: number, code: GONE });
  }

  private async depart(socket: number): Promise<void> {
    if (!this.sockets.delete(socket)) return;
    this.watchTime();
    await this.release(this.engine.depart(socket));
  }

  private tell(socket: number, text: string): void {
    const one = this.sockets.get(socket);
    if (one) this.send(one.client, { told: one.number, text });
  }

  private hangUp(socket: number): void {
    const one = this.sockets.get(socket);
    if (!one) return;
    this.sockets.delete(socket);
    this.send(one.client, { closed: one.number, code: REFUSED });
    this.enqueue(async () => void (await this.release(this.engine.depart(socket))));
  }

  // ---- thinking and time ----

  private think(kind: Job['job'], id: string): void {
    for (const line of this.engine.job(kind, id)) {
      if (!('job' in line)) continue;
      const { engine } = this;
      this.pool.add(
        line,
        (done) => this.enqueue(async () => void (await this.release(this.engine.done(line, done)))),
        (sofar) => engine === this.engine && engine.progress(line, sofar),
      );
    }
  }

  /** Time passes only where somebody is. */
  private watchTime(): void {
    const wanted = this.sockets.size > 0 && !this.closed;
    if (wanted && this.ticking === undefined) this.ticking = setInterval(() => this.enqueue(async () => void (await this.release(this.engine.tick()))), TICK);
    if (!wanted && this.ticking !== undefined) {
      clearInterval(this.ticking);
      this.ticking = undefined;
    }
  }
}
