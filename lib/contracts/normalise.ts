import { invalid } from "@/lib/errors";

const MAX_DEPTH = 32;

/**
 * Removes values that mean "not given": `""` and `null` in objects become undefined (contract §12.3). It works in
 * place, so that a key such as `__proto__` stays the plain data that JSON.parse made it.
 */
export function dropEmpty(value: unknown, depth = 1): void {
  if (value === null || typeof value !== "object") return;
  if (depth > MAX_DEPTH) throw invalid({ path: ["json_parse"], key: "tooDeep", params: { max: MAX_DEPTH } });
  if (Array.isArray(value)) {
    for (const element of value) dropEmpty(element, depth + 1);
    return;
  }
  const object = value as Record<string, unknown>;
  for (const key of Object.keys(object)) {
    const child = object[key];
    if (child === "" || child === null) object[key] = undefined;
    else if (typeof child === "object") dropEmpty(child, depth + 1);
  }
}

/** A copy of a body as the API reads it, without what is not given. The form's values are not changed. */
export function normalise(values: Record<string, unknown>): Record<string, unknown> {
  const copy = structuredClone(values);
  dropEmpty(copy);
  return copy;
}
