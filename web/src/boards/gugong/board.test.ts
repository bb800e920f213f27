// What the board of Gugong says and shows is complete, and agrees with what the engine tells: the
// lexicons and views in fixtures/ are the server's own.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GameEvent, Lang, Lexicon, Move, View } from '../../lib/protocol';
import { factsOf } from './facts';
import { lessons } from './lessons';
import { askedMore, detail, flights, headline, places, warning } from './moves';
import { AREAS, courtOf, knownHand, mengGifts, plural, sideAt, sidesOf, type Area } from './state';
import { actionHelp, areaHelp, automaHelp, DECREE_SIGNS, decreeHelp, DUSK_ICONS, giftHelp, motifOf, tokenHelp, tokenIcon } from './text';

const fixtures = new URL('../../../fixtures/', import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, fixtures), 'utf8'));
const LANGS: Lang[] = ['en', 'ru'];
const lexicons = Object.fromEntries(LANGS.map((lang) => [lang, read(`gugong-lexicon-${lang}.json`) as Lexicon])) as { [lang in Lang]: Lexicon };
const views = readdirSync(fixtures)
  .filter((name) => name.startsWith('gugong-') && !name.includes('lexicon'))
  .map((name) => ({ name, view: (read(name) as { view: View }).view }));

function iconThere(name: string): boolean {
  return ['icons', '../../art/icons'].some((folder) => existsSync(new URL(`${folder}/${name}.svg`, import.meta.url)));
}
const english = lexicons.en;
const view = (name: string): View => views.find((one) => one.name === `gugong-${name}.json`)!.view;

describe('officials', () => {
  it('who ask for more than a gift are told from those who do not', () => {
    const offer = (gift: string, area: string, terms: string) => ({ move: `${gift} ${area} ${terms}`, text: '', verb: 'offer', gift, area, terms }) as unknown as Move;
    const open = [offer('tea', 'wall', 'free'), offer('tea', 'jade', 'servants'), offer('tea', 'jade', 'nothing'), offer('fan', 'wall', 'servants')];
    expect(AREAS.filter((area) => askedMore(open, area))).toEqual(['jade']);
    expect(askedMore(open.slice(3), 'wall')).toBe(true);
  });
});

describe('words and signs', () => {
  it('say what every token does, with an icon', () => {
    for (const token of Object.keys(english.words['token']!)) {
      for (const lang of LANGS) {
        expect(tokenHelp(lexicons[lang], lang, token)).not.toMatch(/[{}]|undefined/);
        expect(tokenHelp(lexicons[lang], lang, token)).not.toBe(token);
      }
      expect(iconThere(tokenIcon(token)), token).toBe(true);
    }
  });

  it('say what every decree does, with signs', () => {
    for (const decree of Object.keys(english.words['decree']!)) {
      for (const lang of LANGS) expect(decreeHelp(lexicons[lang], lang, decree)).not.toMatch(/undefined|NaN/);
      expect(DECREE_SIGNS[decree]?.length, decree).toBeGreaterThan(0);
      for (const sign of DECREE_SIGNS[decree]!) expect(iconThere(sign.icon), sign.icon).toBe(true);
    }
  });

  it('name every gift and its action, with icons', () => {
    for (const [gift, fact] of Object.entries(factsOf(english).gifts)) {
      expect(english.words['gift']![gift]!.startsWith(`${fact.value} ${motifOf(english, gift)}`)).toBe(true);
      expect(iconThere(`gift${fact.value}`)).toBe(true);
      expect(iconThere(fact.action), fact.action).toBe(true);
      for (const lang of LANGS) expect(giftHelp(lexicons[lang], lang, gift)).toContain(actionHelp(lang, fact.action));
    }
  });

  it('explain every area, and every card of Meng', () => {
    for (const lang of LANGS) {
      for (const area of AREAS) expect(areaHelp(lexicons[lang], lang, area)).not.toMatch(/undefined|NaN/);
      for (const card of Object.keys(english.words['automa']!)) expect(automaHelp(lexicons[lang], lang, card)).toBeTruthy();
    }
    for (const icon of Object.values(DUSK_ICONS)) expect(iconThere(icon)).toBe(true);
  });

  it('count in Russian', () => {
    const forms = [1, 2, 5, 11, 12, 21, 22].map((count) => plural('ru', count, ['', ''], ['слуга', 'слуги', 'слуг']));
    expect(forms).toEqual(['слуга', 'слуги', 'слуг', 'слуг', 'слуг', 'слуга', 'слуги']);
  });
});

describe('figures that are drawn as signs', () => {
  const deed = english.words['deed']!;
  it.each([
    ['travel_a', /once/], ['travel_b', /twice/], ['wall_a', /\b1\b/], ['wall_b', /\b2\b/], ['intrigue_a', /\+1/],
    ['intrigue_b', /\+3/], ['palace_a', /\+1/], ['palace_b', /\+2.*\+1/], ['canal_a', /\b1\b/], ['canal_b', /\b2\b/],
  ])('%s', (name, figure) => expect(deed[name]).toMatch(figure));
  it('tokens for points', () => expect(english.words['for']!['points']).toMatch(/^2 /));
  it('decrees', () => {
    for (const [decree, signs] of Object.entries(DECREE_SIGNS)) {
      const figures = signs.flatMap((sign) => sign.text?.match(/\d+/g) ?? []);
      for (const figure of figures) if (figure !== '1') expect(english.words['decree']![decree]).toContain(figure);
    }
  });
});

