import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { listInvitations, listPeople } from "@/lib/contracts/people";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { pageHref } from "@/lib/pages/page-href";
import * as accounts from "@/server/accounts";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { PeopleView } from "./people-view";

const LIMIT = "100";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("tabs.people") };
}

/** The people of the account, who is invited, and what each role may do. */
export default async function PeoplePage({ params }: PageProps<"/[environment]/settings/people">) {
  const { ctx, where, account, isStaff } = await openPage({ part: "people", params });
  // They are the same in both, and staff need a reason to see them in either.
  if (isStaff && ctx.environment !== "production") redirect(pageHref("/settings/people", "production", account.id));
  const answers = await Promise.all([
    prefetch(listPeople, accounts.colleagues.list, { limit: LIMIT, offset: "0" }, ctx, where),
    prefetch(listInvitations, accounts.listInvitations, ALL_ROWS, ctx, where),
  ]);
  return (
    <Prefetched answers={answers}>
      <PeopleView limit={LIMIT} />
    </Prefetched>
  );
}
