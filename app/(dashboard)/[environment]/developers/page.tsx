import { redirect } from "next/navigation";
import { pageHref } from "@/lib/page-href";
import { partContext } from "../part-context";

/** The developers' pages open with the API clients. */
export default async function DevelopersPage({ params }: PageProps<"/[environment]/developers">) {
  const { where } = await partContext(params, "clients");
  redirect(pageHref("/developers/clients", where.environment, where.accountId ?? null));
}
