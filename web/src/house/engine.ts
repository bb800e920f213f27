// The engine (web/engine, C as WebAssembly): texts go in, lines of JSON come out. All that it may
// ask of the machine are the time and chance.

/** What a house wants done, in the order of the outbox: see web/engine/engine.h. */
export interface Keep {
  keep: 'owner' | 'table' | 'entry' | 'chat' | 'position' | 'chances' | 'review' | 'puzzle';
  id?: string;
  number?: number;
  fresh?: number;
  value: unknown;
}
export interface Tell {
  tell: number;
  text: string;
}
export interface HangUp {
  hang_up: number;
}
export interface Reply {
  reply: number;
  type: string;
  /** Not empty: a socket of this table may be opened. */
  socket: string;
  text: string;
}
export interface Want {
  want: string;
}
export type JobKind = 'turn' | 'hint' | 'chart' | 'review' | 'puzzle';
export interface Think {
  think: JobKind;
  id: string;
}
export interface Job {
  job: JobKind;
  id: string;
  seat: number;
  number: number;
  bot: string;
  record: string;
  /** Learnt judges that whoever does it must have: GAME-SEATS. */
  nets: string[];
}
export interface Done {
  done: JobKind;
  move?: string;
  hints?: string;
  chances?: string;
  review?: string;
  /** A puzzle, as it is told in each language. */
  en?: string;
  ru?: string;
  /** It is not done yet: so many steps of so many, as far as that is known. */
  more?: 1;
  steps?: number;
  of?: number;
  /** It was not begun without this net. */
  missing?: string;
}
export interface Log {
  log: string;
  level: string;
}
export type Line = Keep | Tell | HangUp | Reply | Want | Think | Job | Done | Log;

export interface Question {
  method: string;
  path: string;
  lang: string;
  body: string;
  after?: number;
  ply?: number;
  seat?: number;
  cursor?: string;
}

/** Something that only a bug can do: the engine is of no use any more, and must be begun anew. */
export class EngineFailure extends Error {}

interface Doors {
  memory: WebAssembly.Memory;
  _initialize(): void;
  serai_inbox(size: number): number;
  serai_outbox(): number;
  serai_outbox_length(): number;
  serai_outbox_clear(): void;
  serai_know(length: number): number;
  serai_ask(length: number): void;
  serai_arrive(length: number): void;
  serai_say(socket: number, length: number): void;
  serai_depart(socket: number): void;
  serai_tick(): void;
  serai_job(length: number): void;
  serai_job_stands(length: number): number;
  serai_done(length: number): void;
  serai_progress(length: number): void;
  serai_net(name: number, length: number): number;
  serai_think(length: number): void;
  serai_think_on(): void;
  serai_trial?(kind: number, length: number): number;
  serai_read?(name: number, length: number): number;
}

const BAD_FILE = 8; // of WASI: there are no files
const REALTIME = 0;
/** Browsers give chance in parts of this size at most. */
const MOST_CHANCE = 65536;

