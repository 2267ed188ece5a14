type Go = () => void;
let ask: ((go: Go) => void) | null = null;

/** Leaves the page by `go`; if something is not saved, only after the person agrees. */
export function leaveBy(go: Go): void {
  if (ask) ask(go);
  else go();
}

/** Lets `next` decide about every exit by `leaveBy`. Returns the function that stops this. */
export function guardLeaving(next: (go: Go) => void): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = null;
  };
}
