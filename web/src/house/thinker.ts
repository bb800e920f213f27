// A worker that thinks: it is given the engine once, then one job after the other.

import { Engine, type Job } from './engine';

let engine: Engine | null = null;

self.onmessage = (event: MessageEvent<{ module?: WebAssembly.Module; job?: Job }>) => {
  const { module, job } = event.data;
  if (module) engine = new Engine(module);
  if (job) self.postMessage(engine!.think(job));
};
