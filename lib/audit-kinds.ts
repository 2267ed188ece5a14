/** What the rows of the audit log are about, for the filter of the activity page and its words. */
export const ACTIVITY_KINDS = ["people", "sign_in", "developers", "staff"] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** The operations of each kind; `staff` is whatever staff, or their commands, did. */
export const KIND_OPERATIONS: Readonly<Record<Exclude<ActivityKind, "staff">, readonly string[]>> = {
  people: [
    ...["createInvitation", "resendInvitation", "deleteInvitation", "acceptInvitation", "createPerson"],
    ...["updatePerson", "deletePerson", "disablePerson", "enablePerson", "endPersonSessions", "saveDefaults"],
    "resetPersonFactors",
  ],
  sign_in: [
    ...["signIn", "signOut", "revokeSessions", "endSession", "changePassword", "setPassword", "createPasswordLink"],
    ...["createTotp", "confirmTotp", "deleteFactor", "resetFactor", "createRecoveryCodes", "createPasskey"],
    ...["useRecoveryCode", "showFactor"],
  ],
  developers: [
    ...["createClient", "updateClient", "rollClient", "revokeClient", "createWebhook", "updateWebhook"],
    ...["deleteWebhook", "enableWebhook", "disableWebhook", "rollWebhookSecret"],
  ],
};

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
  if (/^\d{1,12}$/.test(id) && KIND_OPERATIONS.people.includes(operation)) return { kind: "person", id };
  return { kind: /^\d{14,15}$/.test(id) ? "order" : "other", id };
}
