/** Owns passkeys: keys in a phone, a computer or a USB stick that sign in alone (contract §8.20). */
import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/security";
import { invalid } from "@/lib/errors";
import { type Context, type Db, type OpenContext, personOf, withTransaction } from "@/server/context";
import { env } from "@/server/env";
import { log } from "@/server/log";
import { countedAddress } from "@/server/plain-address";
import { countOn, requireAllowed } from "@/server/rate-limits";
import { recordSecurity } from "./audit";
import { hashSecret } from "./credentials";
import { factorCounts, firstRecoveryCodes, requireShownFactor } from "./factors";
import { checkOwnPassword } from "./password-check";
import { mailPerson } from "./sign-in-mails";

const MOST = 20;
/** How long a browser may take to ask its person. */
export const CHALLENGE_LASTS = "5 minutes";
/** Sign-ins that an address may begin; pages begin one when they are opened. */
const BEGUN = { minute: 120, hour: 1200 };

/**
 * Where passkeys work: at APP_URL, if its host is a name that browsers trust (https, or this machine). Null: nowhere.
 */
export function passkeyPlace(appUrl = env().appUrl): { origin: string; rpID: string } | null {
  const { protocol, hostname, origin } = new URL(appUrl);
  const isName = isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
  return isName && (protocol === "https:" || hostname === "localhost") ? { origin, rpID: hostname } : null;
}

function requirePlace(): { origin: string; rpID: string } {
  const place = passkeyPlace();
  if (!place) throw invalid({ path: ["credential"], key: "passkeyNowhere" });
  return place;
}

/** The library is large, and few requests need it. */
const webauthn = () => import("@simplewebauthn/server");

async function storeChallenge(db: Db, challenge: string, personId: string | null): Promise<void> {
  await db
    .insertInto("passkey_challenges")
    .values({ hash: hashSecret(challenge), person_id: personId })
    .execute();
}

/** Whether we asked for this, and nobody has answered yet. From now on it is answered. */
async function takeChallenge(db: Db, challenge: string, personId: string | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from passkey_challenges
    where hash = ${hashSecret(challenge)} and person_id is not distinct from ${personId}::bigint
      and created_at > now() - ${CHALLENGE_LASTS}::interval`.execute(db);
  return Number(numAffectedRows) === 1;
}

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
 * @throws ApiError BAD_REQUEST naming `password`, or `credential` if passkeys work nowhere or there are enough;
 * SECOND_FACTOR_REQUIRED; RATE_LIMIT_EXCEEDED after too many wrong passwords
 */
export async function startPasskey(
  ctx: Context,
  { password }: InputOf<typeof contracts.startPasskey>,
): Promise<DataOf<typeof contracts.startPasskey>> {
  const { id, email, name } = personOf(ctx);
  const { rpID } = requirePlace();
  await withTransaction(ctx.db, (tx) => requireShownFactor(tx, ctx));
  const own = await ctx.db
    .selectFrom("factors")
    .select(["credential_id", "transports"])
    .where("person_id", "=", id)
    .where("kind", "=", "passkey")
    .execute();
  if (own.length >= MOST) throw invalid({ path: ["credential"], key: "tooMany", params: { max: MOST } });
  if ((await checkOwnPassword(ctx, password)) === null) throw invalid({ path: ["password"], key: "passwordWrong" });
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
    // Only a key that the device itself finds, and asks its person for, can sign in alone.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    timeout: 300_000,
  });
  await storeChallenge(ctx.db, options.challenge, id);
  return options;
}

/**
 * Adds the passkey that the browser has made. Answers the recovery codes if it is the person's first second factor.
 * @throws ApiError BAD_REQUEST naming `credential`; SECOND_FACTOR_REQUIRED
 */
export async function createPasskey(
  ctx: Context,
  { name, credential }: InputOf<typeof contracts.createPasskey>,
): Promise<DataOf<typeof contracts.createPasskey>> {
  const { id: personId } = personOf(ctx);
  const { origin, rpID } = requirePlace();
  if (originOf(credential.response.clientDataJSON) !== origin)
    throw invalid({ path: ["credential"], key: "passkeyPlace", params: { origin } });
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
    return { id, recovery_codes: await firstRecoveryCodes(tx, personId) };
  });
}

/**
 * What a browser is to sign when somebody signs in with a passkey.
 * @throws ApiError BAD_REQUEST passkeys work nowhere; RATE_LIMIT_EXCEEDED
 */
export async function startPasskeySignIn(
  ctx: Pick<OpenContext, "db" | "address">,
): Promise<DataOf<typeof contracts.startPasskeySignIn>> {
  const { rpID } = requirePlace();
  requireAllowed(await countOn(ctx.db, `pk:${countedAddress(ctx.address)}`, BEGUN.minute, 1, BEGUN.hour));
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({ rpID, userVerification: "required", timeout: 300_000 });
  await storeChallenge(ctx.db, options.challenge, null);
  return options;
}

/**
 * The passkey that signed what we asked for, of a person who is not disabled; null: it did not. Each answer is taken
 * once, and a passkey whose count of signatures went back is refused: somebody has copied it.
 */
export async function spendPasskey(db: Db, given: contracts.Assertion, personId?: string): Promise<string | null> {
  const place = passkeyPlace();
  let found = db
    .selectFrom("factors")
    .innerJoin("people", "people.id", "factors.person_id")
    .select(["factors.id", "factors.person_id", "credential_id", "public_key", "last_counter"])
    .where("credential_id", "=", given.id)
    .where("disabled_at", "is", null);
  if (personId !== undefined) found = found.where("person_id", "=", personId);
  const factor = await found.executeTakeFirst();
  if (!place || !factor?.public_key) return null;
  try {
    const { verifyAuthenticationResponse } = await webauthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...given, type: "public-key", clientExtensionResults: {}, response: { ...given.response } },
      expectedChallenge: (challenge) => takeChallenge(db, challenge, null),
      expectedOrigin: place.origin,
      expectedRPID: place.rpID,
      credential: {
        id: given.id,
        publicKey: new Uint8Array(factor.public_key),
        counter: Number(factor.last_counter ?? 0),
      },
    });
    if (!verified) return null;
    // Of two answers at once with one count, the second is refused.
    const { newCounter } = authenticationInfo;
    const { numAffectedRows } = await sql`
      update factors set last_counter = ${newCounter}, last_used_at = now()
      where id = ${factor.id} and (last_counter < ${newCounter} or (last_counter = 0 and ${newCounter}::bigint = 0))`.execute(
      db,
    );
    return Number(numAffectedRows) === 1 ? factor.person_id : null;
  } catch (error) {
    log().warn({ factor: factor.id, why: String(error) }, "passkey refused");
    return null;
  }
}
