import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { readAccount } from "@/lib/contracts/account";
import { openPage } from "@/server/pages/context";
import { orNotFound } from "@/server/pages/found";
import { prefetch } from "@/server/pages/prefetch";
import * as support from "@/server/support";
import { AccountView } from "./account-view";

type Props = PageProps<"/support/accounts/[accountId]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations("support.one"))("title", { account: (await params).accountId }) };
}

/** One merchant's account: its state, its plan and limits, and the ways to what it has. */
export default async function AccountPage({ params }: Props) {
  const { accountId } = await params;
  const { ctx } = await openPage({ part: "support", shows: "readAccount" });
  const where = { environment: ctx.environment, accountId: null };
  const answers = [await orNotFound(prefetch(readAccount, support.readAccount, { account_id: accountId }, ctx, where))];
  return (
    <Prefetched answers={answers}>
      <AccountView id={accountId} />
    </Prefetched>
  );
}
