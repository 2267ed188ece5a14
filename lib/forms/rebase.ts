import { hashKey } from "@tanstack/react-query";
import { isObject, type Loose } from "../loose";

/** Whether two values are the same as JSON, in whichever order their members are. */
const same = (one: unknown, other: unknown) => hashKey([one]) === hashKey([other]);

/** The value at a path with dots. */
export function valueAt(document: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, step) => (value as Loose | null | undefined)?.[step], document);
}

/** Whether `mine` changed the value at a path of `base`. */
export function isMine(base: unknown, mine: unknown, path: string): boolean {
  return !same(valueAt(base, path), valueAt(mine, path));
}

/** Whether `now` has all that `mine` changed of `base`. */
export function hasAll(base: Loose, mine: Loose, now: Loose): boolean {
  return same(rebase(base, mine, now), now);
}

/**
 * What is stored now, `now`, with what `mine` changed of `base`, value by value; a list is one value.
 * @param given paths at which the stored value counts all the same
 */
export function rebase<Document extends Loose>(
  base: Document,
  mine: Document,
  now: Document,
  given: readonly string[] = [],
): Document {
  const merged = (base: unknown, mine: unknown, now: unknown, path: string): unknown => {
    if (same(base, mine) || given.includes(path)) return now;
    if (!isObject(mine) || !(isObject(base) || isObject(now))) return mine;
    const [before, after] = [isObject(base) ? base : {}, isObject(now) ? now : {}];
    const keys = new Set([...Object.keys(mine), ...Object.keys(before), ...Object.keys(after)]);
    const within = (key: string) => merged(before[key], mine[key], after[key], path ? `${path}.${key}` : key);
    return Object.fromEntries(
      [...keys].map((key) => [key, within(key)] as const).filter(([, value]) => value !== undefined),
    );
  };
  return merged(base, mine, now, "") as Document;
}
