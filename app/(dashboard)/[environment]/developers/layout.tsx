import type { ReactNode } from "react";
import { PageMessages } from "@/components/page-messages";
import { DevelopersFrame } from "./developers-frame";

/** The pages for developers, a tab for each, with their messages. */
export default function DevelopersLayout({ children }: { children: ReactNode }) {
  return (
    <PageMessages parts={["developers", "webhooks", "deliveries"]}>
      <DevelopersFrame>{children}</DevelopersFrame>
    </PageMessages>
  );
}
