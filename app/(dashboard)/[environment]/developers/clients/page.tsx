import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { listClients, MAX_CLIENTS } from "@/lib/contracts/client";
import { ALL_ROWS } from "@/lib/lists/pagination";
import * as accounts from "@/server/accounts";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { ClientList } from "./client-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("developers.clients"))("title") };
}

/** The account's API clients of the environment. */
export default async function ClientsPage({ params }: PageProps<"/[environment]/developers/clients">) {
  const { ctx, where } = await openPage({ part: "clients", params });
  return (
    <Prefetched answers={[await prefetch(listClients, accounts.listClients, ALL_ROWS, ctx, where)]}>
      <ClientList key={ctx.environment} most={MAX_CLIENTS} />
    </Prefetched>
  );
}
