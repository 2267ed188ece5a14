import { notFound } from "next/navigation";
import type { Where } from "@/lib/api-client";
import type { Product } from "@/lib/contracts/product";
import { ApiError } from "@/lib/errors";
import type { AccountContext } from "@/server/context";
import type { PageContext } from "@/server/page-context";
import * as pickPack from "@/server/pick-pack";
import { ordersContext } from "../orders/page-parts";

/** The context of a merchant's page of products, and where the browser asks on. */
export async function productsContext(
  params: Promise<{ environment: string }>,
): Promise<PageContext & { where: Where }> {
  const context = await ordersContext(params);
  const { ctx, account, isStaff } = context;
  return { ...context, where: { environment: ctx.environment, accountId: isStaff ? account.id : null } };
}

/** A product that is not this account's is not there: nobody learns that it exists elsewhere. */
export async function productOf(ctx: AccountContext, id: string): Promise<Product> {
  try {
    return await pickPack.readProduct(ctx, { product_id: id });
  } catch (error) {
    if (error instanceof ApiError && error.reason === "NOT_FOUND") notFound();
    throw error;
  }
}
