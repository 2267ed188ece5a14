import type { Role } from "../roles";

/** Who may open the pages of each part; `anyone` needs no session. Staff open a merchant's pages by naming the account. */
export const MAY_OPEN = {
  /** The public pages: tracking, reference, sign-in. */
  public: "anyone",
  /** A merchant's pages. The warehouse has pages of its own. */
  dashboard: ["owner", "member", "support"],
  /** Where an endpoint is added. */
  newWebhook: ["owner", "support"],
  /** Where addresses are added: support only reads a merchant's book. */
  newAddress: ["owner", "member"],
  /** Settings of the account and of its people, which only these people see. */
  settings: ["owner", "member"],
  people: ["owner", "member", "support"],
  developers: ["owner", "member"],
  clients: ["owner", "member", "support"],
  statements: ["owner", "member", "support"],
  warehouse: ["warehouse", "support"],
  support: ["support"],
} as const satisfies Record<string, "anyone" | readonly Role[]>;

/** Whether a signed-in person of this role may open the part. */
export function mayOpen(role: Role, part: keyof typeof MAY_OPEN): boolean {
  const who: "anyone" | readonly Role[] = MAY_OPEN[part];
  return who === "anyone" || who.includes(role);
}
