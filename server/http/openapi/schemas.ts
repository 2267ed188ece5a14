import { z } from "zod";

/** A JSON object of the document. */
export type Json = Record<string, unknown>;
type Io = "input" | "output";

const PREFIX = "#/components/schemas/";

/** The schemas of the document: named ones stand once under `components/schemas` and are referred to. */
export class Schemas {
  readonly components: Record<string, Json> = {};
  readonly #named = new Map<z.ZodType, string>();

  /**
   * The JSON Schema of a contract's schema, as it is sent (`input`) or answered (`output`). Schemas with an id in their
   * metadata become components; the schema itself also does where a name is given.
   * @throws Error when two different schemas share a name: generated clients would mix them up.
   */
  of(schema: z.ZodType, io: Io, name?: string): Json {
    const { $schema: _dialect, $defs = {}, ...root } = z.toJSONSchema(schema, { io, override: loosen }) as Json;
    for (const [id, definition] of Object.entries($defs as Record<string, Json>)) this.#add(id, definition);
    const own = rewritten(root) as Json;
    if (!name || "$ref" in own) return own;
    const known = this.#named.get(schema) ?? name;
    this.#named.set(schema, known);
    this.#add(known, own);
    return { $ref: PREFIX + known };
  }

  #add(name: string, definition: Json): void {
    const made = rewritten(definition) as Json;
    const before = this.components[name];
    if (before && JSON.stringify(before) !== JSON.stringify(made)) throw new Error(`two schemas are named ${name}`);
    this.components[name] = made;
  }

  /** The components in the order of their names, unions with the field that tells their members apart. */
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

/** Answers may gain fields within v1: the document must not make strict clients refuse them. */
function loosen({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) =>
      key === "$ref" && typeof child === "string" ? [key, child.replace("#/$defs/", PREFIX)] : [key, rewritten(child)],
    ),
  );
}
