import { notFound, redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import type { Language } from "@/lib/i18n/validation";
import * as carriers from "@/server/carriers";
import type { AccountContext } from "@/server/context";
import { type PageContext, pageContext } from "@/server/page-context";
import * as pickPack from "@/server/pick-pack";
import type { ListProvider } from "./orders-table";

// "Sampan Local Door-to-Door", "Sampan International Economy": where all begin alike, the beginning says nothing.
function commonBeginning(names: readonly string[]): string {
  const [first = "", ...rest] = names;
  let length = first.length;
  for (const name of rest) while (!name.startsWith(first.slice(0, length))) length--;
  const common = first.slice(0, length);
  const atWord = /\s/.test(common) ? common.slice(0, common.lastIndexOf(" ") + 1) : common;
  return rest.length > 0 && names.every((name) => name.length > atWord.length) ? atWord : "";
}

/** The services in the reader's language. */
export async function providersFor(ctx: AccountContext): Promise<ListProvider[]> {
  const rows = await carriers.listProviders(ctx, {});
  const named = rows.map(({ code, ship_type, name_en, name_zh }) => ({
    code,
    ship_type,
    name: ctx.language === "zh-Hant" ? name_zh : name_en,
  }));
  const beginning = commonBeginning(named.map(({ name }) => name)).length;
  return named.map((provider) => ({ ...provider, shortName: provider.name.slice(beginning) }));
}

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
