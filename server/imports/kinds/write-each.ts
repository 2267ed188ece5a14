import { ApiError } from "@/lib/errors";
import { type Tx, withSavepoint } from "@/server/db/transaction";
import type { Made } from "./kind";

const refusalOf = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  throw error;
};

/** Writes things at once; if they are refused, each by itself. Of each what was made, or why it was refused. */
export async function writeEach<T>(
  tx: Tx,
  things: readonly T[],
  write: (some: readonly T[]) => Promise<Made[]>,
): Promise<(Made | ApiError)[]> {
  const all = await withSavepoint(tx, () => write(things)).catch(refusalOf);
  if (!(all instanceof ApiError)) return all;
  const results: (Made | ApiError)[] = [];
  for (const thing of things) {
    const one = await withSavepoint(tx, () => write([thing])).catch(refusalOf);
    results.push(one instanceof ApiError ? one : (one[0] as Made));
  }
  return results;
}
