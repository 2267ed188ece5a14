/**
 * Owns what a person who is signed in must show before they change how they sign in: password or passkey of the last
 * minutes, and a second factor if there is one (contract §8.17).
 */
import { sql } from "kysely";
import type { Proof } from "@/lib/contracts/security";
import { ApiError, invalid, type Problem } from "@/lib/errors";
import { type Context, personOf } from "@/server/context";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import { FACTOR_LASTS } from "../access";
import { hashSecret } from "../clients/credentials";
import { spendPasskey } from "./passkey-check";
import { checkOwnCode, checkOwnPassword } from "./password-check";

/** How long a password or passkey that was given in a session counts there. */
const PROOF_LASTS = "5 minutes";

/**
 * Makes a change of a person's second factors wait for any other, and refuses it to a session that has shown none of
 * them: a password by itself must not be enough to add one (contract §8.17). @throws ApiError SECOND_FACTOR_REQUIRED
 */
export async function requireShownFactor(tx: Tx, ctx: Context): Promise<void> {
  const { id, sessionId } = personOf(ctx);
  await tx.selectFrom("people").select("id").where("id", "=", id).forNoKeyUpdate().execute();
  const { rows } = await sql`
    select 1 from people p where p.id = ${id} and not p.is_demo
      and exists (select 1 from factors f where f.person_id = p.id and f.confirmed_at is not null)
      and not exists (select 1 from sessions s
        where s.id_hash = ${hashSecret(sessionId)} and s.factor_at > now() - ${FACTOR_LASTS}::interval)`.execute(tx);
  if (rows.length > 0) throw new ApiError("SECOND_FACTOR_REQUIRED");
}

/** Notes that the person has just given the password or a passkey in a session. */
export async function noteProof(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ password_at: sql`now()` })
    .where("id_hash", "=", hashSecret(sessionId))
    .execute();
}

/**
 * Judges whether the caller is the person, by what was given, or without it by what the session was given in the last
 * minutes: what is wrong, if anything, and of a right password its stored form. A password is asked for at `path`.
 * @throws ApiError RATE_LIMIT_EXCEEDED after too many wrong ones
 */
export async function judgeProof(
  ctx: Context,
  { password, credential }: Proof,
  path: "password" | "current_password" = "password",
): Promise<{ problem?: Problem; passwordHash?: string }> {
  const { id, sessionId } = personOf(ctx);
  if (credential !== undefined) {
    const isRight = await checkOwnCode(ctx, async () => (await spendPasskey(ctx.db, credential, id)) !== null);
    if (!isRight) return { problem: { path: ["credential"], key: "passkeyRefused" } };
    await noteProof(ctx.db, sessionId);
  }
  if (password !== undefined) {
    const passwordHash = await checkOwnPassword(ctx, password);
    if (passwordHash === null) return { problem: { path: [path], key: "passwordWrong" } };
    await noteProof(ctx.db, sessionId);
    return { passwordHash };
  }
  const { rows } = await sql`select 1 from sessions
    where id_hash = ${hashSecret(sessionId)} and password_at > now() - ${PROOF_LASTS}::interval`.execute(ctx.db);
  return rows.length > 0 ? {} : { problem: { path: [path], key: "required" } };
}

/**
 * Keeps a caller who has got hold only of a person's session from changing how that person signs in.
 * @throws ApiError BAD_REQUEST naming `password` or `credential`; SECOND_FACTOR_REQUIRED; RATE_LIMIT_EXCEEDED after too
 * many wrong ones
 */
export async function requireProof(ctx: Context, given: Proof): Promise<void> {
  await withTransaction(ctx.db, (tx) => requireShownFactor(tx, ctx));
  const { problem } = await judgeProof(ctx, given);
  if (problem) throw invalid(problem);
}
