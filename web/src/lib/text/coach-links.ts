// What leads to the coach, for pages that do not need the rest of what it says.

import type { Lang } from '../protocol';

export const coachLinks: { [lang in Lang]: { review: string; puzzle_of_day: string } } = {
  en: { review: 'Review', puzzle_of_day: 'Puzzle of the day' },
  ru: { review: 'Разбор', puzzle_of_day: 'Задача дня' },
};
