// Things that fly from one place to another, one after the other: from where they were to where
// they go. Places are elements with a data-place; who cannot be found does not fly.

import { iconAddress } from '../art/art';
import type { Flight } from './board';

function centreOf(root: ParentNode, place: string): { x: number; y: number } | null {
  const found = root.querySelector(`[data-place="${CSS.escape(place)}"]`);
  const box = found?.getBoundingClientRect();
  if (!box || (box.width === 0 && box.height === 0)) return null;
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

const SIZE = 40;

function drawn(flight: Flight, game: string): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 32 32');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'flight');
  const address = iconAddress(flight.icon === 'card' ? 'deck' : flight.icon, game) ?? iconAddress('token', game);
  // A shadow that is drawn, not filtered: a filter would be worked out anew in every frame.
  const shadow = document.createElementNS(space, 'ellipse');
  for (const [name, value] of Object.entries({ cx: '17', cy: '30', rx: '12', ry: '4', class: 'shadow' })) shadow.setAttribute(name, value);
  svg.append(shadow);
  const use = document.createElementNS(space, 'use');
  use.setAttribute('href', address!);
  use.setAttribute('width', '32');
  use.setAttribute('height', '32');
  svg.append(use);
  if ((flight.count ?? 1) > 1) {
    const text = document.createElementNS(space, 'text');
    text.setAttribute('x', '31');
    text.setAttribute('y', '31');
    text.setAttribute('text-anchor', 'end');
    text.textContent = `×${flight.count}`;
    svg.append(text);
  }
  return svg;
}

/** Resolves when the thing has arrived, or at once when `stopped` is. */
async function flyOne(root: HTMLElement, flight: Flight, game: string, duration: number, stopped: AbortSignal): Promise<void> {
  const from = centreOf(root, flight.from);
  const to = centreOf(root, flight.to);
  if (!from || !to || stopped.aborted) return;
  const thing = drawn(flight, game);
  document.body.append(thing);
  const at = (point: { x: number; y: number }, scale: number) =>
    `translate(${point.x - SIZE / 2}px, ${point.y - SIZE / 2}px) scale(${scale})`;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - Math.min(60, Math.hypot(to.x - from.x, to.y - from.y) / 6) };
  const animation = thing.animate(
    [
      { transform: at(from, 0.7), opacity: 0.2 },
      { transform: at(from, 1), opacity: 1, offset: 0.12 },
      { transform: at(middle, 1.25), opacity: 1, offset: 0.55 },
      { transform: at(to, 1), opacity: 1 },
    ],
    { duration, easing: 'cubic-bezier(0.45, 0, 0.25, 1)', fill: 'both' },
  );
  const stop = () => animation.finish();
  stopped.addEventListener('abort', stop);
  try {
    await animation.finished;
  } catch {
    // cancelled: nothing to wait for
  } finally {
    stopped.removeEventListener('abort', stop);
    thing.remove();
  }
}

export async function fly(root: HTMLElement, flights: readonly Flight[], game: string, duration: number, stopped: AbortSignal): Promise<void> {
  for (const flight of flights) {
    if (stopped.aborted || duration === 0) return;
    await flyOne(root, flight, game, duration, stopped);
  }
}