describe('views', () => {
  it('there are some of every kind', () => {
    const seats = new Set(views.map((one) => one.view.seats));
    expect([...seats].sort()).toEqual([1, 2, 3, 4, 5]);
    expect(views.some((one) => one.view.over)).toBe(true);
  });

  it.each(views)('$name is read whole', ({ view }) => {
    for (const side of sidesOf(view)) {
      for (const [member, value] of Object.entries(side)) expect(value, member).toBeDefined();
      const ships = side.ships.reduce((sum, ship) => sum + ship.singles, 0);
      const parked = side.meng ? 0 : courtOf(view).parked_seat.filter((seat) => seat === side.seat).length;
      // Meng's rewards are marked with servants of nobody.
      const rewards = side.meng ? 0 : Object.values(side.cells).reduce((sum, count) => sum + count, 0);
      expect(side.pool + side.supply + side.wall + side.decrees.length + ships + rewards + parked).toBe(12);
    }
    for (const lang of LANGS) expect(headline(view, lexicons[lang], lang)[0]).toMatch(/\d/);
  });

  it.each(views)('$name: choices have names, warnings are told', ({ view }) => {
    for (const lang of LANGS)
      for (const move of view.moves ?? []) {
        const told = detail(move, view, lexicons[lang], lang);
        expect(JSON.stringify(told)).not.toMatch(/undefined|NaN|null/);
        expect(told.title ?? move.text).not.toBe('');
        const warned = warning(move, view, lexicons[lang], lang);
        if (warned !== null) expect(warned).toMatch(/^[A-ZА-Я].*\.$/);
      }
  });

  it('Meng has as many gifts as the rules give him', () => {
    const court = courtOf(view('solo'));
    const meng = sidesOf(court)[1]!;
    expect(meng.meng).toBe(true);
    expect(mengGifts(court, meng)).toBeGreaterThanOrEqual(0);
    expect(mengGifts(court, meng) + court.meng_discard.length).toBe(4 + meng.cells.card);
  });

  it('what is known of a hand is no more than the hand', () => {
    for (const { view } of views)
      for (let seat = 1; seat <= view.seats; seat++)
        expect(knownHand(courtOf(view), seat).filter((one) => one.sure).length).toBeLessThanOrEqual(courtOf(view).hand[seat]!.length);
  });
});

describe('warnings', () => {
  it('before a turn without actions', () => {
    const settle = view('settle');
    const forgo = settle.moves!.find((move) => move.verb === 'forgo')!;
    expect(warning(forgo, settle, english, 'en')).toContain('without any action');
  });

  it('before an offer in an area that a rival taxes', () => {
    const offer = view('five');
    const area = 'jade' as Area;
    const rival = offer.decider === 1 ? 2 : 1;
    const taxed = { ...offer, parked: ['tax'], parked_seat: [rival], parked_area: [area] } as View;
    const there = taxed.moves!.find((move) => move.verb === 'offer' && move['area'] === area)!;
    expect(warning(there, taxed, english, 'en')).toContain(taxed.names[rival]);
    const own = { ...taxed, parked_seat: [offer.decider] } as View;
    expect(warning(there, own, english, 'en')).toBeNull();
  });
});

describe('flights', () => {
  const before = view('five');
  const me = before.seat!;
  const other = me === 1 ? 2 : 1;
  it('of gifts, there and back', () => {
    const event: GameEvent = { event: 'offers', seat: other, gift: 'p1_2', area: 'wall', taken: 'p1_3' };
    expect(flights(event, before)).toEqual([
      { from: `seat.${other}`, to: 'area.wall', icon: 'card' },
      { from: 'area.wall', to: `seat.${other}`, icon: 'card' },
    ]);
  });
  it('of my own gift from my hand', () => {
    const event: GameEvent = { event: 'offers', seat: me, gift: 'p1_2', area: 'wall', taken: 'p1_3' };
    expect(flights(event, before)[0]!.from).toBe('gift.p1_2');
  });
  it('of an envoy, from where he stood', () => {
    const event: GameEvent = { event: 'envoy', seat: other, steps: 2, cell: 8 };
    expect(flights(event, before)).toEqual([{ from: 'palace.6', to: 'palace.8', icon: 'envoy' }]);
  });
  it("of Meng's pieces from his panel", () => {
    const solo = view('solo');
    const event: GameEvent = { event: 'meng_wall', servants: 1, total: 2 };
    expect(flights(event, solo)).toEqual([{ from: 'meng', to: 'wall', icon: 'servant', count: 1 }]);
    expect(places({ event: 'meng_intrigue', cell: 5 })).toEqual(['intrigue.5', 'meng']);
  });
  it('not for what only happens', () => {
    expect(flights({ event: 'day', day: 2 }, before)).toEqual([]);
  });
  it('of a traveller, from the city where he was', () => {
    const from = sideAt(before, other).traveller;
    const event: GameEvent = { event: 'goes', seat: other, city: 'xian', token: 'ship' };
    expect(flights(event, before)[0]!.from).toBe(from ? `city.${from}` : `seat.${other}`);
  });
});

describe('lessons', () => {
  it('have ids of their own and both languages', () => {
    expect(new Set(lessons.map((lesson) => lesson.id)).size).toBe(lessons.length);
    for (const lesson of lessons) {
      expect(lesson.text.en.length).toBeGreaterThan(20);
      expect(lesson.text.ru).toMatch(/[а-я]/);
    }
  });
  it('begin with the aim and the offer, and come when they matter', () => {
    const first = view('1');
    const shown = lessons.filter((lesson) => lesson.when(first)).map((lesson) => lesson.id);
    expect(shown).toEqual(['aim', 'gift', 'worth']);
    expect(lessons.find((lesson) => lesson.id === 'settle')!.when(view('settle'))).toBe(true);
    expect(lessons.find((lesson) => lesson.id === 'jade')!.when(view('jade'))).toBe(true);
  });
});
