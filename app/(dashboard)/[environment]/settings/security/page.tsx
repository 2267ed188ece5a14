import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { SecuritySections } from "@/components/security/security-sections";
import { listFactors, listSessions } from "@/lib/contracts/security";
import { ALL_ROWS } from "@/lib/lists/pagination";
import * as accounts from "@/server/accounts";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("tabs.security") };
}

/** What a person does for the safety of their own sign-in. */
export default async function SecurityPage({ params }: PageProps<"/[environment]/settings/security">) {
  const { ctx, where, person } = await openPage({ part: "settings", params });
  return (
    <Prefetched
      answers={[
        await prefetch(listFactors, accounts.listFactors, ALL_ROWS, ctx, where),
        await prefetch(listSessions, accounts.listSessions, ALL_ROWS, ctx, where),
      ]}
    >
      <SecuritySections email={person.email} where={where} />
    </Prefetched>
  );
}
