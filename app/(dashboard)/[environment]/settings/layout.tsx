import type { ReactNode } from "react";
import { PageMessages } from "@/components/page-messages";
import { SettingsFrame } from "./settings-frame";

/** The settings of the account and of the person, a tab for each kind. */
export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <PageMessages parts={["settings", "adjustments", "people"]}>
      <SettingsFrame>{children}</SettingsFrame>
    </PageMessages>
  );
}
