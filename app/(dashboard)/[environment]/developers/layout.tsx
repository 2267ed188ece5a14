import type { ReactNode } from "react";
import { Words } from "@/components/words";
import { DevelopersFrame } from "./developers-frame";

/** The pages for developers, a tab for each, with their words. */
export default function DevelopersLayout({ children }: { children: ReactNode }) {
  return (
    <Words parts={["developers", "webhooks", "deliveries"]}>
      <DevelopersFrame>{children}</DevelopersFrame>
    </Words>
  );
}