export class Engine {
  private readonly doors: Doors;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  constructor(module: WebAssembly.Module) {
    const bytes = () => this.doors.memory.buffer;
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: {
        clock_time_get: (clock: number, _precision: bigint, to: number): number => {
          const milliseconds = clock === REALTIME ? Date.now() : performance.now();
          new DataView(bytes()).setBigUint64(to, BigInt(Math.round(milliseconds * 1e6)), true);
          return 0;
        },
        random_get: (to: number, count: number): number => {
          for (let done = 0; done < count; done += MOST_CHANCE) crypto.getRandomValues(new Uint8Array(bytes(), to + done, Math.min(MOST_CHANCE, count - done)));
          return 0;
        },
        fd_close: () => BAD_FILE,
        fd_seek: () => BAD_FILE,
        fd_write: () => BAD_FILE,
      },
    });
    this.doors = instance.exports as unknown as Doors;
    this.doors._initialize();
  }

  /** How much memory it has taken, in bytes. */
  get size(): number {
    return this.doors.memory.buffer.byteLength;
  }

  // ---- the house ----

  /** Hands in what was kept. False: it cannot be read. */
  know(what: { owner: unknown } | { table: unknown } | { puzzle: unknown } | { history: string; value: unknown }): boolean {
    return this.doors.serai_know(this.put(JSON.stringify(what))) !== 0;
  }

  ask(question: Question): Line[] {
    this.doors.serai_ask(this.put(JSON.stringify(question)));
    return this.lines();
  }

  arrive(visitor: { socket: number; table: string; lang: string; seat?: number; after?: number }): Line[] {
    this.doors.serai_arrive(this.put(JSON.stringify(visitor)));
    return this.lines();
  }

  say(socket: number, text: string): Line[] {
    this.doors.serai_say(socket, this.put(text));
    return this.lines();
  }

  depart(socket: number): Line[] {
    this.doors.serai_depart(socket);
    return this.lines();
  }

  tick(): Line[] {
    this.doors.serai_tick();
    return this.lines();
  }

  job(kind: JobKind, id: string): Line[] {
    this.doors.serai_job(this.put(JSON.stringify({ kind, id })));
    return this.lines();
  }

  /** Is this job still wanted? */
  stands(job: Job): boolean {
    const { job: kind, id, number } = job;
    const stands = this.doors.serai_job_stands(this.put(JSON.stringify({ kind, id, number }))) !== 0;
    this.doors.serai_outbox_clear();
    return stands;
  }

  done(job: Job, done: Partial<Done>): Line[] {
    const { job: kind, id, seat, number } = job;
    const { move, hints, chances, review, en, ru } = done;
    this.doors.serai_done(this.put(JSON.stringify({ kind, id, seat, number, move, hints, chances, review, en, ru })));
    return this.lines();
  }

  /** How far a job is that takes long. */
  progress(job: Job, { steps, of }: Done): void {
    this.doors.serai_progress(this.put(JSON.stringify({ id: job.id, steps, of })));
  }

  // ---- a thinker ----

  /** A learnt judge, GAME-SEATS, by the bytes of its file. */
  net(name: string, bytes: Uint8Array): void {
    if (this.doors.serai_net(...this.putNamed(name, bytes)) === 0) throw new EngineFailure(`the net ${name} is of no use`);
  }

  /** `told` hears how far it is, if it takes long. */
  think(job: Job, told: (done: Done) => void = () => {}): Done {
    this.doors.serai_think(this.put(JSON.stringify({ ...job, kind: job.job })));
    let [done] = this.lines() as [Done];
    while (done.more) {
      told(done);
      this.doors.serai_think_on();
      [done] = this.lines() as [Done];
    }
    if (done.missing !== undefined) throw new EngineFailure(`the net ${done.missing} was not brought`);
    return done;
  }

  // ---- trials: trial.wasm alone ----

  trial(kind: 'play' | 'random' | 'replay', text: string): { fine: boolean; text: string } {
    const fine = this.doors.serai_trial!(['play', 'random', 'replay'].indexOf(kind), this.put(text)) !== 0;
    return { fine, text: this.take() };
  }

  read(reader: string, bytes: Uint8Array): boolean {
    return this.doors.serai_read!(...this.putNamed(reader, bytes)) !== 0;
  }

  // ---- in and out ----

  /** Puts a text where the engine reads it, and says how many bytes it has. */
  private put(text: string): number {
    const bytes = this.encoder.encode(text);
    const at = this.doors.serai_inbox(bytes.length);
    if (at === 0) throw new EngineFailure('no memory');
    new Uint8Array(this.doors.memory.buffer).set(bytes, at);
    return bytes.length;
  }

  /** The same for bytes with a name before them: the bytes of the name, and of all. */
  private putNamed(name: string, bytes: Uint8Array): [number, number] {
    const first = this.encoder.encode(name);
    const all = first.length + bytes.length;
    const at = this.doors.serai_inbox(all);
    if (at === 0) throw new EngineFailure('no memory');
    const memory = new Uint8Array(this.doors.memory.buffer);
    memory.set(first, at);
    memory.set(bytes, at + first.length);
    return [first.length, all];
  }

  private take(): string {
    const length = this.doors.serai_outbox_length();
    if (length < 0) throw new EngineFailure('no memory');
    const text = length === 0 ? '' : this.decoder.decode(new Uint8Array(this.doors.memory.buffer, this.doors.serai_outbox(), length));
    this.doors.serai_outbox_clear();
    return text;
  }

  private lines(): Line[] {
    const text = this.take();
    return text === '' ? [] : text.trimEnd().split('\n').map((line) => JSON.parse(line) as Line);
  }
}
