// A table somebody sits at or watches: what the server says is put in order, shown step by step, and
// what is chosen is sent. The page draws this; the connection carries it.

import { complaint, get, Problem } from './api';
import { notify, sounds } from './attention';
import type { Board } from './board';
import { Connection, LostConnection, type Message } from './connection.svelte';
import { viewAfter } from './diff';
import { fly } from './flights';
import { preferences } from './preferences.svelte';
import type { ChatMessage, EventMessage, HintMessage, Said, Told, ViewMessage } from './messages';
import type { GameEvent, Hint, Move, Preview, Seat, TableInfo, View } from './protocol';
import { say, withBotNames } from './say.svelte';
import { Table } from './table.svelte';

/** A line of the log, with the event it tells. */
export interface LogLine {
  key: string;
  by: Seat;
  ply: number;
  text: string;
  event: GameEvent | null;
  /** The only move, made for the player. */
  forced?: boolean;
}

/** One message of the server on its way to the screen. */
interface Step {
  message: EventMessage;
  before: View;
  after: View;
}

/** More steps than this are not shown one by one: somebody was away. */
const MOST_STEPS = 14;
/** So long a line of what others did stands at least, in flights. */
const PAUSE = 1.6;
const LOG_KEPT = 400;
const HISTORY = 150;

export class Session {
  info: TableInfo | null = $state.raw(null);
  /** Everything that has happened; what is shown may be some steps behind. */
  latest: View | null = $state.raw(null);
  table: Table | null = $state.raw(null);
  number = 0;
  log: readonly LogLine[] = $state.raw([]);
  /** What happened before this page was opened, as far as it was asked for. */
  past: readonly GameEvent[] = $state.raw([]);
  chat: readonly ChatMessage[] = $state.raw([]);
  /** What is being shown of others' moves. */
  caption: readonly string[] = $state.raw([]);
  /** What is told waits for the reader to say "next". */
  waits: boolean = $state(false);
  showing: boolean = $state(false);
  sending: boolean = $state(false);
  /** Something to tell the player for a moment. */
  notice: string = $state('');
  /** I was invited, and have not said yes; without a seat of mine the game has begun without me. */
  unanswered = $state(false);
  /** Why there is nothing to show. */
  ended: unknown = $state.raw(null);
  /** What is left on each seat's clock, the first seat's first, and when it was told. */
  clocks: readonly (number | null)[] = $state.raw([]);
  clockRead: number = $state(0);
  hints: readonly Hint[] = $state.raw([]);
  hinting: boolean = $state(false);

  readonly connection: Connection;
  board: Board | null = null;
  /** Where things fly. */
  root: HTMLElement | null = null;

  /** Several people at one screen: which of them looks. Nobody, until somebody says so. */
  private looking: Seat | null = null;
  private queue: Step[] = [];
  /** The step that is being shown and is not in the log yet. */
  private underWay: Step | null = null;
  private skipping = new AbortController();
  private goOn: (() => void) | null = null;
  /** Numbers of moves that were made for the player. */
  private readonly forced = new Set<number>();
  private previews = new Map<string, Promise<Preview | null>>();
  private noticeTimer: ReturnType<typeof setTimeout> | undefined;
  private historyRead = false;
  private fresh = true;
  /** Grows when what is queued or under way is overtaken by a newer whole. */
  private epoch = 0;
  private readonly seen = () => void this.run();

  constructor(readonly id: string) {
    this.connection = new Connection({
      address: () => this.socketAddress(),
      heard: (message) => this.hear(message),
      worthwhile: () => this.stillThere(),
      ended: (reason) => (this.ended = reason),
      reads: withBotNames,
    });
  }

