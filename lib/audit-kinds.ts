import { OPERATION_IDS, operationOf } from "./operations";
import { isReadOnly } from "./rights";

/** What the rows of the audit log are about, for the filter of the activity page and its labels. */
export const ACTIVITY_KINDS = ["people", "sign_in", "developers", "staff"] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** What the audit log has beside operations, of each kind. */
const BESIDE_OPERATIONS: Readonly<Record<Exclude<ActivityKind, "staff">, readonly string[]>> = {
  people: ["acceptInvitation", "createPerson"],
  sign_in: ["signIn", "signOut", "createPasswordLink", "resetFactor", "useRecoveryCode"],
  developers: [],
};

/** What rows of a kind are about; `staff` is whatever staff, or their commands, did. */
export function recordedAs(kind: Exclude<ActivityKind, "staff">): string[] {
  const operations = OPERATION_IDS.filter((id) => operationOf(id).activity === kind && !isReadOnly(id));
  return [...operations, ...BESIDE_OPERATIONS[kind]];
}

/** What an id of the audit log names. */
export type ObjectKind = "person" | "invitation" | "client" | "endpoint" | "order" | "page" | "other";

/** The kind of thing that an id of the audit log names, and the id without its prefix. */
export function objectOf(operation: string, id: string | null): { kind: ObjectKind; id: string } | null {
  if (id === null) return null;
  if (id.startsWith("person:")) return { kind: "person", id: id.slice("person:".length) };
  if (id.startsWith("/")) return { kind: "page", id };
  if (id.startsWith("in_")) return { kind: "invitation", id };
  if (id.startsWith("ci_")) return { kind: "client", id };
  if (id.startsWith("we_")) return { kind: "endpoint", id };
  if (/^\d{1,12}$/.test(id) && recordedAs("people").includes(operation)) return { kind: "person", id };
  return { kind: /^\d{14,15}$/.test(id) ? "order" : "other", id };
}
