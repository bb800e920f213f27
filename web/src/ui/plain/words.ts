// A view in words, for a game that has no board of its own: every member that is not everybody's,
// with the names that the lexicon has.

import { wordFor } from '../../lib/house.svelte';
import type { Lexicon, Seat, Value, View } from '../../lib/protocol';

const COMMON = new Set(['serai', 'game', 'rules', 'seat', 'seats', 'options', 'phase', 'decider', 'over', 'agenda', 'ply', 'names', 'prompt', 'moves', 'undo']);

/** What the game calls a member; "token_owner" as "token owner" where it says nothing. */
export function memberName(name: string, lexicon: Lexicon): string {
  const words = lexicon.members?.[name] ?? name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isBySeat(value: Value | undefined, seats: number): value is { [seat: string]: Value } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const keys = Object.keys(value);
  return keys.length === seats && keys.every((key, index) => key === String(index + 1));
}

export function inWords(value: Value | undefined, name: string, lexicon: Lexicon): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? '✓' : '–';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return wordFor(lexicon, name, value) ?? value.replaceAll('_', ' ');
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((one) => one === null)) return `${value.length} ×`;
    return value.length === 0 ? '–' : value.map((one) => inWords(one, name, lexicon)).join(', ');
  }
  const parts = Object.entries(value)
    .filter(([, one]) => one !== 0 && one !== null && one !== false)
    .map(([key, one]) => `${wordFor(lexicon, name, key) ?? key.replaceAll('_', ' ')} ${one === true ? '' : inWords(one, name, lexicon)}`.trim());
  return parts.length === 0 ? '–' : parts.join(', ');
}

export interface Row {
  name: string;
  text: string;
}

/** Members of the table as a whole, or of one seat. */
export function rows(view: View, lexicon: Lexicon, seat: Seat | null): Row[] {
  return Object.entries(view).flatMap(([name, value]): Row[] => {
    if (COMMON.has(name)) return [];
    const bySeat = isBySeat(value as Value, view.seats);
    if (bySeat !== (seat !== null)) return [];
    const shown = seat === null ? (value as Value) : (value as { [seat: string]: Value })[String(seat)];
    return [{ name: memberName(name, lexicon), text: inWords(shown, name, lexicon) }];
  });
}
