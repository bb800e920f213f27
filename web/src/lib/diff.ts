// Differences between views: members that changed, objects member by member, lists whole. The view
// before is left as it was, since it may still be on the screen.

import type { EventMessage } from './messages';
import type { Members, Value, View } from './protocol';

function isObject(value: Value | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function merged(before: Members, changes: Members): Members {
  const after: Members = { ...before };
  for (const [name, change] of Object.entries(changes)) {
    const old = before[name];
    after[name] = isObject(change) && isObject(old) ? merged(old, change) : change;
  }
  return after;
}

/** The view after an event. Moves, prompt and undo are told anew each time. */
export function viewAfter(view: View, event: EventMessage): View {
  const after = merged(view as unknown as Members, event.diff) as unknown as View;
  after.ply = event.ply;
  after.prompt = event.prompt;
  after.undo = event.undo ?? 0;
  if (event.moves) after.moves = event.moves;
  else delete after.moves;
  return after;
}
