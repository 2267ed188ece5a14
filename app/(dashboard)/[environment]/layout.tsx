import { VisitEnded } from "@/app/(dashboard)/[environment]/visit-ended";
import { SessionEnded } from "@/components/auth/session-ended";
import { WorkspaceProvider } from "@/components/environment";
import { Shell } from "@/components/shell/shell";
import { Toaster } from "@/components/ui/toaster";
import { env } from "@/server/env";
import { readDefaults } from "@/server/orders";
import { openPage } from "@/server/pages/context";

/**
 * The dashboard of an environment, only for people with a session. Each page checks it again, because it may be
 * requested without its layout.
 */
export default async function DashboardLayout({ params, children }: LayoutProps<"/[environment]">) {
  const { ctx, account, person, isStaff, visit } = await openPage({ part: "dashboard", params });
  const { paper } = await readDefaults(ctx);
  return (
    <WorkspaceProvider
      workspace={{
        environment: ctx.environment,
        account: { ...account, paper },
        person,
        isStaff,
        visit,
        trackUrl: `${env().appUrl}/track/`,
      }}
    >
      <Shell>{children}</Shell>
      <SessionEnded person={person} />
      {isStaff ? <VisitEnded /> : null}
      <Toaster />
    </WorkspaceProvider>
  );
}
