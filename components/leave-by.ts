type Go = () => void;
let ask: ((go: Go) => void) | null = null;

/** Leaves the page by `go`; where something is not saved, only once that was agreed to. */
export function leaveBy(go: Go): void {
  if (ask) ask(go);
  else go();
}

/** Has `next` decide about every way out by `leaveBy`; returns how to stop that. */
export function guardLeaving(next: (go: Go) => void): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = null;
  };
}
