/** Owns what passkeys sign: where they work, what browsers are asked to sign, and whether they did (contract §8.20). */
import { isIP } from "node:net";
import { sql } from "kysely";
import type { DataOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/security";
import { invalid } from "@/lib/errors";
import type { OpenContext } from "@/server/context";
import type { Db } from "@/server/db/transaction";
import { env } from "@/server/env";
import { log } from "@/server/log";
import { countedAddress } from "@/server/plain-address";
import { countOn, requireAllowed } from "@/server/rate-limits";
import { hashSecret } from "../clients/credentials";

/** How long a browser may take to ask its person. */
export const CHALLENGE_LASTS = "5 minutes";
/** Sign-ins that an address may begin; pages begin one when they are opened. */
const BEGUN = { minute: 120, hour: 1200 };

/**
 * Where passkeys work: at APP_URL, if its host is a name that browsers trust (https, or this machine). Null: nowhere.
 */
export function relyingParty(appUrl = env().appUrl): { origin: string; rpID: string } | null {
  const { protocol, hostname, origin } = new URL(appUrl);
  const isName = isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
  return isName && (protocol === "https:" || hostname === "localhost") ? { origin, rpID: hostname } : null;
}

/** Where passkeys work. @throws ApiError BAD_REQUEST naming `credential`: nowhere */
export function requireRelyingParty(): { origin: string; rpID: string } {
  const place = relyingParty();
  if (!place) throw invalid({ path: ["credential"], key: "passkeyNowhere" });
  return place;
}

/** The library is large, and few requests need it. */
export const webauthn = () => import("@simplewebauthn/server");

/** Remembers what a browser is asked to sign; for a person, if it is to make a passkey. */
export async function storeChallenge(db: Db, challenge: string, personId: string | null): Promise<void> {
  await db
    .insertInto("passkey_challenges")
    .values({ hash: hashSecret(challenge), person_id: personId })
    .execute();
}

/** Whether we sent this challenge and it is unanswered. From now on it is answered. */
export async function takeChallenge(db: Db, challenge: string, personId: string | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from passkey_challenges
    where hash = ${hashSecret(challenge)} and person_id is not distinct from ${personId}::bigint
      and created_at > now() - ${CHALLENGE_LASTS}::interval`.execute(db);
  return Number(numAffectedRows) === 1;
}

/**
 * What a browser is to sign when a person signs in with a passkey.
 * @throws ApiError BAD_REQUEST passkeys work nowhere; RATE_LIMIT_EXCEEDED
 */
export async function startPasskeySignIn(
  ctx: Pick<OpenContext, "db" | "address">,
): Promise<DataOf<typeof contracts.startPasskeySignIn>> {
  const { rpID } = requireRelyingParty();
  requireAllowed(await countOn(ctx.db, `pk:${countedAddress(ctx.address)}`, BEGUN.minute, 1, BEGUN.hour));
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({ rpID, userVerification: "required", timeout: 300_000 });
  await storeChallenge(ctx.db, options.challenge, null);
  return options;
}

/**
 * The passkey that signed what we asked for, of a person who is not disabled; null: it did not. Each answer is taken
 * once, and a passkey whose count of signatures went back is refused: it has been copied.
 */
export async function spendPasskey(db: Db, given: contracts.Assertion, personId?: string): Promise<string | null> {
  const place = relyingParty();
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
