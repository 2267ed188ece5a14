import type { Contract } from "@/lib/contracts/contract";
import { ApiError } from "@/lib/errors";
import type { Database } from "@/server/db/database";
import { isDiskNearlyFull } from "@/server/db/free-space";

const RETRY_SECONDS = "60";

/** The answer of operations that need disk space while there is hardly any. */
export function diskNearlyFull(): ApiError {
  return new ApiError("SERVICE_UNAVAILABLE", {
    message:
      "The disk of the server is nearly full, so nothing new is saved until there is room. Reading, cancelling and deleting go on.",
    extra: { disk: "nearly_full" },
    headers: { "retry-after": RETRY_SECONDS },
  });
}

/**
 * Refuses operations that need disk space while the disk is nearly full (contract §9.5). @throws ApiError
 * SERVICE_UNAVAILABLE
 */
export async function requireRoom({ method, onFullDisk }: Contract, opened: Database): Promise<void> {
  const goesOn = method === "GET" || method === "DELETE" || onFullDisk;
  if (!goesOn && (await isDiskNearlyFull(opened))) throw diskNearlyFull();
}
