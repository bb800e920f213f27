// The service worker of a site: registered once, and asked whether a newer version waits. That is
// told, and happens when the reader says so.

import { isSite } from './transport';

const HOUR = 3_600_000;

class Installed {
  /** A newer version is here, and waits. */
  update: boolean = $state(false);
  /** The browser keeps nothing of the house in it beyond this page. */
  forgetful: boolean = $state(false);
  private waiting: ServiceWorker | null = null;

  async start(): Promise<void> {
    if (!isSite || !('serviceWorker' in navigator)) return;
    try {
      const registration = await navigator.serviceWorker.register('./service-worker.js');
      this.look(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const coming = registration.installing;
        coming?.addEventListener('statechange', () => coming.state === 'installed' && this.look(coming));
      });
      setInterval(() => void registration.update().catch(() => {}), HOUR);
    } catch {
      // not over plain HTTP, and not where the browser forbids it: the site works with a network
    }
  }

  /** The first version of all takes over by itself and replaces nothing. */
  private look(worker: ServiceWorker | null): void {
    if (!worker || !navigator.serviceWorker.controller) return;
    this.waiting = worker;
    this.update = true;
  }

  /** Every page of the old version begins anew; what is on the tables is kept. */
  take(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
    this.waiting?.postMessage('update');
  }
}

export const installed = new Installed();
