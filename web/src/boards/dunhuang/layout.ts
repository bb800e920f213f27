// Where everything lies, in pixels of the box the board is given: a ring road where there is room,
// a square of three by three on a phone. Texts keep their size; pictures grow with the box.

export interface Point {
  x: number;
  y: number;
}

export interface Place extends Point {
  /** Upper left corner of the market card. */
  card: Point;
  badge: Point;
}

export interface Layout {
  ring: boolean;
  width: number;
  height: number;
  places: Place[];
  /** The seal's side and the medallion's radius. */
  seal: number;
  radius: number;
  card: { width: number; height: number };
  /** Size of letters, and of the signs that say what a character does. */
  letters: number;
  sign: number;
  centre: Point;
  camel: number;
  /** Where the camel stands after so many steps (and between steps) from the first place. */
  road: (steps: number) => Point;
  /** The road as a path to draw: a line, or on a phone arrows from place to place. */
  track: string;
}

const PLACES = 8;

export function layOut(width: number, height: number): Layout {
  /* A box that is still being laid out may be tiny for a moment. */
  return width >= 540 && height >= 420 ? ringRoad(width, height) : square(Math.max(300, width), Math.max(270, height));
}

function ringRoad(width: number, height: number): Layout {
  const scale = Math.min(1.35, Math.max(0.8, Math.min(width / 770, height / 590)));
  const radius = 40 * scale;
  const card = { width: 72 * scale, height: 94 * scale };
  const letters = Math.max(12.5, 14 * scale);
  const half = Math.max(radius, letters * 3.75); /* half the width of a name */
  const below = 16 * scale + letters * 2.4 + 26 * scale; /* from a medallion's centre down */
  const above = Math.max(radius, card.height / 2) + 8;
  const side = half + 8 + card.width + 10;
  const reach = { x: Math.min(width / 2 - side, height * 0.66), y: (height - below - above) / 2 };
  const centre = { x: width / 2, y: above + reach.y };
  const inner = { x: reach.x - half - 30 * scale, y: reach.y - radius - 42 * scale };
  const innerCentre = { x: centre.x, y: centre.y + 16 * scale };

  const places = Array.from({ length: PLACES }, (_, index): Place => {
    const angle = (index / PLACES) * 2 * Math.PI - Math.PI / 2;
    /* Rounder than an ellipse: the corners give room to the cards of top and bottom. */
    const across = Math.cos(angle);
    const x = centre.x + reach.x * Math.sign(across) * Math.abs(across) ** 0.68;
    const y = centre.y + reach.y * Math.sin(angle);
    const right = index < PLACES / 2;
    return {
      x,
      y,
      card: { x: right ? x + half + 8 : x - half - 8 - card.width, y: y - card.height / 2 },
      badge: { x: right ? x - radius * 0.78 : x + radius * 0.78, y: y - radius * 0.72 },
    };
  });
  return {
    ring: true,
    width,
    height,
    places,
    seal: 50 * scale,
    radius,
    card,
    letters,
    sign: 17 * scale,
    centre: innerCentre,
    camel: 60 * scale,
    road: (steps) => {
      const angle = (steps / PLACES) * 2 * Math.PI - Math.PI / 2;
      return { x: innerCentre.x + inner.x * Math.cos(angle), y: innerCentre.y + inner.y * Math.sin(angle) };
    },
    track: `M${innerCentre.x - inner.x} ${innerCentre.y}a${inner.x} ${inner.y} 0 1 1 ${2 * inner.x} 0a${inner.x} ${inner.y} 0 1 1 ${-2 * inner.x} 0`,
  };
}

/* Clockwise from the upper left corner, as columns and rows. */
const SQUARE: readonly (readonly [number, number])[] = [
  [0, 0], [1, 0], [2, 0], [2, 1], [2, 2], [1, 2], [0, 2], [0, 1],
];

function square(width: number, height: number): Layout {
  const cell = { width: (width - 8) / 3, height: Math.max(96, (height - 8) / 3) };
  const roomy = cell.width > 170 && cell.height > 118;
  const letters = roomy ? 14 : 12.5;
  const sign = roomy ? 18 : 15;
  const room = cell.height - letters - sign - 14; /* name and signs below */
  const tall = Math.min(96, room);
  const card = { height: tall, width: tall * 0.74 };
  const seal = Math.min(66, room * 0.72, cell.width - card.width - 18);
  const middle = (column: number) => 4 + cell.width * (column + 0.5);
  const places = SQUARE.map(([column, row]): Place => {
    const left = middle(column) - (seal + card.width + 8) / 2;
    const y = 4 + cell.height * row + 2 + room / 2;
    return {
      x: left + seal / 2,
      y,
      card: { x: left + seal + 8, y: y - card.height / 2 },
      badge: { x: left + 1, y: y - seal / 2 + 2 },
    };
  });
  const road = (steps: number): Point => {
    const from = places[Math.floor(steps) % PLACES]!;
    const to = places[Math.ceil(steps) % PLACES]!;
    const part = steps - Math.floor(steps);
    return { x: from.x + (to.x - from.x) * part - seal * 0.14, y: from.y + (to.y - from.y) * part + seal * 0.3 };
  };
  /* Small arrows from place to place, in the gaps. */
  const arrows = SQUARE.map(([column, row], index) => {
    const [nextColumn, nextRow] = SQUARE[(index + 1) % PLACES]!;
    const from = places[index]!;
    if (row === nextRow) {
      const x = 4 + cell.width * Math.max(column, nextColumn);
      const toward = Math.sign(nextColumn - column) * 3.5;
      return `M${x - toward} ${from.y - 5}l${2 * toward} 5l${-2 * toward} 5z`;
    }
    const x = column === 0 ? 12 : width - 12;
    const y = 4 + cell.height * (Math.min(row, nextRow) + 1) - 11;
    const toward = Math.sign(nextRow - row) * 3.5;
    return `M${x - 5} ${y - toward}l5 ${2 * toward}l5 ${-2 * toward}z`;
  });
  return {
    ring: false,
    width,
    height: 8 + cell.height * 3,
    places,
    seal,
    radius: seal / 2 + 4,
    card,
    letters,
    sign,
    centre: { x: middle(1), y: 4 + cell.height * 1.5 },
    camel: seal * 0.76,
    road,
    track: arrows.join(''),
  };
}
