// The width class of the page, as boards are told it.

import type { BoardProps } from './board';

export function sizeOf(width: number): BoardProps['size'] {
  return width < 600 ? 'phone' : width < 1100 ? 'tablet' : 'wide';
}

class Width {
  size: BoardProps['size'] = $state(sizeOf(window.innerWidth));

  constructor() {
    window.addEventListener('resize', () => (this.size = sizeOf(window.innerWidth)));
  }
}

export const width = new Width();
