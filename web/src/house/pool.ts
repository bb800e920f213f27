// Who thinks: workers, one for each core and four at most, each with an engine of its own. A thought
// that nobody wants any more is stopped at once, by ending its worker.

import type { Done, Job } from './engine';

export interface Thinker {
  think(job: Job): Promise<Done>;
  /** Stops at once; the thinker is gone then. */
  end(): void;
}

interface Thought {
  job: Job;
  done: (done: Partial<Done>) => void;
  thinker: Thinker | null;
}

const MOST = 4;
const LEAST = 2; // so that a chart does not keep a bot waiting

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
  add(job: Job, done: (done: Partial<Done>) => void): void {
    if (this.thoughts.some((thought) => same(thought.job, job))) return;
    this.thoughts.push({ job, done, thinker: null });
    this.begin();
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

  /** Charts wait for everything else, and never take the last place. */
  private next(): Thought | undefined {
    const busy = this.thoughts.filter((thought) => thought.thinker).length;
    const waits = this.thoughts.filter((thought) => !thought.thinker);
    if (busy >= this.size) return undefined;
    return waits.find((thought) => thought.job.job !== 'chart') ?? (busy < this.size - 1 ? waits[0] : undefined);
  }

  private begin(): void {
    for (let thought = this.next(); thought; thought = this.next()) void this.run(thought);
  }

  private async run(thought: Thought): Promise<void> {
    const thinker = this.idle.pop() ?? this.make();
    let done: Partial<Done> = {};
    thought.thinker = thinker;
    try {
      done = await thinker.think(thought.job);
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

/** A thinker in a worker. */
export class WorkingThinker implements Thinker {
  private failed: ((reason: unknown) => void) | null = null;

  constructor(
    private readonly worker: Worker,
    module: WebAssembly.Module,
  ) {
    worker.postMessage({ module });
  }

  think(job: Job): Promise<Done> {
    return new Promise((done, failed) => {
      this.failed = failed;
      this.worker.onmessage = (event: MessageEvent<Done>) => done(event.data);
      this.worker.onerror = (event) => failed(event);
      this.worker.postMessage({ job });
    });
  }

  end(): void {
    this.worker.terminate();
    this.failed?.(new Error('stopped'));
  }
}
