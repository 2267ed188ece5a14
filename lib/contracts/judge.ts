import type { z } from "zod";
import type { Problem } from "@/lib/errors";
import { type Loose, object } from "@/lib/loose";
import { inDocumentOrder, memberFor, problemsOf } from "./problems";

/**
 * Rules across fields: given a body, whose fields may still be wrong, and what its schema found, they return everything
 * that is wrong with it.
 */
export type Rules = (body: Loose, found: readonly Problem[]) => readonly Problem[];

/** Rules that add their problems to those already found. */
export function also(problemsIn: (body: Loose) => readonly Problem[]): Rules {
  return (body, found) => [...found, ...problemsIn(body)];
}

type Judged<Data> = { data: Data; problems?: undefined } | { data?: undefined; problems: Problem[] };

/**
 * Judges a body by its schema and its operation's rules. Returns its data, or every problem at once, one per field, in
 * the order of the schema's fields (contract §11.6). A body that matches no member of a union gets only that problem
 * (contract §12.6).
 */
export function judge<S extends z.ZodType>(schema: S, body: unknown, ...rules: readonly Rules[]): Judged<z.output<S>> {
  const member = memberFor(schema, body);
  // The member reports its own fields; the union would only report that nothing matches.
  const parsed = (member ?? schema).safeParse(body, { reportInput: true });
  let problems: readonly Problem[] = parsed.success ? [] : problemsOf(parsed.error);
  const read = parsed.success ? { ...object(body), ...object(parsed.data) } : object(body);
  if (member) for (const rule of rules) problems = rule(read, problems);
  if (!problems.length && parsed.success) return { data: parsed.data as z.output<S> };
  if (!problems.length) throw new Error("a rule passed over what the schema refuses");
  return { problems: inDocumentOrder(problems, member ?? schema) };
}
