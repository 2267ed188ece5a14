// What Node is about to remove must not be used by our own code. Of what dependencies use, Node's own words in the
// output are enough: only they can change it.
const KEY = Symbol.for("sampan.test-deprecations");
const globals = globalThis as typeof globalThis & { [KEY]?: Error[] };

/** Whether our own code made the call of a warning with this stack. What Next has bundled cannot be told apart. */
function isOwnCall(stack: string): boolean {
  const frames = stack.split("\n").filter((line) => /^\s+at (.*[( ])?(file:|\/)/.test(line));
  const caller = frames[0] ?? "";
  return caller !== "" && !/\/(node_modules|\.next\/server)\//.test(caller);
}

/** Whether the output of a process with `--trace-deprecation` holds such a call. */
export function hasOwnDeprecation(output: string): boolean {
  return output.split("DeprecationWarning: ").slice(1).some(isOwnCall);
}

/** Throws where this process has used such a function since the last call. */
export function requireNoDeprecation(): void {
  if (!globals[KEY]) {
    const seen: Error[] = [];
    process.on("warning", (warning) => {
      if (warning.name === "DeprecationWarning" && isOwnCall(warning.stack ?? "")) seen.push(warning);
    });
    globals[KEY] = seen;
  }
  const [first] = globals[KEY].splice(0);
  if (first) throw first;
}
