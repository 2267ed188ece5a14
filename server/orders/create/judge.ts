import { hongKongDate } from "@/lib/calendar";
import { also, judge, type Rules } from "@/lib/contracts/judge";
import { type OrderInput, orderInput } from "@/lib/contracts/order";
import { orderRules, pickPackRules } from "@/lib/contracts/order-rules";
import { ApiError } from "@/lib/errors";
import type { Loose } from "@/lib/loose";
import { type Catalogue, catalogue, serviceProblems } from "@/server/carriers";
import type { AccountContext } from "@/server/context";

/** The rules of an order that need the server (contract §12): those of the account and of the carriers. */
export async function accountRules(ctx: AccountContext): Promise<Rules> {
  return rulesOf(ctx, await catalogue(ctx));
}

/** The same by these carriers. */
export function rulesOf(ctx: AccountContext, carriers: Catalogue): Rules {
  const services = also((body) => serviceProblems(carriers, body, hongKongDate(new Date())));
  return ctx.account.pickPack ? (body, found) => services(body, pickPackRules(body, found)) : services;
}

/** Parses a whole order and judges it by every rule, as creation does. @throws ApiError BAD_REQUEST */
export async function parseOrder(body: Loose, ctx: AccountContext): Promise<OrderInput> {
  const { data, problems } = judge(orderInput, body, orderRules(), await accountRules(ctx));
  if (problems) throw new ApiError("BAD_REQUEST", { problems });
  return data;
}
