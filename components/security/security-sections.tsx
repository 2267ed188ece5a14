import type { Where } from "@/lib/api-client";
import { FactorSection } from "./factor-section";
import { PasswordSection } from "./password-section";
import { SessionsSection } from "./sessions-section";

/** What a person does for the safety of their own sign-in. */
export function SecuritySections({ email, where }: { email: string; where: Where }) {
  return (
    <div className="flex flex-col gap-4">
      <PasswordSection email={email} where={where} />
      <FactorSection where={where} />
      <SessionsSection where={where} />
    </div>
  );
}
