import type { Step } from "./step";

/** For the invitations that end with their sender (§17.3). */
export const inviters: Step = {
  indexes: { invitations_inviter: "on invitations (invited_by) where accepted_at is null and revoked_at is null" },
};
