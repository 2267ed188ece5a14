/**
 * Owns what the request log keeps of a call (contract §19.4): what its contract names as plain, in the shape that the
 * contract says; everything else is masked whole.
 */
import { z } from "zod";
import type { Contract } from "@/lib/contracts/contract";
import { type Definition, definitionOf } from "@/lib/contracts/definition";
import { writtenBody } from "@/lib/contracts/written";
import { API_BASE, type Environment } from "@/lib/environment";
import { isObject, object } from "@/lib/loose";
import { operationOf } from "@/lib/operations";
import { tidyNumber } from "@/lib/tidy-number";
import { MASKED as HIDDEN } from "@/server/accounts";
import { CODES, MASKED, MASKED_IN, NAMES_SOMETHING, PLAIN, SOUGHT } from "./fields";

/** How much of a body is kept, in bytes of UTF-8. */
const MOST_BYTES = 8192;

const ID_PREFIXES = "ad|ba|bulk|bx|ci|dl|dr|evt|ex|fa|ho|im|in|nt|oe|om|op|ov|pf|pj|po|pr|qt|req|ru|si|tv|we|wv";
const ID = new RegExp(
  `^(\\d{14,15}|S[PT]\\d{11}|(${ID_PREFIXES})_[\\w-]{6,80}|[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12})$`,
  "i",
);

/** Whether a text can only be an id of ours: of an order, a tracking number, an event … Tokens and secrets are none. */
export function isId(text: string): boolean {
  return ID.test(text);
}

/** What is kept at one place of a contract. */
type Slot = {
  /** Of a single value, whether it is kept. Absent: never. */
  keeps?: (value: unknown) => boolean;
  /** Of an object, the places of its fields. Absent: an object is not kept. */
  fields?: Map<string, Slot>;
  /** Of a list, the place of its elements. Absent: a list is not kept. */
  elements?: Slot;
};

const NOTHING: Slot = {};

/** A schema without what only wraps it. */
function bare(schema: z.ZodType): { schema: z.ZodType; def: Definition } {
  const def = definitionOf(schema);
  if (def.innerType) return bare(def.innerType);
  if (def.type === "pipe" && def.in && def.out)
    return bare(definitionOf(def.in).type === "transform" ? def.out : def.in);
  return { schema, def };
}

/** Whether a schema allows only certain words, numbers, dates or the like. */
function isNarrow(schema: z.ZodType): boolean {
  const def = definitionOf(schema);
  const { pattern, format, type } = schema.meta() ?? {};
  if (
    pattern ||
    format ||
    type === "integer" ||
    type === "number" ||
    def.format ||
    def.checks?.some((check) => check._zod.def.format)
  )
    return true;
  if (def.innerType) return isNarrow(def.innerType);
  if (def.type === "pipe") return [def.in, def.out].some((each) => each && isNarrow(each));
  return ["number", "int", "bigint", "null"].includes(def.type);
}

/** Both: what either keeps. */
function either(a: Slot, b: Slot): Slot {
  const fields = a.fields || b.fields ? new Map(a.fields) : undefined;
  for (const [name, place] of b.fields ?? []) fields?.set(name, either(fields.get(name) ?? NOTHING, place));
  const [ofA, ofB] = [a.keeps, b.keeps];
  return {
    keeps: ofA && ofB ? (value) => ofA(value) || ofB(value) : (ofA ?? ofB),
    fields,
    elements: a.elements && b.elements ? either(a.elements, b.elements) : (a.elements ?? b.elements),
  };
}

/** Reads a contract's schemas. */
class Reader {
  /** Fields that are not classified; their values are not kept. */
  readonly unjudged = new Set<string>();
  private readonly masked: ReadonlySet<string>;
  constructor(
    contract: Contract,
    private readonly isRequest: boolean,
  ) {
    this.masked = new Set(MASKED_IN[contract.id]);
  }

  placeOf(schema: z.ZodType, name: string): Slot {
    const { def } = bare(schema);
    if (def.type === "union")
      return (def.options ?? []).map((option) => this.placeOf(option, name)).reduce(either, NOTHING);
    if (["object", "array", "record"].includes(def.type)) return MASKED.has(name) ? NOTHING : this.below(def, name);
    return this.leaf(schema, def, name);
  }

  private below({ element, keyType, valueType, shape = {} }: Definition, name: string): Slot {
    if (element) return { elements: this.placeOf(element, name) };
    if (keyType && valueType) {
      const names = keyType instanceof z.ZodEnum ? keyType.options.map(String) : [];
      return { fields: new Map(names.map((each) => [each, this.placeOf(valueType, each)])) };
    }
    return { fields: new Map(Object.entries(shape).map(([field, schema]) => [field, this.placeOf(schema, field)])) };
  }

