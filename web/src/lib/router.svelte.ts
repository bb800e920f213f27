// Addresses of pages: /, /t/ID, /join#CODE, /replay/ID#PLY, /learn/GAME, /new, /settings,
// /ratings/GAME, /review/ID, /try/ID#SEAT.MOVE, /puzzle/GAME. A site on a static host has one file for
// all of them, and keeps them behind a #: #/t/ID, #/replay/ID#PLY.

import { download } from './api';
import { away } from './away.svelte';
import { isHere, isSite } from './transport';

export type Route =
  | { page: 'landing' }
  | { page: 'new'; game: string | null }
  | { page: 'table'; id: string }
  | { page: 'join' }
  | { page: 'replay'; id: string }
  | { page: 'review'; id: string }
  | { page: 'puzzle'; id: string | null; game: string | null }
  | { page: 'learn'; game: string }
  | { page: 'settings' }
  | { page: 'ratings'; game: string | null }
  | { page: 'unknown' };

const WORD = '([A-Za-z0-9_-]{1,40})';

export function routeOf(path: string): Route {
  const way = path.replace(/\/+$/, '') || '/';
  if (way === '/') return { page: 'landing' };
  if (way === '/settings') return { page: 'settings' };
  if (way === '/join') return { page: 'join' };
  const found = new RegExp(`^/(t|replay|review|try|puzzle|learn|new|ratings)(?:/${WORD})?$`).exec(way);
  const word = found?.[2];
  if (found?.[1] === 'ratings') return { page: 'ratings', game: word ?? null };
  if (found?.[1] === 'new') return { page: 'new', game: word ?? null };
  if (found?.[1] === 't' && word) return { page: 'table', id: word };
  if (found?.[1] === 'replay' && word) return { page: 'replay', id: word };
  if (found?.[1] === 'review' && word) return { page: 'review', id: word };
  if (found?.[1] === 'try' && word) return { page: 'puzzle', id: word, game: null };
  if (found?.[1] === 'puzzle' && word) return { page: 'puzzle', id: null, game: word };
  if (found?.[1] === 'learn' && word) return { page: 'learn', game: word };
  return { page: 'unknown' };
}

/** Where a page of ours is, for the bar of the browser and for links that are given away. */
export function siteAddress(address: string): string {
  return isSite ? `#${address}` : address;
}

/** The same with the house before it. */
export function wholeAddress(address: string): string {
  return isSite ? `${location.origin}${location.pathname}#${address}` : `${location.origin}${address}`;
}

/** The address of ours that a link names; null: it names a place on the page. */
function ownAddress(link: HTMLAnchorElement): string | null {
  const given = link.getAttribute('href') ?? '';
  if (given.startsWith('#/')) return given.slice(1);
  if (given.startsWith('#')) return null;
  return link.pathname + link.search + link.hash;
}

function readdress(event: Event): void {
  const link = (event.target as Element | null)?.closest?.('a');
  const given = link?.getAttribute('href') ?? '';
  if (given.startsWith('/') && !given.startsWith('/api/')) link!.setAttribute('href', siteAddress(given));
}

class Router {
  path: string = $state('/');
  hash: string = $state('');
  route: Route = $derived.by(() => routeOf(this.path));

  start(): void {
    this.read();
    window.addEventListener('popstate', () => this.read());
    window.addEventListener('hashchange', () => this.read());
    document.addEventListener('click', (event) => this.follow(event));
    // Links say where they lead before anybody copies them, or opens them in another tab.
    if (isSite) for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, (event) => readdress(event));
  }

  go(address: string, replace = false): void {
    if (replace) history.replaceState(null, '', siteAddress(address));
    else history.pushState(null, '', siteAddress(address));
    this.read();
    window.scrollTo(0, 0);
  }

  private read(): void {
    if (!isSite) {
      this.path = location.pathname;
      this.hash = location.hash.slice(1);
      return;
    }
    // What is no address is a place on the page, such as its content.
    if (location.hash !== '' && !location.hash.startsWith('#/')) return;
    const [path = '', hash = ''] = location.hash.slice(1).split('#');
    this.path = path || '/';
    this.hash = hash;
  }

  /** Links of our own change the page without loading it anew. */
  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.origin !== location.origin) return;
    const own = ownAddress(link);
    if (own === null) return;
    if (own.startsWith('/api/')) {
      const path = own.slice('/api/v1'.length);
      if (link.download && (isSite || isHere(path) || (path.endsWith('/export') && away.hasTables))) {
        event.preventDefault();
        void download(path, link.download);
      }
      return;
    }
    if (!isSite && link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(own);
  }
}

export const router = new Router();
