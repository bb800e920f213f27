// Small things that are easy to get wrong: addresses, typed numbers, plurals, what was kept.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chartLine, chartRange, sheetBySeat } from '../../src/lib/chart';
import { nextLesson } from '../../src/lib/lessons.svelte';
import { readLikes, type Likes } from '../../src/lib/preferences.svelte';
import type { Lexicon, View } from '../../src/lib/protocol';
import { routeOf } from '../../src/lib/router.svelte';
import { ratingRange } from '../../src/lib/standing';
import { browserLang, clockText, say, spanText } from '../../src/lib/say.svelte';
import { coachTexts } from '../../src/lib/text/coach';
import { en } from '../../src/lib/text/en';
import { hereTexts } from '../../src/lib/text/here';
import { counted } from '../../src/lib/text/plural';
import { ratingsTexts } from '../../src/lib/text/ratings';
import { replayTexts } from '../../src/lib/text/replay';
import { ru } from '../../src/lib/text/ru';
import { settingsTexts } from '../../src/lib/text/settings';
import { TypedNumber } from '../../src/lib/typed';
import { sinceMyChoice } from '../../src/ui/plain/changes';
import { factsOf, inWords, memberName, rowsOf } from '../../src/ui/plain/words';
import type { Board } from '../../src/lib/board';
import { splitPrompt } from '../../src/lib/prompt';

describe('addresses', () => {
  it('lead to pages', () => {
    expect(routeOf('/')).toEqual({ page: 'landing' });
    expect(routeOf('/t/abc123')).toEqual({ page: 'table', id: 'abc123' });
    expect(routeOf('/t/abc123/')).toEqual({ page: 'table', id: 'abc123' });
    expect(routeOf('/new')).toEqual({ page: 'new', game: null });
    expect(routeOf('/ratings')).toEqual({ page: 'ratings', game: null });
    expect(routeOf('/ratings/gugong')).toEqual({ page: 'ratings', game: 'gugong' });
    expect(routeOf('/review/abc123')).toEqual({ page: 'review', id: 'abc123' });
    expect(routeOf('/try/abc123')).toEqual({ page: 'puzzle', id: 'abc123', game: null });
    expect(routeOf('/puzzle/gugong')).toEqual({ page: 'puzzle', id: null, game: 'gugong' });
    expect(routeOf('/learn/gugong')).toEqual({ page: 'learn', game: 'gugong' });
  });
  it('that are not ours lead nowhere', () => {
    for (const path of ['/t', '/t/', '/t/a/b', '/t/<x>', '/learn', '/nothing', '/t/..%2f']) expect(routeOf(path)).toEqual({ page: 'unknown' });
  });
});

describe('the line of ratings', () => {
  it('has room for everybody and round ends', () => {
    expect(ratingRange([{ rating: 1534, doubt: 80 }, { rating: 1410, doubt: 120 }])).toEqual([1100, 1700]);
  });
  it('is never without length, whoever is on it', () => {
    expect(ratingRange([])).toEqual([1000, 2000]);
    expect(ratingRange([{ rating: 1500, doubt: 0 }])).toEqual([1500, 1600]);
  });
});

describe('typed numbers', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const typing = (count: number, ...digits: string[]) => {
    const taken: number[] = [];
    const typed = new TypedNumber((number) => taken.push(number));
    for (const digit of digits) typed.digit(digit, count);
    return { taken, typed };
  };
  it('are taken at once when no longer number can follow', () => {
    expect(typing(4, '3').taken).toEqual([3]);
    expect(typing(25, '7').taken).toEqual([7]);
    expect(typing(25, '1', '2').taken).toEqual([12]);
  });
  it('wait for a second digit when one may come', () => {
    const { taken } = typing(25, '2');
    expect(taken).toEqual([]);
    vi.advanceTimersByTime(700);
    expect(taken).toEqual([2]);
  });
  it('are taken by Enter without waiting', () => {
    const { taken, typed } = typing(25, '1');
    expect(typed.flush()).toBe(true);
    expect(taken).toEqual([1]);
    expect(typed.flush()).toBe(false);
  });
  it('beyond the list do nothing', () => {
    expect(typing(4, '9', '0').taken).toEqual([]);
    expect(typing(0, '1').taken).toEqual([]);
  });
});

