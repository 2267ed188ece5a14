import { hongKongDate } from "@/lib/calendar";
import { type OrderInput, orderInput } from "@/lib/contracts/order";
import { codedProblems, orderProblems, pickPackProblems } from "@/lib/contracts/order-rules";
import { inDocumentOrder, memberFor, problemsOf } from "@/lib/contracts/problems";
import { ApiError, type Problem } from "@/lib/errors";
import { catalogue, serviceProblems } from "@/server/carriers";
import type { AccountContext } from "@/server/context";

/**
 * Every rule of an order beyond its shape (specification §4.2, decisions §3): across fields, of the account, of the
 * carriers. The body may be incomplete.
 */
export async function problemsOfOrder(body: unknown, ctx: AccountContext): Promise<Problem[]> {
  const today = hongKongDate(new Date());
  return [
    ...orderProblems(body, today),
    ...(ctx.account.pickPack ? pickPackProblems(body) : []),
    ...serviceProblems(await catalogue(ctx), body, today),
  ];
}

/** Parses a whole order and judges it by every rule, as creation does. @throws ApiError BAD_REQUEST */
export async function parseOrder(body: Record<string, unknown>, ctx: AccountContext): Promise<OrderInput> {
  const schema = memberFor(orderInput, body);
  const parsed = schema.safeParse(body, { reportInput: true });
  const problems = [
    ...(parsed.success ? [] : problemsOf(parsed.error)),
    ...(await problemsOfOrder(parsed.success ? parsed.data : body, ctx)),
  ];
  if (problems.length || !parsed.success)
    throw new ApiError("BAD_REQUEST", { problems: inDocumentOrder(codedProblems(problems, body), schema) });
  return parsed.data as OrderInput;
}
