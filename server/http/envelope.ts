import type { Contract } from "@/lib/contracts/contract";
import { paginationOf } from "@/lib/lists/pagination";
import type { Rows } from "@/server/handler";

/** The answer's body: `data`, and for lists the pagination. */
export function envelope(contract: Contract, input: Record<string, unknown>, answer: unknown): unknown {
  if (contract.bare) return answer;
  if (!contract.list) return { data: answer };
  const { rows, total, isAtLeast } = answer as Rows<unknown>;
  return { data: rows, pagination: paginationOf(total, input as { limit: string; offset: string }, isAtLeast) };
}
