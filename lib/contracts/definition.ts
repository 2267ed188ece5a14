import type { z } from "zod";

/** What zod keeps of a schema, of whatever kind: the parts that our own walks over contracts read. */
export type Definition = {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  /** Of a discriminated union. */
  discriminator?: string;
  /** Of a literal. */
  values?: unknown[];
  in?: z.ZodType;
  out?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  format?: string;
  checks?: { _zod: { def: { format?: string } } }[];
};

/** A schema's definition. */
export function definitionOf(schema: z.ZodType): Definition {
  return schema._zod.def as unknown as Definition;
}
