// What is said when the browser does not keep what it should.

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

export function refusal(kept: Kept, lang: string): { problem: string; message: string } {
  const text = TEXTS[kept === 'done' ? 'broken' : kept];
  return { problem: `storage_${kept}`, message: lang === 'ru' ? text.ru : text.en };
}
