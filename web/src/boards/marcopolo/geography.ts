// Where places and city cards lie on our map: one arrangement for wide pages, one for phones.

export interface Spot {
  x: number;
  y: number;
  /** Where the name goes, relative to the place. */
  name: { dx: number; dy: number; anchor?: 'start' | 'end' };
  /** Which side posts stand on. */
  side: 1 | -1;
  /** Where the city's token lies, relative to the place. */
  token: { dx: number; dy: number };
}
export interface Geography {
  width: number;
  height: number;
  spots: { [place: string]: Spot };
  /** Upper left corners of city cards; none on phones, where they have a page of their own. */
  cards: { [space: string]: { x: number; y: number } };
  card: { width: number; height: number };
  /** Where a journey under way is told, where no road leads. */
  journey: { x: number; y: number; width: number };
}

const spot = (x: number, y: number, dy: number, side: 1 | -1 = 1): Spot => ({ x, y, name: { dx: 0, dy }, side, token: { dx: -33 * side, dy: 0 } });
const above = (x: number, y: number, side: 1 | -1 = 1) => spot(x, y, -23, side);
const below = (x: number, y: number, side: 1 | -1 = 1) => spot(x, y, 35, side);

export const WIDE: Geography = {
  width: 800,
  height: 390,
  spots: {
    venezia: { ...below(42, 142), name: { dx: 0, dy: -24 } },
    oasis1: above(112, 80),
    moscow: above(198, 50),
    anxi: below(308, 50),
    karakorum: above(430, 54, -1),
    oasis6: above(528, 84),
    oasis7: above(606, 38),
    beijing: above(722, 66),
    oasis8: above(588, 142),
    oasis2: above(126, 174),
    samarcanda: above(234, 158),
    oasis5: above(340, 178),
    kashgar: below(424, 168),
    lanzhou: above(530, 190, -1),
    alexandria: { ...above(74, 268), token: { dx: -33, dy: 0 } },
    oasis3: above(178, 246),
    ormuz: below(290, 246),
    karachi: above(398, 258, -1),
    oasis9: above(506, 288),
    xian: below(636, 214),
    oasis4: above(140, 348),
    adana: below(258, 342),
    kochi: below(450, 346),
    sumatra: { ...above(568, 348, -1), name: { dx: -12, dy: -23 }, token: { dx: 34, dy: -28 } },
    oasis10: above(712, 272),
  },
  cards: {
    moscow: { x: 167, y: 74 },
    karakorum: { x: 399, y: 78 },
    samarcanda: { x: 203, y: 182 },
    lanzhou: { x: 499, y: 214 },
    alexandria: { x: 20, y: 292 },
    karachi: { x: 360, y: 282 },
    sumatra1: { x: 600, y: 332 },
    sumatra2: { x: 665, y: 332 },
    sumatra3: { x: 730, y: 332 },
  },
  card: { width: 62, height: 46 },
  journey: { x: 726, y: 158, width: 68 },
};

const over = (x: number, y: number, side: 1 | -1 = 1): Spot => ({ ...spot(x, y, -16, side), token: { dx: 0, dy: 18 } });
const under = (x: number, y: number, side: 1 | -1 = 1): Spot => ({ ...spot(x, y, 26, side), token: { dx: 0, dy: -18 } });

export const PHONE: Geography = {
  width: 360,
  height: 306,
  spots: {
    venezia: { ...under(24, 112), name: { dx: -18, dy: 24, anchor: 'start' } },
    oasis1: over(44, 60),
    moscow: over(82, 36),
    anxi: under(138, 44),
    karakorum: over(196, 36),
    oasis6: over(240, 60),
    oasis7: over(270, 24),
    beijing: over(322, 40, -1),
    oasis8: over(264, 98),
    oasis2: over(66, 134),
    samarcanda: { ...over(110, 114), token: { dx: -8, dy: 18 } },
    oasis5: over(154, 130),
    kashgar: over(198, 112),
    lanzhou: { ...under(246, 138), token: { dx: 14, dy: -17 } },
    alexandria: { ...under(32, 204), name: { dx: -26, dy: 26, anchor: 'start' }, token: { dx: -8, dy: -18 } },
    oasis3: over(84, 184),
    ormuz: under(136, 190),
    karachi: over(190, 202),
    oasis9: over(236, 210),
    xian: under(294, 160),
    oasis4: over(62, 266),
    adana: under(118, 262),
    kochi: under(208, 268),
    sumatra: under(280, 264),
    oasis10: over(334, 206),
  },
  cards: {},
  card: { width: 62, height: 46 },
  journey: { x: 307, y: 246, width: 51 },
};
