import { z } from "zod";
import type { Contract } from "@/lib/contracts/contract";
import { isObject, object } from "@/lib/loose";
import { HIDDEN, PERSONAL, PERSONAL_IN, PLAIN, SECRET, SOUGHT } from "@/lib/masked-fields";

/** How much of a body is kept, in bytes of UTF-8. */
const MOST_BYTES = 8192;
/** Fields of errors, which every operation has. */
const OF_ERRORS = [
  ...[
    "error",
    "code",
    "code_reason",
    "message",
    "error_trace",
    "field",
    "pointer",
    "retry_after",
    "data",
    "pagination",
  ],
  ...["total", "page", "per_page", "total_pages", "total_is_at_least", "id", "order_id", "reason", "disk"],
  // Contract §9.5, §14.2 and §13.8.
  ...["quote_id", "quote_price", "expires_at", "price_before"],
];

/** Whether a text can only be an id of ours: of an order, a tracking number, an account, an event … */
export function isId(text: string): boolean {
  return /^(\d{1,7}|\d{14,15}|S[PT]\d{11}|[a-z]{1,12}_(?=\w*\d)[\w-]{6,80}|[\da-f]{8}-[\da-f-]{27})$/i.test(text);
}

/**
 * The same shape without what it says: letters become `x`, digits `0`; blanks and ASCII signs stay, and so does the
 * delivery code of an address (contract §12.11).
 */
function shapeOf(text: string): string {
  const caret = text.lastIndexOf("^");
  const end = caret >= 0 && /^\^[A-Za-z0-9-]{1,20}$/.test(text.slice(caret)) ? caret : text.length;
  let shape = "";
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    const isLetter = ((code | 32) >= 97 && (code | 32) <= 122) || (code >= 0x3400 && code <= 0x9fff);
    if (!isLetter && (code > 126 || code < 32)) return otherShape(text.slice(0, end)) + text.slice(end);
    shape += isLetter ? "x" : code >= 48 && code <= 57 ? "0" : text[i];
  }
  return shape + text.slice(end);
}

