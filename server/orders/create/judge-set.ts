import { judge } from "@/lib/contracts/judge";
import { createOrder as createContract, orderInput } from "@/lib/contracts/order";
import type { OrderSource } from "@/lib/contracts/order-filters";
import { ApiError } from "@/lib/errors";
import type { Catalogue } from "@/server/carriers";
import type { AccountContext } from "@/server/context";
import { filledByRules, type Ruled, ruledBy, UNRULED } from "../rules/apply";
import { rulesFor } from "../rules/store";
import { type PricedOrder, pricedOrder } from "./create";
import { rulesOf } from "./judge";

/** A body that is judged as it is, with what rules did to it. */
export type RuledBody = { body: unknown; ruled: Ruled };

/** Judges bodies as creation does, by these carriers, and prices them: of each the order, or why it is refused. */
export async function judgeSet(
  ctx: AccountContext,
  carriers: Catalogue,
  bodies: readonly RuledBody[],
): Promise<(PricedOrder | ApiError)[]> {
  const { rules } = createContract;
  const all = [...(rules ? [rules] : []), rulesOf(ctx, carriers)];
  const judged: (PricedOrder | ApiError)[] = [];
  for (const { body, ruled } of bodies) {
    const { data, problems } = judge(orderInput, body, ...all);
    if (problems) judged.push(new ApiError("BAD_REQUEST", { problems }));
    else
      judged.push(
        await pricedOrder(ctx, carriers, data, ruled).catch((error: unknown) => {
          if (error instanceof ApiError) return error;
          throw error;
        }),
      );
  }
  return judged;
}

/** The same of bodies as they were sent, with what the account's rules fill in (contract §40.2). */
export async function judgeSent(
  ctx: AccountContext,
  carriers: Catalogue,
  bodies: readonly unknown[],
  source: OrderSource,
): Promise<(PricedOrder | ApiError)[]> {
  if ((await rulesFor(ctx)).length === 0)
    return judgeSet(
      ctx,
      carriers,
      bodies.map((body) => ({ body, ruled: UNRULED })),
    );
  const results: (PricedOrder | ApiError)[] = [];
  for (const body of bodies) {
    const filled = await filledByRules(ctx, body, source);
    const [first] = await judgeSet(ctx, carriers, [{ body: filled, ruled: UNRULED }]);
    // Of what the caller did not send nothing is said.
    const isRefused = first instanceof ApiError && filled !== body;
    const [result] = isRefused ? await judgeSet(ctx, carriers, [{ body, ruled: UNRULED }]) : [first];
    if (!result || result instanceof ApiError) results.push(result ?? new ApiError("API_ERROR"));
    else results.push({ ...result, ruled: await ruledBy(ctx, carriers, result.input, source) });
  }
  return results;
}
