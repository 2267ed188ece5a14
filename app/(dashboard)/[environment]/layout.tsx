import type { ReactNode } from "react";
import { PlaceProvider } from "@/components/environment";
import { SessionEnded } from "@/components/session-ended";
import { Shell } from "@/components/shell/shell";
import { pageContext } from "@/server/page-context";

/** The dashboard of an environment: nobody gets past here without a session. Each page asks again: it may come alone. */
export default async function DashboardLayout({
  params,
  children,
}: {
  params: Promise<{ environment: string }>;
  children: ReactNode;
}) {
  const { ctx, account, person, isStaff } = await pageContext((await params).environment);
  return (
    <PlaceProvider place={{ environment: ctx.environment, account, person, isStaff }}>
      <Shell>{children}</Shell>
      <SessionEnded person={person} />
    </PlaceProvider>
  );
}