describe('texts', () => {
  it('count in Russian with its forms', () => {
    const forms = { one: 'карта', few: 'карты', many: 'карт', other: 'карты' };
    expect([1, 2, 5, 11, 21, 22, 25, 111].map((n) => counted('ru', n, forms).replace(/\s/, ' '))).toEqual([
      '1 карта', '2 карты', '5 карт', '11 карт', '21 карта', '22 карты', '25 карт', '111 карт',
    ]);
  });
  const everywhere: { en: object; ru: object }[] = [{ en, ru }, coachTexts, hereTexts, ratingsTexts, replayTexts, settingsTexts];
  it('have the same keys, none of them empty, and bots of the same names', () => {
    for (const texts of everywhere) {
      expect(Object.keys(texts.ru).sort()).toEqual(Object.keys(texts.en).sort());
      for (const [key, text] of [...Object.entries(texts.en), ...Object.entries(texts.ru)]) if (typeof text === 'string') expect(text, key).not.toBe('');
    }
    expect(Object.keys(ru.bot_level)).toEqual(Object.keys(en.bot_level));
    expect(Object.keys(ru.bot_short)).toEqual(Object.keys(en.bot_short));
  });
  it('are in their own alphabets', () => {
    for (const texts of everywhere) {
      for (const [key, text] of Object.entries(texts.en)) if (typeof text === 'string') expect(text, key).not.toMatch(/[а-яё]/i);
      for (const [key, text] of Object.entries(texts.ru)) if (typeof text === 'string') expect(text, key).toMatch(/[а-яё]/i);
    }
  });
  it('follow the browser', () => {
    expect(browserLang(['ru-RU', 'en'])).toBe('ru');
    expect(browserLang(['de', 'en-GB', 'ru'])).toBe('en');
    expect(browserLang([])).toBe('en');
  });
  it('tell time', () => {
    expect([0, 5, 65, 3600, 7384, -3].map(clockText)).toEqual(['0:00', '0:05', '1:05', '1:00:00', '2:03:04', '0:00']);
    expect(spanText(86400 * 3, en)).toBe('3\u00a0days');
    expect(spanText(120, ru)).toBe('2\u00a0минуты');
    expect(spanText(45, en)).toBe('45\u00a0seconds');
  });
});

describe('what was kept', () => {
  const usual: Likes = { lang: 'en', confirm: 'auto', speed: 'normal', sound: true, notify: false, theme: 'auto', palette: 'usual', large: false, letterKeys: true, forced: true };
  it('is read where it makes sense and otherwise left alone', () => {
    expect(readLikes('{"lang":"ru","speed":"warp","sound":"loud","large":true}', usual)).toEqual({ ...usual, lang: 'ru', large: true });
    for (const rubbish of [null, '', '{', '[]', '7', 'null', '"x"']) expect(readLikes(rubbish, usual)).toEqual(usual);
  });
});

describe('charts', () => {
  it('hold all values and zero', () => {
    expect(chartRange([[0, 3], [5, -2]])).toEqual([-2, 6]);
    expect(chartRange([])).toEqual([0, 2]);
    expect(chartRange([[0], [87]])).toEqual([0, 90]);
  });
  it('draw from left to right', () => {
    expect(chartLine([[0], [5], [10]], 0, [0, 10], 100, 50)).toBe('M0.0 50.0L50.0 25.0L100.0 0.0');
  });
  it('sort a sheet by seats', () => {
    const sheet = sheetBySeat({ lines: [{ seat: 2, points: 3, text: 'x' }], totals: { '1': 0, '2': 3 }, ranks: { '1': 2, '2': 1 }, winners: [2], over: true }, 2);
    expect(sheet.seats.map((seat) => [seat.seat, seat.high, seat.winner, seat.lines.length])).toEqual([[1, 0, false, 0], [2, 3, true, 1]]);
  });
});

describe('lessons', () => {
  const board = {
    lessons: [
      { id: 'broken', when: () => { throw new Error(); }, text: { en: '', ru: '' } },
      { id: 'walk', when: (view: View) => view.phase === 'walk', text: { en: '', ru: '' } },
      { id: 'take', when: () => true, text: { en: '', ru: '' } },
    ],
  } as unknown as Board;
  it('come when they first matter, each once, and a broken one never', () => {
    expect(nextLesson(board, { phase: 'walk' } as View, [])?.id).toBe('walk');
    expect(nextLesson(board, { phase: 'keep' } as View, [])?.id).toBe('take');
    expect(nextLesson(board, { phase: 'walk' } as View, ['walk'])?.id).toBe('take');
    expect(nextLesson(board, { phase: 'walk' } as View, ['walk', 'take'])).toBeNull();
  });
});

