import { redirect } from "next/navigation";
import { supportHref } from "@/lib/page-href";
import { supportContext } from "@/server/page-context";

/** Where support begins. */
export default async function SupportPage() {
  const { ctx } = await supportContext("listAccounts");
  redirect(supportHref("/accounts", ctx.environment));
}
