// The worker that has the house. A site begins it before anything that draws pages has come in: no page
// can do without, and the engine is compiled while the rest is on its way.

import { engine, nets } from 'virtual:engine';
import type { Begin, News, ToPage } from './messages';

let worker: Worker | null = null;
/** What it says before somebody listens. */
const said: (ToPage | News)[] = [];

function begin(): Worker {
  const begun = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const whole = (address: string) => new URL(address, document.baseURI).href;
  begun.onmessage = (event: MessageEvent<ToPage | News>) => said.push(event.data);
  begun.postMessage({ begin: { engine: whole(engine), nets: Object.fromEntries(Object.entries(nets).map(([name, address]) => [name, whole(address)])) } satisfies Begin });
  return begun;
}

/** Throws where these pages were built without one, or the browser has no workers. */
export function houseWorker(hear: (message: ToPage | News) => void): Worker {
  if (engine === '') throw new Error('there is no house in these pages');
  worker ??= begin();
  worker.onmessage = (event: MessageEvent<ToPage | News>) => hear(event.data);
  for (const message of said.splice(0)) hear(message);
  return worker;
}

if (__SITE__) {
  try {
    worker = begin();
  } catch {
    // whoever needs it is told why
  }
}
