// Who thinks: workers, one for each core and four at most, each with an engine of its own. A thought
// that nobody wants any more is stopped at once, by ending its worker.

import type { Done, Job } from './engine';

export interface Thinker {
  /** `told` hears how far it is, if it takes long. */
  think(job: Job, told: (sofar: Done) => void): Promise<Done>;
  /** Stops at once; the thinker is gone then. */
  end(): void;
}

interface Thought {
  job: Job;
  done: (done: Partial<Done>) => void;
  told: (sofar: Done) => void;
  thinker: Thinker | null;
}

const MOST = 4;
const LEAST = 2; // so that a chart does not keep a bot waiting
/** What waits for everything else, and never takes the last place. */
const PATIENT: readonly string[] = ['chart', 'review', 'puzzle'];

export function poolSize(cores: number): number {
  return Math.max(LEAST, Math.min(MOST, cores));
}

const same = (a: Job, b: Job) => a.job === b.job && a.id === b.id && a.number === b.number;

export class Pool {
  private idle: Thinker[] = [];
  private thoughts: Thought[] = [];

  constructor(
    private readonly make: () => Thinker,
    private readonly size: number,
  ) {}

  /** `done` hears what came of it, unless it was stopped before. The same job twice is one. */
  add(job: Job, done: (done: Partial<Done>) => void, told: (sofar: Done) => void = () => {}): void {
    if (this.thoughts.some((thought) => same(thought.job, job))) return;
    this.thoughts.push({ job, done, told, thinker: null });
    this.begin();
  }

  /** Somebody will have to think soon: a thinker takes its time to come. */
  expect(): void {
    if (this.idle.length === 0 && this.thoughts.length === 0) this.idle.push(this.make());
  }

  /** Stops all that do not stand any more. */
  sift(stands: (job: Job) => boolean): void {
    for (const thought of [...this.thoughts]) if (!stands(thought.job)) this.stop(thought);
    this.begin();
  }

  /** Stops everything. */
  clear(): void {
    this.sift(() => false);
  }

  private stop(thought: Thought): void {
    this.thoughts = this.thoughts.filter((other) => other !== thought);
    thought.thinker?.end();
  }

  private next(): Thought | undefined {
    const busy = this.thoughts.filter((thought) => thought.thinker).length;
    const waits = this.thoughts.filter((thought) => !thought.thinker);
    if (busy >= this.size) return undefined;
    return waits.find((thought) => !PATIENT.includes(thought.job.job)) ?? (busy < this.size - 1 ? waits[0] : undefined);
  }

  private begin(): void {
    for (let thought = this.next(); thought; thought = this.next()) void this.run(thought);
  }

  private async run(thought: Thought): Promise<void> {
    const thinker = this.idle.pop() ?? this.make();
    let done: Partial<Done> = {};
    thought.thinker = thinker;
    try {
      done = await thinker.think(thought.job, thought.told);
      this.idle.push(thinker);
    } catch {
      thinker.end(); // it broke: nothing came of it, and the house asks again
    }
    if (!this.thoughts.includes(thought)) return;
    this.thoughts = this.thoughts.filter((other) => other !== thought);
    thought.done(done);
    this.begin();
  }
}

/** A thinker in a worker; `nets` has the files that it needs for a job, as soon as they are here. */
export class WorkingThinker implements Thinker {
  private failed: ((reason: unknown) => void) | null = null;
  private readonly has = new Set<string>();

  constructor(
    private readonly worker: Worker,
    module: WebAssembly.Module,
    private readonly nets: (name: string) => Promise<ArrayBuffer>,
  ) {
    worker.postMessage({ module });
  }

  think(job: Job, told: (sofar: Done) => void): Promise<Done> {
    return new Promise((done, failed) => {
      this.failed = failed;
      this.worker.onmessage = (event: MessageEvent<Done>) => (event.data.more ? told : done)(event.data);
      this.worker.onerror = (event) => failed(event);
      this.bring(job.nets).then(() => this.worker.postMessage({ job }), failed);
    });
  }

  private async bring(names: readonly string[]): Promise<void> {
    for (const name of names) {
      if (this.has.has(name)) continue;
      this.worker.postMessage({ net: name, bytes: await this.nets(name) });
      this.has.add(name);
    }
  }

  end(): void {
    this.worker.terminate();
    this.failed?.(new Error('stopped'));
  }
}