  private leaf(schema: z.ZodType, { type }: Definition, name: string): Slot {
    const fits = (value: unknown) => schema.safeParse(value).success;
    if (["enum", "literal", "boolean"].includes(type)) return { keeps: fits };
    if (MASKED.has(name) || this.masked.has(name)) return NOTHING;
    if (isNarrow(schema)) return { keeps: fits };
    const like = (is: (text: string) => boolean): Slot => ({
      keeps: (value) => typeof value === "string" && is(value),
    });
    if (SOUGHT.has(name) || (this.isRequest && NAMES_SOMETHING.test(name))) return like(isId);
    if (this.isRequest && CODES.has(name)) return like((text) => /^[\w:]{1,64}$/.test(text));
    // An amount whose form depends on another field.
    if (type === "unknown" && PLAIN.has(name)) return like((text) => /^\d{1,12}(\.\d{1,6})?$/.test(text));
    if (type !== "string") return NOTHING;
    if (PLAIN.has(name)) return { keeps: fits };
    if (name) this.unjudged.add(name);
    return NOTHING;
  }
}

/** The places of an operation's path, query, body and answer. */
type Slots = { params: Slot; query: Slot; body: Slot; answer: Slot; unjudged: readonly string[] };

function read(contract: Contract): Slots {
  const [request, answer] = [new Reader(contract, true), new Reader(contract, false)];
  const ofRequest = (schema: z.ZodType | undefined) => (schema ? request.placeOf(schema, "") : NOTHING);
  const data = answer.placeOf(contract.response, "");
  const listed: Slot = contract.list ? { elements: data } : data;
  return {
    params: ofRequest(contract.params),
    query: ofRequest(contract.query),
    body: ofRequest(writtenBody(contract)),
    answer: contract.bare
      ? data
      : {
          fields: new Map([
            ["data", listed],
            ["pagination", PAGINATION],
          ]),
        },
    unjudged: [...request.unjudged, ...answer.unjudged],
  };
}

/** Our own words, which may repeat what was sent. */
const MESSAGE: Slot = { keeps: (value) => typeof value === "string" };
const OURS: Slot = { keeps: (value) => typeof value !== "object" };
const fieldsOf = (...names: string[]): Map<string, Slot> => new Map(names.map((name) => [name, OURS]));
const PAGINATION: Slot = { fields: fieldsOf("total", "page", "per_page", "total_pages", "total_is_at_least") };
const SAID = ["code", "code_reason", "field", "pointer", "id", "order_id"];
// Contract §9.5, §14.2 and §13.8.
const OF_PRICE = ["quote_id", "quote_price", "expires_at", "price_before"];
const ENTRY: Slot = { fields: fieldsOf(...SAID, ...OF_PRICE).set("message", MESSAGE) };
const REFUSED = fieldsOf(...SAID, ...OF_PRICE, "retry_after", "reason", "disk")
  .set("message", MESSAGE)
  .set("error_trace", { elements: ENTRY });
const REFUSAL: Slot = { fields: new Map([["error", { fields: REFUSED }]]) };

const known = new WeakMap<Contract, Slots>();

function slotsOf(contract: Contract): Slots {
  const places = known.get(contract) ?? read(contract);
  known.set(contract, places);
  return places;
}

/** Fields of an operation that are not classified. */
export function fieldsToJudge(contract: Contract): readonly string[] {
  return slotsOf(contract).unjudged;
}

/** Of a hidden text, so many characters are looked for in messages, which may shorten it. */
const LOOKED_FOR = 20;
/** The beginning of a text in which they are looked for. */
const MOST_READ = 200;
const SHORTEST = 3;
const MOST_HIDDEN = 500;

/** Messages repeat scanned codes in another form. */
const alike = (text: string) => tidyNumber(text).toLowerCase();

/** What is hidden of one call, so that no message about it repeats it. */
export class Hidden {
  private readonly texts = new Set<string>();
  /** Not all of it is known. */
  isCut = false;

  add(value: unknown): void {
    if (this.texts.size >= MOST_HIDDEN) this.isCut = true;
    else if (Array.isArray(value)) for (const each of value) this.add(each);
    else if (isObject(value)) for (const each of Object.entries(value).flat()) this.add(each);
    else {
      const text = alike(String(value ?? "").slice(0, MOST_READ));
      if (text.length >= SHORTEST) this.texts.add(text.slice(0, LOOKED_FOR));
    }
  }

  isIn(message: string): boolean {
    const said = alike(message);
    return this.isCut || [...this.texts].some((text) => said.includes(text));
  }
}

/** Copies a value, masked, until its budget is used up. (`JSON.stringify` of the copy is faster than writing text.) */
class Copier {
  /** The budget: characters of JSON, of which never more are counted than JSON takes. */
  private room = MOST_BYTES;
  /** Characters that are counted. */
  get used(): number {
    return MOST_BYTES - this.room;
  }
  constructor(private readonly hidden: Hidden) {}

