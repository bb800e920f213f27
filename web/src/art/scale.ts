// How large things in pictures are on the screen. All that wait are read before any is changed, and
// a picture is watched once however many things are in it: the browser lays out once.

type Tell = (scale: number) => void;

const waiting = new Map<SVGGraphicsElement, Tell>();

function read(): void {
  const found = [...waiting].map(([thing, tell]) => ({ tell, drawn: thing.isConnected ? thing.getScreenCTM() : null }));
  waiting.clear();
  for (const { tell, drawn } of found) if (drawn) tell(Math.hypot(drawn.a, drawn.b));
}

function ask(thing: SVGGraphicsElement, tell: Tell): void {
  if (waiting.size === 0) queueMicrotask(read);
  waiting.set(thing, tell);
}

interface Watch {
  things: Map<SVGGraphicsElement, Tell>;
  end: () => void;
}
const watches = new WeakMap<SVGSVGElement, Watch>();

function watch(picture: SVGSVGElement): Watch {
  const things = new Map<SVGGraphicsElement, Tell>();
  const all = () => things.forEach((tell, thing) => ask(thing, tell));
  const box = new ResizeObserver(all);
  const scale = new MutationObserver(all);
  box.observe(picture);
  scale.observe(picture, { attributes: true, attributeFilter: ['viewBox'] });
  const made = {
    things,
    end: () => {
      box.disconnect();
      scale.disconnect();
      watches.delete(picture);
    },
  };
  watches.set(picture, made);
  return made;
}

/** Tells how many pixels a unit of a thing has, now and whenever its picture is drawn larger or
 *  smaller, until the returned function is called. */
export function followScale(thing: SVGGraphicsElement, tell: Tell): () => void {
  let picture = thing.ownerSVGElement;
  while (picture?.ownerSVGElement) picture = picture.ownerSVGElement;
  if (!picture) return () => {};
  const watched = watches.get(picture) ?? watch(picture);
  watched.things.set(thing, tell);
  ask(thing, tell);
  return () => {
    waiting.delete(thing);
    watched.things.delete(thing);
    if (watched.things.size === 0) watched.end();
  };
}
