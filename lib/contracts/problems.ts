import type { z } from "zod";
import { type Path, type Problem, pointerOf } from "@/lib/errors";
import { type MessageKey, type MessageParams, VALIDATION_MESSAGES } from "@/lib/i18n/validation";
import { object } from "@/lib/loose";
import { definitionOf } from "./definition";

/** What a value is, in words. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

const EXPECTED: Record<string, MessageKey> = {
  string: "mustBeString",
  number: "mustBeNumber",
  int: "mustBeNumber",
  boolean: "mustBeBoolean",
  object: "mustBeObject",
  array: "mustBeArray",
  record: "mustBeObject",
};

function wordsOf(issue: z.core.$ZodIssue): { key: MessageKey; params?: MessageParams } {
  switch (issue.code) {
    case "custom": {
      const { key, params } = (issue.params ?? {}) as { key?: MessageKey; params?: MessageParams };
      if (key && key in VALIDATION_MESSAGES) return params ? { key, params } : { key };
      break;
    }
    case "invalid_type":
      if (issue.input === undefined) return { key: "required" };
      return { key: EXPECTED[issue.expected] ?? "required", params: { given: kindOf(issue.input) } };
    case "invalid_value":
      if (issue.input === undefined) return { key: "required" };
      if (typeof issue.input !== "string") return { key: "mustBeString", params: { given: kindOf(issue.input) } };
      return { key: "choice", params: { choices: issue.values.map(String).join(", ") } };
    case "invalid_union": {
      // The input is the object whose discriminator (the last step of the path) names no member of the union.
      const given = (issue.input as Record<string, unknown> | undefined)?.[String(issue.path.at(-1))];
      if (given === undefined) return { key: "required" };
      if (typeof given !== "string") return { key: "mustBeString", params: { given: kindOf(given) } };
      return {
        key: "choice",
        params: { choices: "options" in issue ? (issue.options ?? []).map(String).join(", ") : "" },
      };
    }
    case "too_big":
      if (issue.origin === "array") return { key: "tooMany", params: { max: Number(issue.maximum) } };
      return { key: "maximum", params: { max: Number(issue.maximum) } };
    case "too_small":
      if (issue.origin === "array") return { key: "tooFew", params: { min: Number(issue.minimum) } };
      return issue.inclusive === false
        ? { key: "moreThan", params: { min: Number(issue.minimum) } }
        : { key: "minimum", params: { min: Number(issue.minimum) } };
  }
  // A new kind of issue is a bug in one of our schemas; tests parse arbitrary values to find one.
  throw new Error(`no words for the issue ${issue.code} at ${issue.path.join(".")}`);
}

// zod reports issues in nearly the contract's order, so the first hundred to answer are well within these; a body of
// 10,000 wrong items has 140,000.
const MOST_ISSUES = 1000;

/** The problems of a failed parse (parsed with `reportInput`), in the order in which zod finds them. */
export function problemsOf(error: z.core.$ZodError): Problem[] {
  return error.issues.slice(0, MOST_ISSUES).map((issue): Problem => {
    // The path of a discriminated union's issue is the discriminator's.
    const path = issue.path.map((step) => (typeof step === "symbol" ? String(step) : step));
    const { reason } = (issue.code === "custom" ? (issue.params ?? {}) : {}) as Pick<Problem, "reason">;
    return { path, ...wordsOf(issue), ...(reason ? { reason } : {}) };
  });
}

/** The keys of the object that a schema describes, and the schema below each key. */
function below(schema: z.ZodType | undefined, step: string | number): { rank: number; schema?: z.ZodType } {
  const def = schema && definitionOf(schema);
  switch (def?.type) {
    case "optional":
    case "default":
    case "nullable":
      return below(def.innerType, step);
    case "pipe":
      return below(def.in, step);
    case "array":
      return { rank: Number(step), schema: def.element };
    case "object": {
      const rank = Object.keys(def.shape ?? {}).indexOf(String(step));
      return { rank: rank < 0 ? 10_000 : rank, schema: def.shape?.[String(step)] };
    }
    case "union":
      for (const option of def.options ?? []) {
        const found = below(option, step);
        if (found.rank < 10_000) return found;
      }
  }
  return { rank: 10_000 };
}

function ranks(path: Path, schema: z.ZodType): number[] {
  let at: z.ZodType | undefined = schema;
  return path.map((step) => {
    const found: { rank: number; schema?: z.ZodType } = below(at, step);
    at = found.schema;
    return found.rank;
  });
}

/** The member of a discriminated union that a value belongs to, if any; for any other schema, the schema itself. */
export function memberFor(schema: z.ZodType, value: unknown): z.ZodType | undefined {
  const def = definitionOf(schema);
  if (def.type !== "union" || !def.discriminator) return schema;
  const { discriminator } = def;
  const tag = object(value)[discriminator];
  return def.options?.find((option) => {
    const literal = definitionOf(option).shape?.[discriminator];
    return literal && definitionOf(literal).values?.includes(tag);
  });
}

/** Sorts problems by the place of their field in the contract (contract §11.6). */
export function inDocumentOrder(problems: readonly Problem[], schema: z.ZodType): Problem[] {
  const keyed = problems.map((problem) => ({ problem, rank: ranks(problem.path, schema) }));
  keyed.sort((a, b) => {
    const length = Math.min(a.rank.length, b.rank.length);
    for (let i = 0; i < length; i++) {
      const difference = (a.rank[i] ?? 0) - (b.rank[i] ?? 0);
      if (difference) return difference;
    }
    // An entry with its own code replaces one without, for the same field.
    return a.rank.length - b.rank.length || Number(!a.problem.reason) - Number(!b.problem.reason);
  });
  // One entry per field, and none below an object or list that is itself missing or wrong.
  const reported = new Set<string>();
  return keyed
    .map(({ problem }) => problem)
    .filter(({ path }) => {
      for (let length = 1; length <= path.length; length++) {
        if (reported.has(pointerOf(path.slice(0, length)))) return false;
      }
      reported.add(pointerOf(path));
      return true;
    });
}
