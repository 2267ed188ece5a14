import type { ReactNode } from "react";
import { SessionEnded } from "@/components/auth/session-ended";
import { PageMessages } from "@/components/page-messages";
import { SupportFrame } from "@/components/support/frame";
import { SupportProvider } from "@/components/support/workspace";
import { Toaster } from "@/components/ui/toaster";
import { openPage } from "@/server/pages/context";

/** The pages of support staff. For merchants they do not exist. Each page checks that again. */
export default async function SupportLayout({ children }: { children: ReactNode }) {
  // Whether the second factor must have been shown depends on the page.
  const { person } = await openPage({ part: "support", shows: "listAccounts" });
  return (
    <PageMessages parts={["support", "people"]}>
      <SupportProvider person={person}>
        <SupportFrame>{children}</SupportFrame>
        <SessionEnded person={person} />
        <Toaster />
      </SupportProvider>
    </PageMessages>
  );
}
