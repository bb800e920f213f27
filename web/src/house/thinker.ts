// A worker that thinks: it is given the engine once, and the nets it needs, then one job after the other.

import { Engine, type Job } from './engine';

let engine: Engine | null = null;

self.onmessage = (event: MessageEvent<{ module: WebAssembly.Module } | { net: string; bytes: ArrayBuffer } | { job: Job }>) => {
  const given = event.data;
  if ('module' in given) engine = new Engine(given.module);
  else if ('net' in given) engine!.net(given.net, new Uint8Array(given.bytes));
  else self.postMessage(engine!.think(given.job, (sofar) => self.postMessage(sofar)));
};
