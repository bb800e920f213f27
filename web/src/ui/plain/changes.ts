// What is new to me: everything that is not as it was when I last chose. Who only watches has seen all
// but the last step.

import type { View } from '../../lib/protocol';

/** Give it each view as it comes; it says with which earlier one to compare. */
export function sinceMyChoice(): (view: View) => View | null {
  let last: View | null = null;
  let before: View | null = null;
  return (view) => {
    if (last !== null && view.ply < last.ply) before = null; // taken back
    else if (last !== null && view.ply > last.ply && (view.seat === null || last.decider === view.seat)) before = last;
    last = view;
    return before;
  };
}
