import { queryFor, type Where } from "@/lib/api-client";

/** As many as an account can have open. */
export const INVITATIONS = { limit: "50" };

/** All open invitations of the account. */
export function invitationsQuery(where: Where) {
  return queryFor("listInvitations", INVITATIONS, where);
}
