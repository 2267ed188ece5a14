/** How often it is looked whether scripts under way have run, ms. */
const LOOK_MS = 20;
/** A script that failed is asked for once more within this time, ms (Turbopack's runtime). */
const SECOND_TRY_MS = 700;
/** A script that hangs holds up the next part by this, and no other, ms. */
const PATIENCE_MS = 10_000;

const ended = new WeakSet<EventTarget>();
let lastFailure = Number.NEGATIVE_INFINITY;

function endAll(): void {
  for (const script of document.scripts) ended.add(script);
}

if (typeof document !== "undefined") {
  if (document.readyState === "complete") endAll();
  else window.addEventListener("load", endAll, { once: true });
  const onEnd = ({ type, target }: Event) => {
    if (!(target instanceof HTMLScriptElement)) return;
    ended.add(target);
    if (type === "error") lastFailure = performance.now();
  };
  document.addEventListener("load", onEnd, true);
  document.addEventListener("error", onEnd, true);
}

function isAtRest(): boolean {
  return (
    document.readyState === "complete" &&
    performance.now() - lastFailure > SECOND_TRY_MS &&
    ![...document.scripts].some((script) => script.src.includes("/_next/") && !ended.has(script))
  );
}

/**
 * Loads a part of the program: `lazily(() => import("./part"))`, for every `import()` that a browser makes. It begins
 * when no script is under way: Turbopack has several lists of the scripts that an `import()` needs, each leaving out
 * what the place that it was made for has, and takes the list that it meets first. While that place is still loading,
 * another would run without what it needs, and the page would break (github.com/vercel/next.js/issues/98099).
 * Throws what `load` throws.
 */
export async function lazily<Part>(load: () => Promise<Part>): Promise<Part> {
  if (typeof document !== "undefined") {
    const latest = performance.now() + PATIENCE_MS;
    while (!isAtRest() && performance.now() < latest) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (performance.now() >= latest) endAll();
  }
  return load();
}
