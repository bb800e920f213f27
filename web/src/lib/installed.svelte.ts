// The service worker: registered once. On a site it is asked whether a newer version waits; that is told,
// and happens when the reader says so. Pages of a server come from there as long as it is in reach; the
// service worker has them, and the house in the browser, when it is not.

import { isSite } from './transport';

const HOUR = 3_600_000;
/** A page is drawn and used before anything is fetched that it does not need: on two cores that would keep the first choice waiting. */
const SETTLED = 4000;

class Installed {
  /** A newer version is here, and waits. */
  update: boolean = $state(false);
  /** The browser keeps nothing of the house in it beyond this page. */
  forgetful: boolean = $state(false);
  /** A bot waits for a file that did not come. */
  waits: boolean = $state(false);
  private waiting: ServiceWorker | null = null;

  async start(): Promise<void> {
    if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
    if (isSite) this.follow(); // at once: another page may take a new version meanwhile
    try {
      await new Promise((done) => setTimeout(done, SETTLED));
      const registration = await navigator.serviceWorker.register(`${import.meta.env.BASE_URL}service-worker.js`);
      if (isSite) this.watch(registration);
    } catch {
      // not over plain HTTP, and not where the browser forbids it: pages work with a network
    }
  }

  private watch(registration: ServiceWorkerRegistration): void {
    this.look(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const coming = registration.installing;
      coming?.addEventListener('statechange', () => coming.state === 'installed' && this.look(coming));
    });
    setInterval(() => void registration.update().catch(() => {}), HOUR);
  }

  /** Every page of the old version begins anew when one of them takes the new one, since the files of
   *  the old are gone then; what is on the tables is kept. The first version of all replaces nothing. */
  private follow(): void {
    let before = navigator.serviceWorker.controller;
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      if (before) location.reload();
      before = navigator.serviceWorker.controller;
    });
  }

  /** The first version of all takes over by itself and replaces nothing. */
  private look(worker: ServiceWorker | null): void {
    if (!worker || !navigator.serviceWorker.controller) return;
    this.waiting = worker;
    this.update = true;
  }

  take(): void {
    this.waiting?.postMessage('update');
  }
}

export const installed = new Installed();
