// Where drawings are found: a game's own icons win over the shared ones.

import { sprites } from 'virtual:art';

/** The address of an icon for <use>, or null if nobody drew it. */
export function iconAddress(name: string, game?: string): string | null {
  const own = game === undefined ? undefined : sprites[game];
  if (own?.names.includes(name)) return `${own.url}#${name}`;
  const shared = sprites['']!;
  return shared.names.includes(name) ? `${shared.url}#${name}` : null;
}

/** Shapes of the seats, round (0, 0) with radius 10: colour alone must never tell seats apart. */
export const SEAT_SHAPES: readonly string[] = [
  'M0-9.5A9.500 9.500 0 1 1 0 9.500A9.500 9.500 0 1 1 0-9.500Z',
  'M-8.500-8.500H8.500V8.500H-8.500Z',
  'M0-10 10 8H-10Z',
  'M0-11.500 10.500 0 0 11.500-10.500 0Z',
  'M0-11 3.100-4 10.700-3.300 5 1.800 6.700 9.300 0 5.400-6.700 9.300-5 1.800-10.700-3.300-3.100-4Z',
  'M-5.500-9.500H5.500L11 0 5.500 9.500H-5.500L-11 0Z',
];
