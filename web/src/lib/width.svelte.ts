// The width class of the page, as boards are told it.

import type { Board, BoardProps } from './board';

const PHONE = 600;
const WIDE = 1100;

export function sizeOf(width: number, wideFrom: number = WIDE): BoardProps['size'] {
  return width < PHONE ? 'phone' : width < wideFrom ? 'tablet' : 'wide';
}

class Width {
  private now: number = $state(window.innerWidth);

  constructor() {
    window.addEventListener('resize', () => (this.now = window.innerWidth));
  }

  sizeFor(board: Board | null): BoardProps['size'] {
    return sizeOf(this.now, board?.wideFrom);
  }
}

export const width = new Width();
