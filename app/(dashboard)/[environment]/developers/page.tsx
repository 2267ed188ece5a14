import { redirect } from "next/navigation";
import { pageHref } from "@/lib/pages/page-href";
import { openPage } from "@/server/pages/context";

/** The developers' pages open with the API clients. */
export default async function DevelopersPage({ params }: PageProps<"/[environment]/developers">) {
  const { where } = await openPage({ part: "clients", params });
  redirect(pageHref("/developers/clients", where.environment, where.accountId ?? null));
}
