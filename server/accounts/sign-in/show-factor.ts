import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/security";
import { invalid } from "@/lib/errors";
import { type Context, personOf } from "@/server/context";
import { withTransaction } from "@/server/db/transaction";
import { recordSecurity } from "../audit/audit";
import { hashSecret } from "../clients/credentials";
import { spendCode } from "./factors";
import { spendPasskey } from "./passkey-check";
import { checkOwnCode } from "./password-check";
import { noteProof } from "./proof";

/**
 * Records that the person has shown a second factor in this session, as staff must before they see production
 * (contract §8.21).
 * @throws ApiError BAD_REQUEST naming `code` or `credential`; RATE_LIMIT_EXCEEDED after too many wrong ones
 */
export async function showFactor(
  ctx: Context,
  { code, credential }: InputOf<typeof contracts.showFactor>,
): Promise<DataOf<typeof contracts.showFactor>> {
  const { id: personId, sessionId } = personOf(ctx);
  if (credential === undefined && code === undefined) throw invalid({ path: ["code"], key: "required" });
  const isRight = await checkOwnCode(ctx, async () =>
    credential
      ? (await spendPasskey(ctx.db, credential, personId)) !== null
      : spendCode(ctx.db, personId, code ?? "", ctx),
  );
  if (!isRight)
    throw credential
      ? invalid({ path: ["credential"], key: "passkeyRefused" })
      : invalid({ path: ["code"], key: "codeWrong" });
  await withTransaction(ctx.db, async (tx) => {
    await tx
      .updateTable("sessions")
      .set({ factor_at: sql`now()` })
      .where("id_hash", "=", hashSecret(sessionId))
      .execute();
    if (credential) await noteProof(tx, sessionId);
    await recordSecurity(tx, { personId, operation: "showFactor", ...ctx });
  });
  return { shown: true };
}
