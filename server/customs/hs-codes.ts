import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/hs-code";
import type { OpenContext } from "@/server/context";
import { searchCodes } from "./hs-search";

/** Codes of six digits by words in English or Chinese, or by their beginning, the best first (contract §32). */
export async function listHsCodes(
  _ctx: OpenContext,
  { q, limit }: InputOf<typeof contracts.listHsCodes>,
): Promise<DataOf<typeof contracts.listHsCodes>> {
  return searchCodes(q, Number(limit)).map(({ facets: _, ...row }) => row);
}
