/** Owns a person's passkeys: keys in a phone, a computer or USB stick that sign in by themselves (contract §8.20). */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/security";
import { invalid } from "@/lib/errors";
import { type Context, personOf } from "@/server/context";
import { withTransaction } from "@/server/db/transaction";
import { log } from "@/server/log";
import { recordSecurity } from "../audit/audit";
import { codesForFirst, factorCounts, firstRecoveryCodes } from "./factors";
import { requireRelyingParty, storeChallenge, takeChallenge, webauthn } from "./passkey-check";
import { requireProof, requireShownFactor } from "./proof";
import { mailPerson } from "./sign-in-mails";

const MOST = 20;

/** The origin of the page that asked the browser, as the browser wrote it down; null: unreadable. */
function originOf(clientDataJSON: string): string | null {
  try {
    const { origin } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    return typeof origin === "string" ? origin : null;
  } catch {
    return null;
  }
}

/**
 * What the browser is to make a passkey from.
 * @throws ApiError BAD_REQUEST naming `password`, or `credential` if it is wrong, passkeys work nowhere or there are
 * enough; SECOND_FACTOR_REQUIRED; RATE_LIMIT_EXCEEDED after too many wrong ones
 */
export async function startPasskey(
  ctx: Context,
  given: InputOf<typeof contracts.startPasskey>,
): Promise<DataOf<typeof contracts.startPasskey>> {
  const { id, email, name } = personOf(ctx);
  const { rpID } = requireRelyingParty();
  await requireProof(ctx, given);
  const own = await ctx.db
    .selectFrom("factors")
    .select(["credential_id", "transports"])
    .where("person_id", "=", id)
    .where("kind", "=", "passkey")
    .execute();
  if (own.length >= MOST) throw invalid({ path: ["credential"], key: "tooMany", params: { max: MOST } });
  const options = await (await webauthn()).generateRegistrationOptions({
    rpName: "Sampan",
    rpID,
    userID: new Uint8Array(Buffer.from(`person:${id}`)),
    userName: email,
    userDisplayName: name,
    excludeCredentials: own.map(({ credential_id, transports }) => ({
      id: credential_id ?? "",
      ...(transports ? { transports } : {}),
    })),
    // Only a key that the device itself finds, and asks its person for, can sign in by itself.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    timeout: 300_000,
  });
  await storeChallenge(ctx.db, options.challenge, id);
  return options;
}

/**
 * Adds the passkey that the browser has made. Answers the recovery codes if it is the person's first second factor.
 * @throws ApiError BAD_REQUEST naming `credential` or `password`; SECOND_FACTOR_REQUIRED; RATE_LIMIT_EXCEEDED after too
 * many wrong passwords
 */
export async function createPasskey(
  ctx: Context,
  { name, credential, password }: InputOf<typeof contracts.createPasskey>,
): Promise<DataOf<typeof contracts.createPasskey>> {
  const { id: personId } = personOf(ctx);
  const { origin, rpID } = requireRelyingParty();
  if (originOf(credential.response.clientDataJSON) !== origin)
    throw invalid({ path: ["credential"], key: "passkeyPlace", params: { origin } });
  await requireProof(ctx, { password });
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    // biome-ignore format: one line says that nothing else of the answer is read
    response: { ...credential, type: "public-key", clientExtensionResults: {}, response: { ...credential.response, transports: [] } },
    expectedChallenge: (challenge) => takeChallenge(ctx.db, challenge, personId),
    expectedOrigin: origin,
    expectedRPID: rpID,
  }).catch((error: unknown) => {
    log().warn({ requestId: ctx.requestId, why: String(error) }, "passkey refused");
    return { registrationInfo: undefined };
  });
  if (!registrationInfo) throw invalid({ path: ["credential"], key: "passkeyRefused" });
  const id = `fa_${randomBytes(9).toString("hex")}`;
  const made = await codesForFirst(ctx.db, personId);
  return withTransaction(ctx.db, async (tx) => {
    await requireShownFactor(tx, ctx);
    const added = await tx
      .insertInto("factors")
      .values({
        id,
        person_id: personId,
        kind: "passkey",
        name,
        credential_id: registrationInfo.credential.id,
        public_key: Buffer.from(registrationInfo.credential.publicKey),
        last_counter: registrationInfo.credential.counter,
        transports: credential.response.transports ?? null,
        confirmed_at: sql`now()`,
      })
      .onConflict((conflict) => conflict.column("credential_id").doNothing())
      .executeTakeFirst();
    if (Number(added.numInsertedOrUpdatedRows) !== 1) throw invalid({ path: ["credential"], key: "passkeyExists" });
    await factorCounts(tx, ctx);
    await recordSecurity(tx, { personId, operation: "createPasskey", objectId: id, ...ctx });
    await mailPerson(tx, personId, { kind: "passkeyAdded", name });
    return { id, recovery_codes: await firstRecoveryCodes(tx, personId, made) };
  });
}
