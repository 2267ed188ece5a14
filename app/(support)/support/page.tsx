import { redirect } from "next/navigation";
import { supportHref } from "@/lib/pages/page-href";
import { openPage } from "@/server/pages/context";

/** Where support begins. */
export default async function SupportPage() {
  const { ctx } = await openPage({ part: "support", shows: "listAccounts" });
  redirect(supportHref("/accounts", ctx.environment));
}