describe('the plain board', () => {
  const lexicon = { words: { good: { tea: 'чай' }, market: { wool: 'шерсть' } } } as unknown as Lexicon;
  it('says any value in words', () => {
    say.t = en;
    expect(inWords('tea', 'good', lexicon)).toBe('чай');
    expect(inWords(['wool', 'tea'], 'market', lexicon)).toBe('шерсть, чай');
    const veiling = { ...lexicon, hidden: ['deck'] };
    expect(inWords([null, null, null], 'deck', veiling)).toBe('3 face down');
    expect(inWords(['tea', null], 'deck', veiling)).toBe('чай, 1 face down');
    expect(inWords(['wool', null], 'market', lexicon)).toBe('шерсть');
    expect(inWords([null, null], 'market', lexicon)).toBe('–');
    expect(inWords({ tea: 2, wool: 0 }, 'hand', lexicon)).toBe('чай 2');
    expect(inWords(null, 'camel', lexicon)).toBe('–');
  });
  it('sets signs beside each other, and commas between words', () => {
    expect(inWords(['2', '10', 'q'], 'ranks', lexicon)).toBe('2 10 q');
    expect(inWords({ clubs: ['2'], hearts: [], spades: ['q', 'a'] }, 'hand', lexicon)).toBe('clubs 2 · spades q a');
  });
  it('calls members what the game calls them', () => {
    expect(memberName('token_owner', lexicon)).toBe('Token owner');
    expect(memberName('coins', { ...lexicon, members: { coins: 'монеты' } })).toBe('Монеты');
  });
  const secretive = { ...lexicon, hidden: ['hand'] };
  const view = { game: 'toy', seat: 1, seats: 2, ply: 4, decider: 1, names: { '1': 'A', '2': 'B' }, coins: { '1': 3, '2': 4 }, trick: { '1': null, '2': 'tea' }, hand: { '1': { tea: 1 }, '2': null }, camel: 2 } as unknown as View;
  it('keeps what is by seat with the seats', () => {
    expect(factsOf(view, null, secretive)).toEqual([{ key: 'camel', name: 'Camel', text: '2', changed: false }]);
    const rows = rowsOf(view, null, secretive);
    expect(rows.map((row) => [row.key, row.own, row.cells.map((cell) => cell.text)])).toEqual([
      ['coins', false, ['3', '4']],
      ['trick', false, ['–', 'чай']],
      ['hand', true, ['чай 1', null]],
    ]);
  });
  it('shows a spectator nothing of what is hidden', () => {
    const watching = { ...view, seat: null, hand: { '1': null, '2': null } } as unknown as View;
    expect(rowsOf(watching, null, secretive).map((row) => row.key)).toEqual(['coins', 'trick']);
  });
  it('marks what is new since I last chose', () => {
    const compare = sinceMyChoice();
    expect(compare(view)).toBeNull();
    const after = { ...view, ply: 5, decider: 2, coins: { '1': 5, '2': 4 } } as unknown as View;
    const later = { ...after, ply: 6, decider: 1, camel: 3 } as unknown as View;
    expect(compare(after)).toBe(view);
    expect(compare(later)).toBe(view);
    expect(factsOf(later, view, lexicon)[0]!.changed).toBe(true);
    expect(rowsOf(later, view, lexicon)[0]!.cells.map((cell) => cell.changed)).toEqual([true, false]);
    expect(compare({ ...view, ply: 3 } as unknown as View)).toBeNull();
  });
});

describe('a prompt', () => {
  it('is a question and what explains it', () => {
    expect(splitPrompt('Where to? Steps walked: 2.')).toEqual(['Where to?', 'Steps walked: 2.']);
    expect(splitPrompt('Jade: choose what to do there.')).toEqual(['Jade', 'Choose what to do there.']);
    expect(splitPrompt('Keep one card.')).toEqual(['Keep one card', '']);
  });
  it('has no dash at the beginning of a line', () => {
    expect(splitPrompt('До него и после — другие. Их три — не больше.')).toEqual(['До него и после\u00a0— другие', 'Их три\u00a0— не больше.']);
  });
  it('does not begin with the round', () => {
    expect(splitPrompt('Раунд 2. Одно действие. Потом другие.')).toEqual(['Одно действие', 'Потом другие.']);
  });
  it('is not cut within brackets', () => {
    expect(splitPrompt('Choose a die (Bazaar: pepper). Dice still to choose: 1.')).toEqual(['Choose a die (Bazaar: pepper)', 'Dice still to choose: 1.']);
    expect(splitPrompt('Both slots are full: what makes room? (travel)')).toEqual(['Both slots are full', 'What makes room? (travel)']);
  });
});
