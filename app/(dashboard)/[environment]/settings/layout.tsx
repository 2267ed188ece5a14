import type { ReactNode } from "react";
import { Words } from "@/components/words";
import { SettingsFrame } from "./settings-frame";

/** The settings of the account and of the person, a tab for each kind. */
export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <Words parts={["settings", "adjustments", "people"]}>
      <SettingsFrame>{children}</SettingsFrame>
    </Words>
  );
}
