/**
 * Owns how a page preloads what its browser would request first: through the operation's own contract, under its query
 * key.
 */
import type { QueryKey } from "@tanstack/react-query";
import { type GivenTo, keyOf, type ResultOf, type Where } from "@/lib/api-client";
import type { Contract, InputOf } from "@/lib/contracts/contract";
import type { ContextOf } from "@/server/context";
import type { Handler } from "@/server/handler";
import { envelope } from "@/server/http/envelope";

/**
 * The key that `queryFor` uses for the operation in the browser, and the result that `call` would return. Throws
 * `ZodError` for input that the operation would refuse, because pages check their address first; and what the handler
 * throws.
 */
export async function prefetch<C extends Contract>(
  contract: C,
  handler: Handler<C>,
  input: GivenTo<C>,
  ctx: ContextOf<C>,
  where: Where,
): Promise<readonly [QueryKey, ResultOf<C>]> {
  const parsed: Record<string, unknown> = {};
  for (const schema of [contract.params, contract.query]) if (schema) Object.assign(parsed, schema.parse(input));
  const whole = envelope(contract, parsed, await handler(ctx, parsed as InputOf<C>)) as { data: unknown };
  return [[...keyOf(contract.id, where), input], (contract.list ? whole : whole.data) as ResultOf<C>];
}
