// A view in words, for a game that has no board of its own: the members of the table as a whole, and
// those counted by seats as the rows of a table with a column for each seat.

import { wordFor } from '../../lib/house.svelte';
import type { Lexicon, Seat, Value, View } from '../../lib/protocol';
import { say } from '../../lib/say.svelte';

const COMMON = new Set(['serai', 'game', 'rules', 'seat', 'seats', 'options', 'phase', 'decider', 'over', 'ply', 'names', 'prompt', 'moves', 'undo', 'agenda']);

/** What a member is, in the reader's language; "token_owner" as "Token owner" where nobody has said. */
export function memberName(name: string, lexicon: Lexicon): string {
  const words = lexicon.members?.[name] ?? name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isBySeat(value: Value | undefined, seats: number): value is { [seat: string]: Value } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const keys = Object.keys(value);
  return keys.length === seats && keys.every((key, index) => key === String(index + 1));
}

const isNothing = (value: Value | undefined): boolean =>
  value === null || value === undefined || value === 0 || value === false || (Array.isArray(value) && value.length === 0) || (typeof value === 'object' && !Array.isArray(value) && Object.values(value!).every(isNothing));

/** Short signs stand beside each other, words and mere numbers have commas between them. */
function listed(words: string[]): string {
  return words.join(words.every((word) => [...word].length <= 3) && words.some((word) => !/^\d+$/.test(word)) ? ' ' : ', ');
}

export function inWords(value: Value | undefined, name: string, lexicon: Lexicon): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? '✓' : '–';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return wordFor(lexicon, name, value) ?? value.replaceAll('_', ' ');
  if (Array.isArray(value)) {
    // Nothing at a place is left out; something that lies face down is counted.
    const known = value.filter((one) => one !== null);
    const veiled = lexicon.hidden?.includes(name) ? value.length - known.length : 0;
    const words = [...(known.length > 0 ? [listed(known.map((one) => inWords(one, name, lexicon)))] : []), ...(veiled > 0 ? [say.t.face_down(veiled)] : [])];
    return words.length === 0 ? '–' : words.join(', ');
  }
  const parts = partsOf(value, name, lexicon).map((part) => `${part.name} ${part.text}`.trim());
  return parts.length === 0 ? '–' : parts.join(parts.some((part) => part.includes(' ')) ? ' · ' : ', ');
}

export interface Part {
  name: string;
  text: string;
}

/** What there is of a member with an entry for each of some names: suits, goods, colours ... */
export function partsOf(value: { [key: string]: Value }, name: string, lexicon: Lexicon): Part[] {
  return Object.entries(value)
    .filter(([, one]) => !isNothing(one))
    .map(([key, one]) => ({ name: wordFor(lexicon, name, key) ?? key.replaceAll('_', ' '), text: one === true ? '' : inWords(one, name, lexicon) }));
}

/** A member that the table as a whole has. */
export interface Fact {
  key: string;
  name: string;
  text: string;
  changed: boolean;
}

/** A member counted by seats. */
export interface Row {
  key: string;
  name: string;
  /** By seat; null where it is hidden from the one who looks. */
  cells: { seat: Seat; value: Value; text: string | null; changed: boolean }[];
  /** Only one's own is seen: it lies before oneself, not on the table. */
  own: boolean;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export function factsOf(view: View, before: View | null, lexicon: Lexicon): Fact[] {
  return Object.entries(view).flatMap(([key, value]): Fact[] => {
    if (COMMON.has(key) || isBySeat(value as Value, view.seats)) return [];
    return [{ key, name: memberName(key, lexicon), text: inWords(value as Value, key, lexicon), changed: before !== null && !same(before[key], value) }];
  });
}

export function rowsOf(view: View, before: View | null, lexicon: Lexicon): Row[] {
  return Object.entries(view).flatMap(([key, value]): Row[] => {
    if (COMMON.has(key) || !isBySeat(value as Value, view.seats)) return [];
    const seats = value as { [seat: string]: Value };
    const earlier = before?.[key] as { [seat: string]: Value } | undefined;
    const veiled = lexicon.hidden?.includes(key) ?? false;
    const cells = Object.entries(seats).map(([seat, one]) => ({
      seat: Number(seat),
      value: one,
      text: one === null && veiled ? null : inWords(one, key, lexicon),
      changed: earlier !== undefined && !same(earlier[seat], one),
    }));
    if (cells.every((cell) => cell.text === null)) return [];
    return [{ key, name: memberName(key, lexicon), cells, own: view.seat !== null && cells.every((cell) => (cell.seat === view.seat) === (cell.text !== null)) }];
  });
}
