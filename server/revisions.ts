import { isDeepStrictEqual } from "node:util";
import { ApiError, type Path, type Problem } from "@/lib/errors";
import { isObject, type Loose } from "@/lib/loose";

/** A row that several people edit; a trigger keeps both as it changes (contract §11.10). */
export type Revised = {
  revision: number;
  /** The revision that last changed each value, by its path. */
  changed_paths: Readonly<Record<string, number>>;
};

/** The values of a document by their paths, as the trigger has them: a list is one value. */
function valuesOf(document: Loose, before = ""): [path: string, value: unknown][] {
  return Object.entries(document).flatMap(([key, value]): [string, unknown][] =>
    isObject(value) ? valuesOf(value, `${before}${key}.`) : value === undefined ? [] : [[`${before}${key}`, value]],
  );
}

/** Puts a value into a document, whose objects on the way are copied. False: a value is in the way. */
function put(document: Loose, path: string, value: unknown): boolean {
  const [step = "", ...rest] = path.split(".");
  if (step === "__proto__") return false;
  if (rest.length === 0) {
    document[step] = value;
    return true;
  }
  const inner = document[step] ?? {};
  if (!isObject(inner)) return false;
  document[step] = { ...inner };
  return put(document[step] as Loose, rest.join("."), value);
}

/**
 * What is to be stored of a document for which the caller sends `sent`, having read it at the revision `since`: with
 * what others have changed since and `sent` does not name; null in it takes a value away. Without `since` it is `sent`.
 * @param nameOf where the body of the request has a path, for the error
 * @throws ApiError CHANGED_MEANWHILE naming each value that others have changed since, and that is sent as another one
 */
export function mergedWith<Document extends Loose>(
  row: Revised,
  document: Loose,
  sent: Document,
  since: number | undefined,
  nameOf: (path: string) => Path = (path) => path.split("."),
): Document {
  if (since === undefined) return sent;
  const [standing, given] = [new Map(valuesOf(document)), new Map(valuesOf(sent))];
  const merged: Document = { ...sent };
  const problems: Problem[] = [];
  for (const path of new Set([...standing.keys(), ...given.keys()])) {
    const [now, then] = [standing.get(path) ?? null, given.get(path) ?? null];
    if ((row.changed_paths[path] ?? 0) <= since || isDeepStrictEqual(now, then)) continue;
    if (given.has(path) || !put(merged, path, now)) problems.push({ path: nameOf(path), key: "changedMeanwhile" });
  }
  if (problems.length > 0) throw new ApiError("CHANGED_MEANWHILE", { problems });
  return merged;
}
