import type { Wire } from '../../src/lib/transport';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, LostConnection, type Message, type Wires } from '../../src/lib/connection.svelte';

class FakeSocket {
  static all: FakeSocket[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: Message[] = [];
  closed = false;
  readonly OPEN = 1;
  readyState = 1;
  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Message);
  }
  close() {
    this.closed = true;
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}
const last = () => FakeSocket.all.at(-1)!;

function connection(more: Partial<Wires> = {}) {
  const heard: Message[] = [];
  const ended: unknown[] = [];
  const made = new Connection({
    address: () => `ws://here/${FakeSocket.all.length}`,
    heard: (message) => heard.push(message),
    worthwhile: () => Promise.resolve(),
    ended: (reason) => ended.push(reason),
    socket: (address) => new FakeSocket(address) as unknown as Wire,
    random: () => 0.5,
    ...more,
  });
  made.open();
  return { made, heard, ended };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  const nothing = { addEventListener() {}, removeEventListener() {} };
  vi.stubGlobal('window', nothing);
  vi.stubGlobal('document', { ...nothing, visibilityState: 'visible' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a connection', () => {
  it('gives nothing to a socket that is closing', async () => {
    const { made } = connection();
    last().onopen!();
    last().readyState = 2;
    await expect(made.ask({ type: 'move' })).rejects.toBeInstanceOf(LostConnection);
    expect(last().sent).toEqual([]);
  });

  it('opens, hears, and matches answers with what was asked', async () => {
    const { made, heard } = connection();
    expect(made.link).toBe('opening');
    last().onopen!();
    expect(made.link).toBe('open');
    last().say({ type: 'view', number: 3 });
    expect(heard).toEqual([{ type: 'view', number: 3 }]);
    const one = made.ask({ type: 'preview', move: 'a' });
    const two = made.ask({ type: 'preview', move: 'b' });
    const [first, second] = last().sent;
    last().say({ type: 'preview', id: second!.id, preview: 'B' });
    last().say({ type: 'preview', id: first!.id, preview: 'A' });
    expect((await one).preview).toBe('A');
    expect((await two).preview).toBe('B');
    expect(heard).toHaveLength(1);
  });
  it('tries again with growing pauses until it succeeds', async () => {
    const { made } = connection();
    last().onopen!();
    last().onclose!({ code: 1006 });
    await vi.advanceTimersByTimeAsync(0);
    expect(made.link).toBe('lost');
    const pauses: number[] = [];
    for (let i = 0; i < 15; i++) {
      pauses.push(Math.round(made.nextTry! - Date.now()));
      await vi.advanceTimersByTimeAsync(made.nextTry! - Date.now());
      last().onclose!({ code: 1006 });
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(pauses.slice(0, 4)).toEqual([400, 800, 1600, 2500]);
    expect(Math.max(...pauses)).toBe(15_000);
    await vi.advanceTimersByTimeAsync(15_000);
    last().onopen!();
    expect(made.link).toBe('open');
    expect(made.wasLost).toBe(true);
    expect(made.nextTry).toBeNull();
  });
  it('knows a server that restarts from a line that breaks', async () => {
    const { made } = connection();
    last().onopen!();
    last().onclose!({ code: 1001 });
    await vi.advanceTimersByTimeAsync(0);
    expect(made.link).toBe('restarting');
  });
  it('gives up only when the server says that it is of no use', async () => {
    const reason = new Error('gone');
    const { made, ended } = connection({ worthwhile: () => Promise.reject(reason) });
    last().onclose!({ code: 1006 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ended).toEqual([reason]);
    expect(made.link).toBe('ended');
    expect(FakeSocket.all).toHaveLength(1);
  });
  it('tells those who wait for an answer that the line is lost', async () => {
    const { made } = connection();
    last().onopen!();
    const asked = made.ask({ type: 'move', move: 'a' });
    last().onclose!({ code: 1006 });
    await expect(asked).rejects.toBeInstanceOf(LostConnection);
    await expect(made.ask({ type: 'move' })).rejects.toBeInstanceOf(LostConnection);
  });
  it('notices a line that is dead without saying so', async () => {
    const { made } = connection();
    last().onopen!();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(last().sent.at(-1)!.type).toBe('ping');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(made.link).toBe('lost');
  });
  it('stays open while it is answered', async () => {
    const { made } = connection();
    last().onopen!();
    for (let i = 0; i < 5; i++) {
      await vi.advanceTimersByTimeAsync(20_000);
      last().say({ type: 'pong', id: last().sent.at(-1)!.id });
    }
    expect(made.link).toBe('open');
    expect(FakeSocket.all).toHaveLength(1);
  });
  it('does not listen to a socket it has let go, nor to rubbish', () => {
    const { made, heard } = connection();
    const old = last();
    old.onopen!();
    old.onmessage!({ data: 'not json' });
    made.again();
    expect(old.closed).toBe(true);
    expect(old.onmessage).toBeNull();
    expect(FakeSocket.all).toHaveLength(2);
    expect(heard).toEqual([]);
  });
});