  copy(value: unknown, place: Slot): unknown {
    if (Array.isArray(value)) return place.elements ? this.copyList(value, place.elements) : this.hide(value);
    if (isObject(value)) return place.fields ? this.copyFields(value, place.fields) : this.hide(value);
    if (value !== null && !place.keeps?.(value)) return this.hide(value);
    if (place === MESSAGE && this.hidden.isIn(String(value))) return HIDDEN;
    this.room -= typeof value === "string" ? value.length + 2 : 1;
    return typeof value === "bigint" ? String(value) : value;
  }

  private hide(value: unknown): string {
    this.hidden.add(value);
    this.room -= HIDDEN.length + 2;
    return HIDDEN;
  }

  private copyList(values: readonly unknown[], place: Slot): unknown[] {
    const copied: unknown[] = [];
    for (let i = 0; i < values.length; i++) {
      if (this.isFull()) break;
      copied.push(this.copy(values[i], place));
    }
    return copied;
  }

  private isFull(): boolean {
    if (this.room < 0) this.hidden.isCut = true;
    return this.room < 0;
  }

  private copyFields(value: Record<string, unknown>, fields: ReadonlyMap<string, Slot>): Record<string, unknown> {
    const copied: Record<string, unknown> = {};
    for (const name in value) {
      if (this.isFull()) break;
      if (value[name] === undefined) continue;
      const place = fields.get(name);
      // Of an unknown field even the name could say something.
      const shown = place ? name : HIDDEN;
      if (!place) this.hidden.add(name);
      this.room -= shown.length + 3;
      copied[shown] = this.copy(value[name], place ?? NOTHING);
    }
    return copied;
  }
}

/** A body without secrets and personal data: as it becomes JSON, or its JSON text. */
export type Masked = object | string;

/** What a body is: what was sent, or what was answered, well or with an error. */
export type Part = "body" | "answer" | "refusal";

/** JSON writes no character in more bytes: `\u001f`. */
const MOST_OF_CHARACTER = 6;

/**
 * A body without secrets and personal data, and about how long it is, in characters; of one that takes more than
 * {@link MOST_BYTES} the beginning of its JSON text, which ends with `…`. What it hides is added to `hidden`, and no
 * message of a refusal repeats that.
 */
export function maskedBody(
  contract: Contract,
  part: Part,
  value: unknown,
  hidden: Hidden,
): { copy: unknown; body: Masked; weight: number } {
  const copier = new Copier(hidden);
  const copy = copier.copy(value, part === "refusal" ? REFUSAL : slotsOf(contract)[part]);
  if (typeof copy === "object" && copy !== null && copier.used * MOST_OF_CHARACTER <= MOST_BYTES)
    return { copy, body: copy, weight: copier.used };
  const body = cut(JSON.stringify(copy) ?? "null");
  return { copy, body, weight: body.length };
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

/**
 * The fields of a request that fits its contract, with the values that say nothing about a person; of a list only how
 * long it is (contract §20.1).
 */
export function plainFacts(contract: Contract, input: unknown): Record<string, unknown> {
  const { params, query, body } = slotsOf(contract);
  return factsOf(object(input), [params, query, body].reduce(either, NOTHING));
}

const MOST_FACTS = 60;

function factsOf(value: Record<string, unknown>, { fields }: Slot): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .slice(0, MOST_FACTS)
      .map(([name, each]): [string, unknown] => {
        const place = fields?.get(name) ?? NOTHING;
        if (Array.isArray(each)) return [name, each.length];
        if (isObject(each)) return [name, place.fields ? factsOf(each, place) : HIDDEN];
        return [name, each === null || place.keeps?.(each) ? each : HIDDEN];
      }),
  );
}

/** A query without what a person typed, except ids. */
export function maskedQuery(
  contract: Contract,
  query: URLSearchParams,
  hidden: Hidden,
): [name: string, value: string][] {
  const { fields } = slotsOf(contract).query;
  return [...query].map(([name, value]) => {
    const place = fields?.get(name);
    const isKept = place?.keeps?.(value);
    if (!isKept) hidden.add(value);
    return [place ? name : HIDDEN, isKept ? value : HIDDEN];
  });
}

/** The path of an operation, in which only parameters of the shape that it says are left; without a slash at its end. */
export function maskedPath(contract: Contract, environment: Environment, pathname: string): string {
  const own = contract.path.split("/").filter(Boolean);
  const given = pathname.split("/").filter(Boolean).slice(-own.length);
  const { fields } = slotsOf(contract).params;
  const steps = own.map((word, index) => {
    const step = given[index] ?? "";
    if (!word.startsWith("{")) return word;
    return fields?.get(word.slice(1, -1))?.keeps?.(decodeStep(step)) ? step : HIDDEN;
  });
  const base = operationOf(contract.id).base === "none" ? "" : API_BASE[environment];
  return `${base}/${steps.join("/")}`;
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
