// Reads what is printed on the components of Marco Polo out of the engine's own table, components.def.
// facts.ts is what it made; facts.test.ts checks that both still agree. To write it anew:
//   npx vite-node src/boards/marcopolo/facts-write.ts

/** Coins, camels, pepper, silk, gold, points. */
export type Amounts = readonly number[];

export interface Reward {
  gain: Amounts;
  effects: readonly string[];
}
export interface Facts {
  places: { [place: string]: string };
  roads: readonly { from: string; to: string; camels: number; coins: number }[];
  cardSpaces: { [space: string]: string };
  contracts: { [contract: string]: { price: Amounts } & Reward };
  cards: { [card: string]: { kind: string; pay: Amounts; get: Amounts; from: number } };
  backs: { [card: string]: { pay: Amounts; get: Amounts } };
  goals: { [goal: string]: { city: string; province: string; points: number } };
  tokens: { [token: string]: Reward };
  bonuses: { [bonus: string]: Reward };
  bazaar: { [row: string]: readonly Reward[] };
  spaces: { [space: string]: number };
  steps: readonly number[];
}

/** Arguments of one entry: words, numbers, lists in brackets, texts in quotes. */
function argumentsOf(text: string): string[] {
  return (text.match(/"(?:[^"\\]|\\.)*"|\([^)]*\)|[^,\s][^,]*/g) ?? []).map((one) => one.trim());
}

function amounts(text: string): number[] {
  return text === 'NIL' ? [0, 0, 0, 0, 0, 0] : text.slice(1, -1).split(',').map(Number);
}
const effects = (...names: string[]) => names.filter((name) => name !== 'nothing');

export function readFacts(source: string): Facts {
  const plain = source.replace(/\/\*[\s\S]*?\*\//g, '');
  const entries = (name: string) =>
    [...plain.matchAll(new RegExp(`^${name}\\((.*)\\)\\s*$`, 'gm'))].map((found) => argumentsOf(found[1]!));
  const table = <T>(name: string, make: (args: string[]) => T) =>
    Object.fromEntries(entries(name).map((args) => [args[0]!, make(args)])) as { [id: string]: T };

  const bazaar: { [row: string]: Reward[] } = {};
  for (const [row, , gain, effect] of entries('BAZAAR'))
    (bazaar[row!] ??= []).push({ gain: amounts(gain!), effects: effects(effect!) });
  return {
    places: table('PLACE', (args) => args[1]!),
    roads: entries('ROAD').map(([from, , to, , camels, coins]) => ({ from: from!, to: to!, camels: Number(camels), coins: Number(coins) })),
    cardSpaces: table('CARD_SPACE', (args) => args[1]!),
    contracts: table('CONTRACT', (args) => ({ price: amounts(args[1]!), gain: amounts(args[2]!), effects: effects(args[3]!, args[4]!) })),
    cards: table('CITY_CARD', (args) => ({ kind: args[1]!, pay: amounts(args[2]!), get: amounts(args[3]!), from: Number(args[4]) })),
    backs: table('BACK', (args) => ({ pay: amounts(args[1]!), get: amounts(args[2]!) })),
    goals: table('GOAL', (args) => ({ city: args[1]!, province: args[2]!, points: Number(args[3]) })),
    tokens: table('TOKEN', (args) => ({ gain: amounts(args[1]!), effects: effects(args[2]!) })),
    bonuses: table('BONUS', (args) => ({ gain: amounts(args[1]!), effects: effects(args[2]!) })),
    bazaar,
    spaces: table('SPACE', (args) => Number(args[1])),
    steps: entries('STEPS').map((args) => Number(args[1])),
  };
}

/** The facts as the text of a module, a line for each component. */
export function writeFacts(facts: Facts): string {
  const members = Object.entries(facts).map(([name, value]) => {
    const lines = Array.isArray(value)
      ? value.map((one) => `    ${JSON.stringify(one)},`)
      : Object.entries(value).map(([id, one]) => `    ${id}: ${JSON.stringify(one)},`);
    const [open, close] = Array.isArray(value) ? '[]' : '{}';
    return `  ${name}: ${open}\n${lines.join('\n')}\n  ${close},`;
  });
  return [
    "// What is printed on the components of Marco Polo: made from the engine's components.def by facts-write.ts.",
    '// Amounts are coins, camels, pepper, silk, gold, points.',
    '',
    "import type { Facts } from './facts-reader';",
    '',
    'export const facts: Facts = {',
    ...members,
    '};',
    '',
  ].join('\n');
}
