import { z } from "zod";
import type { Problem } from "@/lib/errors";
import type { Loose } from "@/lib/loose";
import { choice } from "./common";
import { also } from "./judge";

/** Optional fields of a change, with a `clear` that names at most `most` of those to be taken away (contract §4.3). */
export function clearable<Fields extends Record<string, z.ZodType>>(fields: Fields, most = 20) {
  const names = Object.keys(fields) as [keyof Fields & string, ...(keyof Fields & string)[]];
  return {
    ...fields,
    clear: z
      .array(choice(names))
      .max(most)
      .optional()
      .describe("Names of fields to empty; none of them may have a value in the same request"),
  };
}

/** How operations with such a body describe it. */
export const CLEARABLE =
  "Each field given replaces the stored one; those named in `clear` are taken away and must not be given too.";

/** The first of the fields to be cleared that the same body gives a value, reported at `clear` (contract §4.3). */
export function clearedAndGivenProblems(body: Loose, cleared: readonly unknown[]): Problem[] {
  const field = cleared.find((name) => typeof name === "string" && name !== "clear" && body[name] !== undefined);
  return field === undefined ? [] : [{ path: ["clear"], key: "clearedAndGiven", params: { field: String(field) } }];
}

/** The rule of every change with a `clear`: what is taken away must not be given too. */
export const clearedAndGiven = also((body) =>
  Array.isArray(body.clear) ? clearedAndGivenProblems(body, body.clear) : [],
);
