import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { listStaff, readDemonstration } from "@/lib/contracts/staff";
import * as accounts from "@/server/accounts";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { StaffView } from "./staff-view";

const LIMIT = "100";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("support.staff"))("title") };
}

/** The people of staff, and whether the demonstration's sign-ins work. */
export default async function StaffPage() {
  const { ctx } = await openPage({ part: "support", shows: "listStaff" });
  const where = { environment: ctx.environment, accountId: null };
  const answers = await Promise.all([
    prefetch(listStaff, accounts.staff.list, { limit: LIMIT, offset: "0" }, ctx, where),
    prefetch(readDemonstration, accounts.readDemonstration, {}, ctx, where),
  ]);
  return (
    <Prefetched answers={answers}>
      <StaffView limit={LIMIT} />
    </Prefetched>
  );
}
