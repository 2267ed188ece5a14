/**
 * Owns what exists once in a process although modules may be there twice: Next's bundle of the pages has copies of those
 * that the program has.
 */
const KEY = Symbol.for("sampan.process");
const globals = globalThis as typeof globalThis & { [KEY]?: Map<string, object> };

/** The object of that name, which is made at the first call in the process. */
export function processWide<T extends object>(name: string, make: () => T): T {
  globals[KEY] ??= new Map();
  const kept = globals[KEY];
  if (!kept.has(name)) kept.set(name, make());
  return kept.get(name) as T;
}
