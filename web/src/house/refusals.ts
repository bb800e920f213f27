// What is said when the browser does not keep what it should, or cannot have a house.

import type { Kept } from './vault';

const TEXTS: { [kept in Exclude<Kept, 'done'>]: { en: string; ru: string } } = {
  full: {
    en: 'this browser has no room left; nothing was changed. Export games, or give the page more storage, and try again',
    ru: 'в браузере не осталось места; ничего не изменилось. Выгрузите партии или освободите место и попробуйте ещё раз',
  },
  broken: {
    en: 'this browser refused to keep that; nothing was changed, try again',
    ru: 'браузер отказался это сохранить; ничего не изменилось, попробуйте ещё раз',
  },
  conflict: {
    en: 'another tab has taken over; nothing was changed, try again',
    ru: 'хозяином стала другая вкладка; ничего не изменилось, попробуйте ещё раз',
  },
};

/** Why there is no house. */
export type Lack = 'old' | 'missing';

const LACKS: { [lack in Lack]: { en: string; ru: string } } = {
  old: {
    en: 'This browser is too old for the games: they need WebAssembly with vectors. Chromium and Edge have it since 91, Firefox since 89, Safari since 16.4.',
    ru: 'Этот браузер слишком стар для игр: нужен WebAssembly с векторами. Он есть в Chromium и Edge с версии 91, в Firefox с 89, в Safari с 16.4.',
  },
  missing: {
    en: 'The file with the games did not come. Try again when there is a network.',
    ru: 'Файл с играми не загрузился. Попробуйте ещё раз, когда будет сеть.',
  },
};

export function lackOf(lack: Lack, lang: string): string {
  return lang === 'ru' ? LACKS[lack].ru : LACKS[lack].en;
}

export function refusal(kept: Kept, lang: string): { problem: string; message: string } {
  const text = TEXTS[kept === 'done' ? 'broken' : kept];
  return { problem: `storage_${kept}`, message: lang === 'ru' ? text.ru : text.en };
}
