import { notFound, redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import type { Language } from "@/lib/i18n/validation";
import type { AccountContext } from "@/server/context";
import { type PageContext, pageContext } from "@/server/page-context";
import * as pickPack from "@/server/pick-pack";

/** The context of a page of orders. The warehouse has a bench of its own, which is not here. */
export async function ordersContext(
  params: Promise<{ environment: string }>,
): Promise<PageContext & { language: Language }> {
  const context = await pageContext((await params).environment);
  if (context.person.role === "warehouse") redirect("/warehouse");
  if (context.person.role === "carrier") notFound();
  return { ...context, language: await getLocale() };
}

/** Whether the form of an order offers a list of products: the warehouse keeps them, or there are some. */
export async function hasProducts(ctx: AccountContext, isPickPack: boolean): Promise<boolean> {
  if (isPickPack) return true;
  return (await pickPack.listProducts(ctx, { sort: "sku", limit: "1", offset: "0" })).total > 0;
}
