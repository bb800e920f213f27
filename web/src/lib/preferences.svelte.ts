// What the reader likes: kept in this browser, used everywhere.

import type { Lang } from './protocol';
import { browserLang, say } from './say.svelte';

export interface Likes {
  lang: Lang;
  confirm: 'auto' | 'always' | 'never';
  /** How others' moves are shown; `steps` waits for the reader after each. */
  speed: 'off' | 'fast' | 'normal' | 'slow' | 'steps';
  sound: boolean;
  notify: boolean;
  theme: 'auto' | 'light' | 'dark' | 'contrast';
  palette: 'usual' | 'safe';
  large: boolean;
  letterKeys: boolean;
  /** A choice of one is no choice: it is made for the reader. */
  forced: boolean;
}

const KEY = 'serai.preferences';

function usual(): Likes {
  return {
    lang: browserLang(globalThis.navigator?.languages ?? []),
    confirm: 'auto',
    speed: 'normal',
    sound: true,
    notify: false,
    theme: 'auto',
    palette: 'usual',
    large: false,
    letterKeys: true,
    forced: true,
  };
}

/** Kept things are read with care: another version, or somebody else, may have written them. */
export function readLikes(text: string | null, fallback: Likes): Likes {
  try {
    const kept = JSON.parse(text ?? '{}') as { [name: string]: unknown };
    const one = <T>(name: string, allowed: readonly T[], otherwise: T): T =>
      allowed.includes(kept[name] as T) ? (kept[name] as T) : otherwise;
    const yes = [true, false];
    return {
      lang: one('lang', ['en', 'ru'], fallback.lang),
      confirm: one('confirm', ['auto', 'always', 'never'], fallback.confirm),
      speed: one('speed', ['off', 'fast', 'normal', 'slow', 'steps'], fallback.speed),
      sound: one('sound', yes, fallback.sound),
      notify: one('notify', yes, fallback.notify),
      theme: one('theme', ['auto', 'light', 'dark', 'contrast'], fallback.theme),
      palette: one('palette', ['usual', 'safe'], fallback.palette),
      large: one('large', yes, fallback.large),
      letterKeys: one('letterKeys', yes, fallback.letterKeys),
      forced: one('forced', yes, fallback.forced),
    };
  } catch {
    return fallback;
  }
}

class Preferences {
  likes: Likes = $state.raw(usual());

  async start(): Promise<void> {
    this.likes = readLikes(stored(KEY), usual());
    this.dress();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.dress());
    window.addEventListener('storage', (event) => {
      if (event.key === KEY) void this.take(readLikes(event.newValue, this.likes));
    });
    await say.use(this.likes.lang);
  }

  set(change: Partial<Likes>): void {
    void this.take({ ...this.likes, ...change });
    store(KEY, JSON.stringify(this.likes));
  }

  private async take(likes: Likes): Promise<void> {
    this.likes = likes;
    this.dress();
    if (likes.lang !== say.lang) await say.use(likes.lang);
  }

  private dress(): void {
    const root = document.documentElement.dataset;
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    root.theme = this.likes.theme === 'auto' ? (dark ? 'dark' : 'light') : this.likes.theme;
    root.palette = this.likes.palette;
    root.large = this.likes.large ? 'yes' : 'no';
  }

  /** Is a second step wanted before a choice is made? */
  get confirms(): boolean {
    if (this.likes.confirm === 'auto') return matchMedia('(pointer: coarse)').matches;
    return this.likes.confirm === 'always';
  }

  /** How long a flight takes, in milliseconds; 0 for none. */
  get flight(): number {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
    return { off: 0, fast: 200, normal: 320, slow: 600, steps: 320 }[this.likes.speed];
  }
}

export const preferences = new Preferences();

/** A browser may forbid keeping things; then they last as long as the page. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // nothing to do: the page works without
  }
}
