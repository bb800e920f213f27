// Addresses of pages: /, /t/ID, /join#CODE, /replay/ID#PLY, /learn/GAME, /new, /settings,
// /ratings/GAME.

export type Route =
  | { page: 'landing' }
  | { page: 'new'; game: string | null }
  | { page: 'table'; id: string }
  | { page: 'join' }
  | { page: 'replay'; id: string }
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
  const found = new RegExp(`^/(t|replay|learn|new|ratings)(?:/${WORD})?$`).exec(way);
  const word = found?.[2];
  if (found?.[1] === 'ratings') return { page: 'ratings', game: word ?? null };
  if (found?.[1] === 'new') return { page: 'new', game: word ?? null };
  if (found?.[1] === 't' && word) return { page: 'table', id: word };
  if (found?.[1] === 'replay' && word) return { page: 'replay', id: word };
  if (found?.[1] === 'learn' && word) return { page: 'learn', game: word };
  return { page: 'unknown' };
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
  }

  go(address: string, replace = false): void {
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    this.read();
    window.scrollTo(0, 0);
  }

  private read(): void {
    this.path = location.pathname;
    this.hash = location.hash.slice(1);
  }

  /** Links of our own change the page without loading it anew. */
  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
