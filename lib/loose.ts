/** Readers of values that are not judged yet: a value of the wrong kind reads as empty. */

/** An object whose fields may be anything. */
export type Loose = Record<string, unknown>;

export function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function object(value: unknown): Loose {
  return isObject(value) ? value : {};
}

/** The elements of a list as objects. */
export function list(value: unknown): Loose[] {
  return Array.isArray(value) ? value.map(object) : [];
}

/** A text that is not empty. */
export function string(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A text without the spaces around it. */
export function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
