import { z } from "zod";

/** A JSON object of the document. */
export type Json = Record<string, unknown>;
type Io = "input" | "output";

const PREFIX = "#/components/schemas/";

/** The schemas of the document: named ones are under `components/schemas` once and are referenced. */
export class Schemas {
  readonly components: Record<string, Json> = {};
  readonly #named = new Map<z.ZodType, string>();

  /**
   * The JSON Schema of a contract's schema, for requests (`input`) or answers (`output`). Schemas with an id in their
   * metadata become components, and so does the schema itself if `name` is given.
   * @throws Error when two different schemas share a name, because generated clients would mix them up.
   */
  of(schema: z.ZodType, io: Io, name?: string): Json {
    const { $schema: _dialect, $defs = {}, ...root } = z.toJSONSchema(schema, { io, override: loosen }) as Json;
    for (const [id, definition] of Object.entries($defs as Record<string, Json>))
      this.#add(id, describeBounds(definition, io));
    const own = rewriteSchema(describeBounds(root, io)) as Json;
    if (!name || "$ref" in own) return own;
    const known = this.#named.get(schema) ?? name;
    this.#named.set(schema, known);
    this.#add(known, own);
    return { $ref: PREFIX + known };
  }

  #add(name: string, definition: Json): void {
    const made = rewriteSchema(definition) as Json;
    const before = this.components[name];
    if (before && JSON.stringify(before) !== JSON.stringify(made)) throw new Error(`two schemas are named ${name}`);
    this.components[name] = made;
  }

  /** The components sorted by name; unions get the field that distinguishes their members. */
  sorted(): Record<string, Json> {
    const entries = Object.entries(this.components).map(([name, schema]): [string, Json] => {
      const discriminator = this.#discriminatorOf(schema);
      return [name, { title: name, ...schema, ...(discriminator ? { discriminator } : {}) }];
    });
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #discriminatorOf(schema: Json): Json | undefined {
    if (!Array.isArray(schema.oneOf)) return undefined;
    const refs = (schema.oneOf as Json[]).map((member) => String(member.$ref));
    const members = refs.map((ref) => this.components[ref.slice(PREFIX.length)]?.properties as Record<string, Json>);
    const first = members[0];
    if (!first || members.includes(undefined as never)) return undefined;
    const propertyName = Object.keys(first).find((key) => members.every((member) => member[key]?.const !== undefined));
    if (!propertyName) return undefined;
    const mapping = Object.fromEntries(members.map((member, i) => [String(member[propertyName]?.const), refs[i]]));
    return { propertyName, mapping };
  }
}

/** Answers may gain fields within v1, so the document must not make strict clients refuse them. */
function loosen({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

const FORMS: Record<string, string> = {
  "^\\d{1,12}(\\.\\d{1,6})?$": "a decimal number as a string",
  "^\\d{1,12}$": "a whole number as a string",
  "^-?\\d{1,12}$": "a whole number as a string",
  "^\\d{1,15}$": "1 to 15 digits",
  "^([01]\\d|2[0-3]):[0-5]\\d$": "`HH:MM`, Hong Kong time",
};
const FORMATS: Record<string, string> = {
  date: "`YYYY-MM-DD`",
  "date-time": "ISO 8601 with an offset",
};

/** The bounds of a field in words, as its schema has them. */
function boundsOf(schema: Json): string[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, exclusiveMinimum } = schema as Record<
    string,
    number
  >;
  const bounds: unknown[] = [
    FORMS[String(schema.pattern)],
    FORMATS[String(schema.format)],
    maxLength &&
      (minLength && minLength > 1 ? `${minLength} to ${maxLength} characters` : `at most ${maxLength} characters`),
    maxItems && (minItems ? `${minItems} to ${maxItems} of them` : `at most ${maxItems} of them`),
    minItems && !maxItems ? `at least ${minItems} of them` : undefined,
    minimum !== undefined && maximum !== undefined && `a whole number from ${minimum} to ${maximum}`,
    minimum !== undefined && maximum === undefined && `at least ${minimum}`,
    exclusiveMinimum !== undefined && `more than ${exclusiveMinimum}`,
  ];
  return bounds.filter((each) => typeof each === "string");
}

/** A field whose description says its unit and bounds (`bounds` of its metadata), of a request also those of its schema. */
function withBounds({ bounds, ...schema }: Json, io: Io): Json {
  const own = [schema.description, bounds].filter(Boolean).join(", ").replace(/\.$/, "");
  const derived = io === "input" ? boundsOf(schema).filter((bounds) => !own.toLowerCase().includes(bounds)) : [];
  const description = [own, ...derived].filter(Boolean).join("; ");
  return description ? { ...schema, description } : schema;
}

/** A schema whose fields say their bounds, at any depth. */
function describeBounds(schema: Json, io: Io): Json {
  const made: Json = { ...schema };
  if (schema.properties)
    made.properties = Object.fromEntries(
      Object.entries(schema.properties as Record<string, Json>).map(([name, field]) => [
        name,
        withBounds(describeBounds(field, io), io),
      ]),
    );
  if (schema.items) made.items = describeBounds(schema.items as Json, io);
  for (const key of ["anyOf", "oneOf", "allOf"])
    if (Array.isArray(schema[key])) made[key] = (schema[key] as Json[]).map((member) => describeBounds(member, io));
  return made;
}

/** How OpenAPI 3.1 expresses nullable: among the types, or as an alternative to a reference. */
function nullable(value: Json): Json {
  const { anyOf, ...rest } = value;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return value;
  const [own, other] = anyOf as [Json, Json];
  if (other.type !== "null" || typeof own.type !== "string") return value;
  const { enum: choices, ...schema } = own;
  return {
    ...schema,
    ...(choices ? { enum: [...(choices as unknown[]), null] } : {}),
    ...rest,
    type: [own.type, "null"],
  };
}

function rewriteSchema(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(rewriteSchema);
  if (given === null || typeof given !== "object") return given;
  const value = nullable(given as Json);
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) =>
      key === "$ref" && typeof child === "string"
        ? [key, child.replace("#/$defs/", PREFIX)]
        : [key, rewriteSchema(child)],
    ),
  );
}
