// Going through a finished game: any position from any seat's view, fetched when it is wanted and
// kept; the whole story and the charts once.

import { get } from './api';
import type { ReplayStep, Seat, Story, View } from './protocol';
import { say } from './say.svelte';

/** Whose eyes: a seat, 0 for a spectator, null for the referee, who sees everything. */
export type Eyes = Seat | 0 | null;

export class Replay {
  story: Story | null = $state.raw(null);
  /** chances[ply][seat - 1] in percent; null while they are worked out. */
  chances: number[][] | null = $state.raw(null);
  step: ReplayStep | null = $state.raw(null);

  private steps = new Map<string, Promise<ReplayStep>>();
  private wanted = 0;
  private closed = false;

  constructor(readonly id: string) {}

  async open(eyes: Eyes): Promise<void> {
    this.story = await get<Story>(`/tables/${this.id}/moves${eyes === null ? '' : `?seat=${eyes}`}`);
  }

  close(): void {
    this.closed = true;
  }

  /** Shows a position; of several wanted at once, the last. Says what led there. */
  async show(ply: number, eyes: Eyes): Promise<ReplayStep | null> {
    const wish = ++this.wanted;
    const step = await this.at(ply, eyes);
    if (wish !== this.wanted || this.closed) return null;
    if (ply < step.plies) void this.at(ply + 1, eyes).catch(() => {});
    return (this.step = step);
  }

  private at(ply: number, eyes: Eyes): Promise<ReplayStep> {
    const key = `${say.lang}.${eyes}.${ply}`;
    let known = this.steps.get(key);
    if (!known) {
      known = get<ReplayStep>(`/tables/${this.id}/replay?ply=${ply}${eyes === null ? '' : `&seat=${eyes}`}`).then((step) => ({ ...step, view: forLooking(step.view) }));
      known.catch(() => this.steps.delete(key));
      this.steps.set(key, known);
      if (this.steps.size > 300) this.steps.delete(this.steps.keys().next().value!);
    }
    return known;
  }

  /** The bots work chances out when nothing else waits: asked again until they are there. */
  async readChances(): Promise<void> {
    for (let pause = 700; !this.closed; pause = Math.min(8000, pause * 1.5)) {
      try {
        const answer = await get<{ thinking: boolean; chances: number[][] }>(`/tables/${this.id}/chances`);
        if (!answer.thinking) {
          this.chances = answer.chances.map((row) => row.map((thousandths) => Math.round(thousandths / 10)));
          return;
        }
      } catch {
        return;
      }
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}

/** Nothing can be chosen in a replay, and the referee has no seat. */
function forLooking(view: View): View {
  const seat = typeof view.seat === 'number' ? view.seat : null;
  const { moves: _moves, ...rest } = view;
  return { ...rest, seat, undo: 0 } as View;
}
