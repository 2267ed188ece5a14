import { judge } from "@/lib/contracts/judge";
import { createOrder as createContract, orderInput } from "@/lib/contracts/order";
import { ApiError } from "@/lib/errors";
import type { Catalogue } from "@/server/carriers";
import type { AccountContext } from "@/server/context";
import { type PricedOrder, pricedOrder } from "./create";
import { rulesOf } from "./judge";

/** Judges bodies as creation does, by these carriers, and prices them: of each the order, or why it is refused. */
export async function judgeSet(
  ctx: AccountContext,
  carriers: Catalogue,
  bodies: readonly unknown[],
): Promise<(PricedOrder | ApiError)[]> {
  const { rules } = createContract;
  const all = [...(rules ? [rules] : []), rulesOf(ctx, carriers)];
  const judged: (PricedOrder | ApiError)[] = [];
  for (const body of bodies) {
    const { data, problems } = judge(orderInput, body, ...all);
    if (problems) judged.push(new ApiError("BAD_REQUEST", { problems }));
    else
      judged.push(
        await pricedOrder(ctx, carriers, data).catch((error: unknown) => {
          if (error instanceof ApiError) return error;
          throw error;
        }),
      );
  }
  return judged;
}
