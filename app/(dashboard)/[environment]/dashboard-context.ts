import { getLocale } from "next-intl/server";
import type { Language } from "@/lib/i18n/validation";
import type { AccountContext } from "@/server/context";
import { type PageContext, pageContext } from "@/server/page-context";
import * as pickPack from "@/server/pick-pack";

/** The context of a merchant's page, by its parameters, and the language that it is read in. */
export async function dashboardContext(
  params: Promise<{ environment: string }>,
): Promise<PageContext & { language: Language }> {
  const context = await pageContext((await params).environment);
  return { ...context, language: await getLocale() };
}

/** Whether the order form offers a list of products: the warehouse keeps them, or there are some. */
export async function hasProducts(ctx: AccountContext, isPickPack: boolean): Promise<boolean> {
  if (isPickPack) return true;
  return (await pickPack.listProducts(ctx, { sort: "sku", limit: "1", offset: "0" })).total > 0;
}