  open(): void {
    document.addEventListener('visibilitychange', this.seen);
    this.connection.open();
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.seen);
    this.skipping.abort();
    this.connection.close();
  }

  /** The seat of the one who looks; null for spectators. */
  get mySeat(): Seat | null {
    return this.latest?.seat ?? null;
  }

  get myTurn(): boolean {
    return (this.latest?.moves?.length ?? 0) > 0;
  }

  /** The seats of those at this screen. */
  get mySeats(): Seat[] {
    return this.info?.seats.filter((seat) => seat.you).map((seat) => seat.seat) ?? [];
  }

  /** Several people at one screen: the one who is to move but does not look yet. */
  get passTo(): Seat | null {
    const decider = this.latest?.decider ?? null;
    if (decider === null || this.latest!.over || this.mySeats.length < 2) return null;
    return this.mySeats.includes(decider) && this.latest!.seat !== decider ? decider : null;
  }

  /** Somebody at this screen says to be looking; null covers everything again. */
  async lookAs(seat: Seat | null): Promise<void> {
    this.looking = seat;
    await this.send({ type: 'seat', seat: seat ?? 0 });
  }

  /** Asks for everything anew, such as in another language. */
  renew(): void {
    this.fresh = true;
    this.historyRead = false;
    this.forget();
    this.connection.again();
  }

  // ---- what is done ----

  /** `forced`: there was no other, and nobody was asked. */
  async make(move: Move, forced = false): Promise<void> {
    if (this.sending) return;
    this.skip();
    const number = this.number + 1;
    if (forced) this.forced.add(number);
    if (!(await this.send({ type: 'move', move: move.move, after: this.number }))) this.forced.delete(number);
  }

  async undo(): Promise<void> {
    await this.send({ type: 'undo', after: this.number });
  }

  /** Going back further than one may alone. */
  async askUndo(): Promise<void> {
    await this.send({ type: 'ask', kind: 'undo', after: this.number });
  }

  async askReplace(seat: Seat): Promise<void> {
    await this.send({ type: 'ask', kind: 'replace', seat });
  }

  async answer(agree: boolean): Promise<void> {
    await this.send({ type: 'answer', agree });
  }

  async askHint(): Promise<void> {
    this.hinting = true;
    if (!(await this.send({ type: 'hint' }))) this.hinting = false;
  }

  async say(text: string): Promise<boolean> {
    return this.send({ type: 'chat', text });
  }

  private async send(message: Said): Promise<boolean> {
    this.sending = message.type === 'move' || message.type === 'undo';
    this.settle();
    try {
      const answer = await this.connection.ask({ ...message });
      if (answer.type !== 'error') return true;
      this.tell(answer.problem === 'moved_on' ? say.t.moved_on : String(answer.message));
      this.table?.clear();
    } catch (reason) {
      // What was sent may have arrived: the connection tells when it is back.
      if (!(reason instanceof LostConnection)) this.tell(complaint(reason));
      this.table?.clear();
    } finally {
      this.sending = false;
      this.settle();
    }
    return false;
  }

  /** What a move would bring; null if it cannot be said now. Asked once for each move. */
  preview(move: string): Promise<Preview | null> {
    const known = this.previews.get(move);
    if (known) return known;
    const asked = this.connection
      .ask({ type: 'preview', move })
      .then((answer) => (answer.type === 'preview' ? (answer.preview as Preview) : null))
      .catch(() => null);
    this.previews.set(move, asked);
    return asked;
  }

  tell(text: string): void {
    clearTimeout(this.noticeTimer);
    this.notice = text;
    this.noticeTimer = setTimeout(() => (this.notice = ''), 6000);
  }

  // ---- what is heard ----

  private socketAddress(): string {
    const query = new URLSearchParams({ lang: say.lang });
    if (this.looking !== null) query.set('seat', String(this.looking));
    if (!this.fresh && this.latest) query.set('after', String(this.number));
    return `/tables/${this.id}/socket?${query}`;
  }

  /** A socket that does not open says nothing about why: a request does. */
  private async stillThere(): Promise<void> {
    try {
      this.takeInfo(await get<TableInfo>(`/tables/${this.id}`));
    } catch (problem) {
      if (problem instanceof Problem && problem.status >= 400 && problem.status < 500 && problem.status !== 429) throw problem;
    }
  }

  private hear(heard: Message): void {
    const message = heard as unknown as Told;
    if (message.type === 'table') this.takeInfo(message.table);
    else if (message.type === 'view') this.takeView(message);
    else if (message.type === 'event') this.takeEvent(message);
    else if (message.type === 'clock') this.takeClocks(message.seconds);
    else if (message.type === 'hint') this.takeHints(message);
    else if (message.type === 'chat') this.takeChat(message);
    else if (message.type === 'error') this.tell(message.message);
  }

  takeInfo(info: TableInfo): void {
    this.info = info;
    const mine = info.seats.find((seat) => seat.you);
    if (mine) this.unanswered = mine.invited === true;
    if (info.clock.kind !== 'none') this.takeClocks(info.seats.map((seat) => seat.seconds ?? null));
  }

  private takeClocks(seconds: readonly (number | null)[]): void {
    this.clocks = seconds;
    this.clockRead = Date.now();
  }

  private takeHints(message: HintMessage): void {
    this.hinting = false;
    if (message.number === this.number) this.hints = message.hints;
  }

  /** What was thought about the position before does not hold any more. */
  private forget(): void {
    this.previews.clear();
    this.hints = [];
    this.hinting = false;
  }

  private takeView(message: ViewMessage): void {
    const before = this.latest;
    this.fresh = false;
    this.number = message.number;
    this.latest = message.view;
    this.forget();
    this.flushLog();
    this.queue = [];
    this.caption = [];
    this.epoch++;
    this.skipping.abort();
    if (this.table) this.table.show(message.view);
    else this.table = new Table(message.view);
    this.settle();
    this.noticeTurn(before, message.view);
    if (!this.historyRead) void this.readHistory(message.number);
  }

  private takeEvent(message: EventMessage): void {
    if (!this.latest || message.number <= this.number) return;
    if (message.number > this.number + 1) {
      this.renew();
      return;
    }
    const before = this.latest;
    const after = viewAfter(before, message);
    this.number = message.number;
    this.latest = after;
    this.forget();
    this.queue.push({ message, before, after });
    this.noticeTurn(before, after);
    void this.run();
  }

  private takeChat(message: ChatMessage): void {
    if (this.chat.some((line) => line.line === message.line)) return;
    this.chat = [...this.chat, message].sort((a, b) => a.line - b.line);
  }

  /** What was before this page was opened goes into the log, not over the screen. */
  private async readHistory(number: number): Promise<void> {
    this.historyRead = true;
    if (number === 0) return;
    const asked = this.number;
    try {
      const { messages } = await get<{ messages: (EventMessage | ViewMessage)[] }>(
        `/tables/${this.id}/events?after=${Math.max(0, number - HISTORY)}${this.looking === null ? '' : `&seat=${this.looking}`}`,
      );
      const events = messages.filter((one): one is EventMessage => one.type === 'event' && one.number <= asked);
      this.log = this.log.filter((line) => line.ply > 0 && Number(line.key.split('.')[0]) > asked);
      this.write(events, false);
      this.past = events.flatMap((message) => (message.kind === 'undo' ? [] : message.events));
      const last = events.at(-1);
      if (last && this.number === asked) this.mark(last);
    } catch {
      // the log begins with what happens from now on
    }
  }

  private write(messages: readonly EventMessage[], atEnd: boolean): void {
    const lines = messages.flatMap((message) => linesOf(message, this.latest, this.forced.has(message.number)));
    this.log = (atEnd ? [...this.log, ...lines] : [...lines, ...this.log]).slice(-LOG_KEPT);
  }

  private noticeTurn(before: View | null, after: View): void {
    const mine = (view: View | null) => view !== null && !view.over && (view.moves?.length ?? 0) > 0;
    if (mine(after) && !mine(before) && before !== null) {
      sounds.turn();
      notify(say.t.your_turn_title, after.prompt);
    }
    if (after.over && before !== null && !before.over) sounds.end();
  }

  // ---- what is shown ----

  /** Shows what is queued, one step after the other. Waits while nobody can see it. */
  private async run(): Promise<void> {
    if (this.showing) return;
    this.showing = true;
    this.settle();
    while (this.queue.length > 0 && document.visibilityState === 'visible') {
      if (this.skipping.signal.aborted) this.skipping = new AbortController();
      if (this.queue.length > MOST_STEPS) {
        this.flush();
        break;
      }
      this.underWay = this.queue[0]!;
      await this.showStep(this.queue.shift()!);
      this.underWay = null;
    }
    this.showing = false;
    if (this.queue.length === 0) this.caption = [];
    this.settle();
  }

  private async showStep({ message, before, after }: Step): Promise<void> {
    const stopped = this.skipping.signal;
    const epoch = this.epoch;
    const others = message.by !== after.seat;
    const duration = others ? preferences.flight : Math.min(preferences.flight, 250);
    const moving = duration > 0 && !stopped.aborted && this.root !== null;
    const stepwise = others && preferences.likes.speed === 'steps' && !stopped.aborted;
    if ((moving || stepwise) && others) this.caption = message.log.filter((line) => line !== '');
    if (moving) {
      const flights = message.kind === 'undo' ? [] : message.events.flatMap((event) => this.board?.flights?.(event, before) ?? []);
      await fly(this.root!, flights, after.game, duration, stopped);
    }
    // A fresh view may have come meanwhile: an old step must not be shown over it.
    if (epoch !== this.epoch) return;
    this.underWay = null;
    this.write([message], true);
    this.table?.show(after);
    this.mark(message);
    this.settle();
    if (!others || this.caption.length === 0) return;
    if (stepwise) await this.untilNext(stopped);
    else if (moving) await pause(duration * PAUSE, stopped);
  }

  /** Where the last move of somebody else was stays marked until the next one. */
  private mark(message: EventMessage): void {
    if (this.table && message.by !== this.latest?.seat) this.table.marked = message.kind === 'undo' ? [] : message.events.flatMap((event) => this.board?.places?.(event) ?? []);
  }

  /** The next of the steps that wait for the reader. */
  next(): void {
    this.goOn?.();
  }

  private async untilNext(stopped: AbortSignal): Promise<void> {
    this.waits = true;
    this.settle();
    await new Promise<void>((done) => {
      this.goOn = done;
      stopped.addEventListener('abort', () => done(), { once: true });
    });
    this.goOn = null;
    this.waits = false;
    this.settle();
  }

  /** Lets everything that is still to be shown happen at once. */
  skip(): void {
    this.skipping.abort();
    this.flush();
  }

  private flushLog(): void {
    const unwritten = this.underWay ? [this.underWay, ...this.queue] : this.queue;
    this.underWay = null;
    this.write(unwritten.map((step) => step.message), true);
  }

  private flush(): void {
    this.flushLog();
    this.queue = [];
    this.caption = [];
    this.epoch++;
    if (this.table && this.latest && this.table.view !== this.latest) this.table.show(this.latest);
    this.settle();
  }

  /** Choices are open only when all is shown, nothing is on its way, and the line is there. */
  settle(): void {
    const cut = this.connection.link === 'lost' || this.connection.link === 'restarting';
    if (this.table) this.table.active = !this.sending && !cut && !this.waits && this.table.view === this.latest;
  }
}

function linesOf(message: EventMessage, view: View | null, forced: boolean): LogLine[] {
  if (message.kind === 'undo') {
    const name = view?.names[String(message.by)] ?? String(message.by);
    return [{ key: `${message.number}.0`, by: message.by, ply: message.ply, text: say.t.took_back(name), event: null }];
  }
  return message.log.flatMap((text, index) =>
    text === '' ? [] : [{ key: `${message.number}.${index}`, by: message.by, ply: message.ply, text, event: message.events[index] ?? null, ...(forced && index === 0 ? { forced } : {}) }],
  );
}

function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (stopped.aborted) return done();
    const timer = setTimeout(done, milliseconds);
    stopped.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    }, { once: true });
  });
}
