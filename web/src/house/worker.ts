// The worker of a page. One of all pages of this browser has the house, by a lock that goes to the
// next when its page is gone; the others pass on what their pages say. A house that does not answer
// (a page that the system has put to sleep) is taken over.

import { House } from './house';
import { GONE, type Begin, type News, type ToHouse, type ToPage } from './messages';
import { Nets } from './nets';
import { Pool, poolSize, WorkingThinker } from './pool';
import { lackOf, type Lack } from './refusals';
import { openVault } from './vault';

/** What goes between workers. */
type Passed = { to: 'house'; client: string; message: ToHouse } | { to: 'all'; reigns: string } | { to: 'all'; news: News } | { to: string; heard: true } | { to: string; message: ToPage };

const NAME = 'serai.house';
/** So long a house may be silent, in milliseconds. */
const PATIENCE = 5000;

const me = [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('');
const locks: LockManager | undefined = navigator.locks;
const channel = new BroadcastChannel(NAME);
const nameOf = (client: string) => `${NAME}.${client}`;

const forever = new Promise<never>(() => {});

let files: Begin = { engine: '', nets: {} };
let house: House | null = null;
/** Is the house here, though it may not be ready? */
let leads = false;
/** Why it is not, as far as that is known: whoever asks is told, and it is tried again. */
let lack: Lack | null = null;
const waiting: [string, ToHouse][] = [];
/** What this page has asked of a house elsewhere, and the sockets it has open there. */
const asked = new Map<number, ToHouse>();
const open = new Set<number>();
let silence: ReturnType<typeof setTimeout> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(files.engine);
  if (!response.ok) throw new TypeError(`${files.engine}: ${response.status}`);
  // Some hosts do not know the type of the file, and then it cannot be compiled while it comes in.
  if (response.headers.get('Content-Type') === 'application/wasm') return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

function send(client: string, message: ToPage): void {
  if (client === me) self.postMessage(message);
  else channel.postMessage({ to: client, message } satisfies Passed);
}

/** What every page may tell its reader. */
function tellAll(news: News): void {
  self.postMessage(news);
  channel.postMessage({ to: 'all', news } satisfies Passed);
}

/** As long as this worker lives it holds a lock with its name, by which the house knows that it does.
 *  Nothing is said before it has it. */
const known = new Promise<void>((done) => {
  if (locks) void locks.request(nameOf(me), () => (done(), forever));
  else done();
});

// ---- having the house ----

async function lead(): Promise<void> {
  leads = true;
  lack = null;
  tellPageOfChange();
  const opening = openVault(); // beside the engine
  let module: WebAssembly.Module;
  try {
    module = await compile();
  } catch (reason) {
    lack = reason instanceof TypeError ? 'missing' : 'old';
    for (const [client, message] of waiting.splice(0)) refuse(client, message);
    return;
  }
  const vault = await opening;
  const nets = new Nets(files.nets, (waits) => tellAll({ waits }));
  const make = () => new WorkingThinker(new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module' }), module, (name) => nets.of(name));
  const opened = await House.open(module, vault, new Pool(make, poolSize(navigator.hardwareConcurrency ?? 1)), send, overtaken);
  if (!leads) return opened.close();
  house = opened;
  channel.postMessage({ to: 'all', reigns: me } satisfies Passed);
  if (!vault.lasting) self.postMessage({ forgetful: true } satisfies News);
  for (const [client, message] of waiting.splice(0)) take(client, message);
}

/** There is no house: says why, and what is asked next tries again. */
function refuse(client: string, message: ToHouse): void {
  if ('ask' in message) send(client, { answer: message.ask, status: 0, type: '', text: lackOf(lack!, message.question.lang) });
  else if ('open' in message) send(client, { closed: message.open, code: GONE });
}

function take(client: string, message: ToHouse): void {
  if (!house) {
    waiting.push([client, message]);
    if (lack) void lead();
    return;
  }
  if ('open' in message && client !== me) void locks?.request(nameOf(client), () => house?.forget(client));
  house.take(client, message);
}

function follow(): void {
  leads = false;
  house?.close();
  house = null;
}

/** Another one keeps now: this house is over; where there are no locks it begins anew when it is asked. */
function overtaken(): void {
  follow();
}

function hold(options: LockOptions): void {
  void locks!
    .request(NAME, options, async (lock) => {
      if (!lock) return; // somebody has it: asked for again below, to be the next
      void lead();
      await forever;
    })
    .catch(follow) // it was taken over
    .finally(() => {
      if (!leads) hold({});
    });
}

// ---- passing on ----

/** The house is another one than before: whoever was connected to that one comes again. */
function tellPageOfChange(): void {
  clearTimeout(silence);
  silence = undefined;
  for (const number of open) self.postMessage({ closed: number, code: GONE } satisfies ToPage);
  open.clear();
  for (const [number, message] of [...asked]) {
    asked.delete(number);
    // Whoever only looks may look again; of all else nobody knows whether it was done.
    if ('ask' in message && message.question.method === 'GET') speak(message);
    else self.postMessage({ answer: number, status: 0, type: '', text: '' } satisfies ToPage);
  }
}

function pass(message: ToHouse): void {
  if ('ask' in message) asked.set(message.ask, message);
  if ('open' in message) open.add(message.open);
  if ('close' in message) open.delete(message.close);
  else silence ??= setTimeout(() => hold({ steal: true }), PATIENCE);
  channel.postMessage({ to: 'house', client: me, message } satisfies Passed);
}

function speak(message: ToHouse): void {
  if (leads) return take(me, message);
  if (locks) return pass(message);
  waiting.push([me, message]);
  void lead();
}

channel.onmessage = (event: MessageEvent<Passed>) => {
  const passed = event.data;
  if (passed.to === 'house' && 'client' in passed) {
    if (!leads) return;
    channel.postMessage({ to: passed.client, heard: true } satisfies Passed); // though the answer may take its time
    take(passed.client, passed.message);
  } else if ('reigns' in passed) {
    if (!leads) tellPageOfChange();
  } else if ('news' in passed) {
    self.postMessage(passed.news);
  } else if (passed.to === me) {
    clearTimeout(silence);
    silence = undefined;
    if (!('message' in passed)) return;
    const message = passed.message as ToPage;
    if ('answer' in message) asked.delete(message.answer);
    if ('closed' in message) open.delete(message.closed);
    self.postMessage(message);
  }
};

self.onmessage = (event: MessageEvent<{ begin: Begin } | ToHouse>) => {
  const message = event.data;
  if (!('begin' in message)) {
    void known.then(() => speak(message));
    return;
  }
  files = message.begin;
  if (locks) hold({ ifAvailable: true });
};

