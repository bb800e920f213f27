// The language of the page and its texts. A language is loaded when it is first needed.

import type { Lang } from './protocol';
import type { Texts } from './text/en';

const loaders: { [lang in Lang]: () => Promise<Texts> } = {
  en: async () => (await import('./text/en')).en,
  ru: async () => (await import('./text/ru')).ru,
};

class Say {
  lang: Lang = $state('en');
  /** The texts of the language; there before the first page is drawn. */
  t: Texts = $state.raw(undefined as unknown as Texts);

  async use(lang: Lang): Promise<void> {
    this.t = await loaders[lang]();
    this.lang = lang;
    document.documentElement.lang = lang;
  }
}

export const say = new Say();

/** What the browser asks for, if nothing was chosen. */
export function browserLang(languages: readonly string[]): Lang {
  for (const language of languages) {
    if (/^(ru|be|uk|kk|ky)\b/i.test(language)) return 'ru';
    if (/^en\b/i.test(language)) return 'en';
  }
  return 'en';
}

/** The server names bots in English, such as "fair bot 2"; what it says is read with short names in
 *  the reader's language. How well a bot plays is told beside its name. */
export function withBotNames(text: string): string {
  return text.replace(/\b(?:random|greedy|novice|fair|strong|master) bot (\d)\b/g, (_, seat: string) => say.t.bot_name(seat));
}

/** "1:05", "2:03:00": what is left on a clock. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const pad = (n: number) => String(n).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}

/** "2 minutes", "3 days": a length of time in its largest whole unit. */
export function spanText(seconds: number, t: Texts): string {
  if (seconds % 86400 === 0) return t.days(seconds / 86400);
  if (seconds % 3600 === 0) return t.hours(seconds / 3600);
  if (seconds % 60 === 0) return t.minutes(seconds / 60);
  return t.seconds(seconds);
}
