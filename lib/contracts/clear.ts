import type { Problem } from "@/lib/errors";
import type { Loose } from "@/lib/loose";
import { also } from "./judge";

/** The first of the fields to be cleared that the same body gives a value, reported at `clear` (contract §4.3). */
export function clearedAndGivenProblems(body: Loose, cleared: readonly unknown[]): Problem[] {
  const field = cleared.find((name) => typeof name === "string" && name !== "clear" && body[name] !== undefined);
  return field === undefined ? [] : [{ path: ["clear"], key: "clearedAndGiven", params: { field: String(field) } }];
}

/** The rule of every change with a `clear`: what is taken away must not be given too. */
export const clearedAndGiven = also((body) =>
  Array.isArray(body.clear) ? clearedAndGivenProblems(body, body.clear) : [],
);