/** The same for any signs, which takes longer. */
function otherShape(text: string): string {
  return text.replace(/\p{Nd}/gu, "0").replace(/[^\s0\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/gu, "x");
}

/** How values of a field are written. */
type Kind = "secret" | "personal" | "sought" | "plain";
type Fields = ReadonlyMap<string, Kind>;

function kindOf(name: string): Kind | undefined {
  if (SECRET.has(name)) return "secret";
  if (PERSONAL.has(name)) return "personal";
  if (SOUGHT.has(name)) return "sought";
  return PLAIN.has(name) ? "plain" : undefined;
}

/** Whether a schema allows only certain words, numbers, dates or the like. */
function isNarrow(schema: unknown, definitions: unknown): boolean {
  const { $ref, anyOf, items, type, ...rest } = object(schema);
  if ($ref) return isNarrow(object(definitions)[String($ref).replace("#/$defs/", "")], definitions);
  if (Array.isArray(anyOf)) return anyOf.every((each) => isNarrow(each, definitions));
  if (items) return isNarrow(items, definitions);
  if (["enum", "const", "properties", "pattern", "format"].some((name) => name in rest)) return true;
  const types = [type].flat();
  return types.every((each) => typeof each === "string" && each !== "string" && each !== "array");
}

/** The fields of an operation, and whether all of its schemas for one are narrow. */
function schemasOf(contract: Contract): Map<string, boolean> {
  const narrow = new Map<string, boolean>();
  const collect = (value: unknown, definitions: unknown): void => {
    if (Array.isArray(value)) for (const each of value) collect(each, definitions);
    if (!isObject(value)) return;
    for (const [name, schema] of Object.entries(object(value.properties)))
      narrow.set(name, (narrow.get(name) ?? true) && isNarrow(schema, definitions));
    for (const each of Object.values(value)) collect(each, definitions);
  };
  for (const schema of [contract.params, contract.query, contract.body, contract.response])
    for (const io of ["input", "output"] as const) {
      if (!schema) continue;
      const written = z.toJSONSchema(schema, { unrepresentable: "any", io });
      collect(written, written.$defs);
    }
  return narrow;
}

/** Fields of an operation of which nobody has said what they are; they are taken for personal. */
export function fieldsToJudge(contract: Contract): string[] {
  return [...schemasOf(contract)].filter(([name, narrow]) => !(narrow || kindOf(name))).map(([name]) => name);
}

const fieldsOf = new WeakMap<Contract, Fields>();

/** All fields that an operation knows; a value at any other name could be anything. */
function knownFields(contract: Contract): Fields {
  const known = fieldsOf.get(contract);
  if (known) return known;
  const fields = new Map<string, Kind>();
  for (const [name, narrow] of schemasOf(contract)) fields.set(name, kindOf(name) ?? (narrow ? "plain" : "personal"));
  for (const name of OF_ERRORS) fields.set(name, kindOf(name) ?? "plain");
  for (const name of SECRET) fields.set(name, "secret");
  for (const name of PERSONAL_IN[contract.id] ?? []) fields.set(name, "personal");
  fieldsOf.set(contract, fields);
  return fields;
}

/** No body of ours is deeper. */
const DEEPEST = 30;

/** Copies a value, masked, until its budget is used up. (`JSON.stringify` of the copy is faster than writing text.) */
class Copier {
  /** The budget: characters of JSON, of which never more are counted than JSON takes. */
  private room = MOST_BYTES;
  /** Characters that are counted. */
  get used(): number {
    return MOST_BYTES - this.room;
  }
  private depth = 0;
  constructor(private readonly known: Fields) {}

  /** `kind`: that of the field with the value; `personal` for one that nobody knows. */
  copy(value: unknown, kind: Kind): unknown {
    if (typeof value === "string") {
      this.room -= value.length + 2;
      return maskedText(value, kind);
    }
    this.room--;
    if (typeof value === "number" || typeof value === "bigint") {
      return kind === "personal" ? shapeOf(String(value)) : typeof value === "bigint" ? String(value) : value;
    }
    if (!Array.isArray(value) && !isObject(value)) return value;
    if (this.depth >= DEEPEST) return null;
    this.depth++;
    const copied = Array.isArray(value) ? this.copyList(value, kind) : this.copyFields(value);
    this.depth--;
    return copied;
  }

  private copyList(values: readonly unknown[], kind: Kind): unknown[] {
    const copied: unknown[] = [];
    for (let i = 0; i < values.length && this.room >= 0; i++) copied.push(this.copy(values[i], kind));
    return copied;
  }

  private copyFields(value: Record<string, unknown>): Record<string, unknown> {
    const copied: Record<string, unknown> = {};
    for (const name in value) {
      if (this.room < 0) break;
      if (value[name] === undefined) continue;
      const kind = this.known.get(name);
      this.room -= name.length + 3;
      // Of an unknown field even the name could say something, unless it looks like the name of a field.
      const shown = kind || /^[A-Za-z]\w{0,39}$/.test(name) ? name : shapeOf(name);
      copied[shown] = kind === "secret" ? HIDDEN : this.copy(value[name], kind ?? "personal");
    }
    return copied;
  }
}

function maskedText(value: string, kind: Kind): string {
  if (kind === "secret") return HIDDEN;
  if (kind === "personal") return shapeOf(value);
  return kind === "sought" && !isId(value) ? shapeOf(value) : value;
}

/** A body without secrets and personal data: as it becomes JSON, or its JSON text. */
export type Masked = object | string;

/** JSON writes no character in more bytes: `\u001f`. */
const MOST_OF_CHARACTER = 6;

/**
 * A body without secrets and personal data, and about how long it is, in characters; of one that takes more than
 * {@link MOST_BYTES} the beginning of its JSON text, which ends with `…`.
 */
export function maskedBody(contract: Contract, value: unknown): { body: Masked; weight: number } {
  const copier = new Copier(knownFields(contract));
  const copy = copier.copy(value, "personal");
  if (typeof copy === "object" && copy !== null && copier.used * MOST_OF_CHARACTER <= MOST_BYTES)
    return { body: copy, weight: copier.used };
  const body = cut(JSON.stringify(copy) ?? "null");
  return { body, weight: body.length };
}

function cut(text: string): string {
  if (text.length * 3 <= MOST_BYTES) return text;
  const bytes = Buffer.from(text);
  if (bytes.length <= MOST_BYTES) return text;
  // A character that the cut divides becomes U+FFFD.
  return `${bytes
    .subarray(0, MOST_BYTES - 3)
    .toString("utf8")
    .replace(/\ufffd+$/, "")}…`;
}

/** A query without what a person typed, except ids. */
export function maskedQuery(contract: Contract, query: URLSearchParams): string | null {
  const known = knownFields(contract);
  const shown = [...query].map(([name, value]) => {
    const field = known.get(name);
    return [field ? name : shapeOf(name), maskedText(value, field ?? "personal")];
  });
  return shown.length ? new URLSearchParams(shown).toString().slice(0, 1000) : null;
}

const ownSteps = new WeakMap<Contract, ReadonlySet<string>>();

/** A path in which only the operation's own words and ids are left. */
export function maskedPath(contract: Contract, pathname: string): string {
  const own = ownSteps.get(contract) ?? new Set([...contract.path.split("/"), "testing", "v1"]);
  ownSteps.set(contract, own);
  return pathname
    .split("/")
    .map((step) => (own.has(step) || isId(step) ? step : shapeOf(decoded(step))))
    .join("/")
    .slice(0, 300);
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
