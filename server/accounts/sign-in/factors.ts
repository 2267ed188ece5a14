/** Owns second factors: codes of an authenticator app (TOTP), and recovery codes (contract §8.17). Passkeys: `passkeys.ts`. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/security";
import { invalid, notFound } from "@/lib/errors";
import { type Context, personOf } from "@/server/context";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import { log } from "@/server/log";
import { qrCode } from "@/server/qr-code";
import { sealer } from "@/server/seal";
import { recordSecurity } from "../audit/audit";
import { hashSecret } from "../clients/credentials";
import { checkOwnCode } from "./password-check";
import { hashRecoveryCode } from "./passwords";
import { requireProof, requireShownFactor } from "./proof";
import { mailPerson } from "./sign-in-mails";
import { base32, stepOfCode, uriOf } from "./totp";

const RECOVERY_CODES = 10;
const { seal, unseal } = sealer("sampan second factors 1");

/** The time step of a code, at most one step from now; null: it is wrong. */
function stepOf(sealed: Buffer | null, id: string, code: string): number | null {
  if (!sealed) return null;
  try {
    return stepOfCode(Buffer.from(unseal(sealed, id), "hex"), code);
  } catch (error) {
    log().error({ err: error, factor: id }, "a second factor cannot be decrypted; was APP_SECRET changed?");
    return null;
  }
}

/** The person's factors that count. */
export async function listFactors(ctx: Context, input: InputOf<typeof contracts.listFactors>) {
  const rows = await ctx.db
    .selectFrom("factors")
    .select(["id", "kind", "name", "confirmed_at", "last_used_at"])
    .select((eb) =>
      eb
        .selectFrom("recovery_codes")
        .select((codes) => codes.fn.countAll<string>().as("left"))
        .whereRef("recovery_codes.person_id", "=", "factors.person_id")
        .where("used_at", "is", null)
        .as("left"),
    )
    .where("person_id", "=", personOf(ctx).id)
    .where("confirmed_at", "is not", null)
    .orderBy("confirmed_at")
    .orderBy("id")
    .execute();
  const from = Number(input.offset);
  return {
    rows: rows.slice(from, from + Number(input.limit)).map(({ id, kind, name, confirmed_at, last_used_at, left }) => ({
      id,
      kind,
      name,
      created_at: hongKongIso(confirmed_at ?? new Date()),
      last_used_at: last_used_at && hongKongIso(last_used_at),
      recovery_codes_left: Number(left),
    })),
    total: rows.length,
  };
}

/**
 * Makes the secret of an authenticator app. It counts once it is confirmed with a code; until then a new one replaces
 * it. @throws ApiError BAD_REQUEST naming `password`, `credential`, or `factor` if there is one that counts;
 * SECOND_FACTOR_REQUIRED; RATE_LIMIT_EXCEEDED after too many wrong passwords or passkeys
 */
export async function createTotp(
  ctx: Context,
  given: InputOf<typeof contracts.createTotp>,
): Promise<DataOf<typeof contracts.createTotp>> {
  await requireProof(ctx, given);
  const { id: personId, email } = personOf(ctx);
  const id = `fa_${randomBytes(9).toString("hex")}`;
  const key = randomBytes(20);
  const { numAffectedRows } = await sql`
    insert into factors (id, person_id, kind, secret) values (${id}, ${personId}, 'totp', ${seal(key.toString("hex"), id)})
    on conflict (person_id) where kind = 'totp' do update
      set id = excluded.id, secret = excluded.secret, created_at = now()
      where factors.confirmed_at is null`.execute(ctx.db);
  if (Number(numAffectedRows) !== 1) throw invalid({ path: ["factor"], key: "factorExists" });
  const uri = uriOf(key, email);
  return { id, secret: base32(key), uri, qr: drawQr(uri) };
}

/** A QR code as the path of an SVG, whose unit is a module. */
function drawQr(text: string): { size: number; path: string } {
  const { modules, count } = qrCode(text);
  const path = modules.map((isDark, at) => (isDark ? `M${at % count} ${Math.floor(at / count)}h1v1h-1z` : "")).join("");
  return { size: count, path };
}

/**
 * Confirms the secret with its first code: from now on signing in needs a code. Answers the recovery codes, which are
 * shown this once, if it is the person's first second factor. @throws ApiError BAD_REQUEST naming `code`, `password` or
 * `credential`; SECOND_FACTOR_REQUIRED; RATE_LIMIT_EXCEEDED after too many wrong ones
 */
export async function confirmTotp(
  ctx: Context,
  { code, ...given }: InputOf<typeof contracts.confirmTotp>,
): Promise<DataOf<typeof contracts.confirmTotp>> {
  await requireProof(ctx, given);
  const { id: personId } = personOf(ctx);
  const factor = await ctx.db
    .selectFrom("factors")
    .select(["id", "secret"])
    .where("person_id", "=", personId)
    .where("kind", "=", "totp")
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  if (!factor) throw invalid({ path: ["code"], key: "noFactor" });
  let step: number | null = null;
  const isRight = await checkOwnCode(ctx, async () => {
    step = stepOf(factor.secret, factor.id, plain(code));
    return step !== null;
  });
  const wrong = invalid({ path: ["code"], key: "codeWrong" });
  if (!isRight) throw wrong;
  const made = await codesForFirst(ctx.db, personId);
  return withTransaction(ctx.db, async (tx) => {
    await requireShownFactor(tx, ctx);
    const { numAffectedRows } = await sql`
      update factors set confirmed_at = now(), last_counter = ${step} where id = ${factor.id} and confirmed_at is null
    `.execute(tx);
    if (Number(numAffectedRows) !== 1) throw wrong;
    await factorCounts(tx, ctx);
    await recordSecurity(tx, { personId, operation: "confirmTotp", objectId: factor.id, ...ctx });
    await mailPerson(tx, personId, { kind: "factorAdded" });
    return { id: factor.id, recovery_codes: await firstRecoveryCodes(tx, personId, made) };
  });
}

/** A new factor counts: this session has just shown it. */
export async function factorCounts(tx: Tx, ctx: Context): Promise<void> {
  const { sessionId } = personOf(ctx);
  await tx
    .updateTable("sessions")
    .set({ factor_at: sql`now()` })
    .where("id_hash", "=", hashSecret(sessionId))
    .execute();
}

/** New recovery codes, of 120 bits each, and how they are stored. */
type RecoveryCodes = { codes: readonly string[]; stored: readonly { hash: Buffer; salt: Buffer }[] };

/** Makes recovery codes. Hashing takes long and a transaction holds a connection, so it comes first. */
async function makeRecoveryCodes(): Promise<RecoveryCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(15)).toLowerCase());
  const salt = randomBytes(16);
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(code, salt)));
  return { codes, stored: hashes.map((hash) => ({ hash, salt })) };
}

async function hasRecoveryCodes(db: Db, personId: string): Promise<boolean> {
  const some = db.selectFrom("recovery_codes").select("hash").where("person_id", "=", personId).limit(1);
  return (await some.executeTakeFirst()) !== undefined;
}

/** Makes the codes that a person gets with their first factor; null: they have some. */
export async function codesForFirst(db: Db, personId: string): Promise<RecoveryCodes | null> {
  return (await hasRecoveryCodes(db, personId)) ? null : makeRecoveryCodes();
}

/** Gives a person these codes with their first factor; answers none if they have some. */
export async function firstRecoveryCodes(tx: Tx, personId: string, made: RecoveryCodes | null): Promise<string[]> {
  if (await hasRecoveryCodes(tx, personId)) return [];
  // Their last factor was removed meanwhile.
  return replaceRecoveryCodes(tx, personId, made ?? (await makeRecoveryCodes()));
}

async function replaceRecoveryCodes(tx: Tx, personId: string, { codes, stored }: RecoveryCodes): Promise<string[]> {
  await tx.deleteFrom("recovery_codes").where("person_id", "=", personId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(stored.map((each) => ({ person_id: personId, ...each })))
    .execute();
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, "$1-"));
}

/**
 * Makes new recovery codes; the earlier ones end.
 * @throws ApiError BAD_REQUEST naming `password`, `credential`, or `factor` if there is no second factor;
 * SECOND_FACTOR_REQUIRED; RATE_LIMIT_EXCEEDED after too many wrong passwords or passkeys
 */
export async function createRecoveryCodes(
  ctx: Context,
  given: InputOf<typeof contracts.createRecoveryCodes>,
): Promise<DataOf<typeof contracts.createRecoveryCodes>> {
  const { id: personId } = personOf(ctx);
  await requireProof(ctx, given);
  const made = await makeRecoveryCodes();
  return withTransaction(ctx.db, async (tx) => {
    await requireShownFactor(tx, ctx);
    if (!(await hasFactor(tx, personId))) throw invalid({ path: ["factor"], key: "noFactor" });
    await recordSecurity(tx, { personId, operation: "createRecoveryCodes", ...ctx });
    await mailPerson(tx, personId, { kind: "recoveryCodesMade" });
    return { recovery_codes: await replaceRecoveryCodes(tx, personId, made) };
  });
}

/**
 * Removes a factor, and with the last one the recovery codes.
 * @throws ApiError BAD_REQUEST naming `password` or `credential`; NOT_FOUND; SECOND_FACTOR_REQUIRED; RATE_LIMIT_EXCEEDED
 * after too many wrong ones
 */
export async function deleteFactor(
  ctx: Context,
  { id, ...given }: InputOf<typeof contracts.deleteFactor>,
): Promise<DataOf<typeof contracts.deleteFactor>> {
  const { id: personId } = personOf(ctx);
  const found = ctx.db.selectFrom("factors").select("name").where("id", "=", id).where("person_id", "=", personId);
  const factor = await found.executeTakeFirst();
  if (!factor) throw notFound();
  await requireProof(ctx, given);
  await withTransaction(ctx.db, async (tx) => {
    await requireShownFactor(tx, ctx);
    if ((await removeFactors(tx, personId, id)) === 0) throw notFound();
    const isLast = !(await hasFactor(tx, personId));
    await recordSecurity(tx, { personId, operation: "deleteFactor", objectId: id, ...ctx });
    await mailPerson(tx, personId, { kind: "factorRemoved", name: factor.name, isLast });
  });
  return { id, deleted: true };
}

/** Whether the person has a factor that counts. */
async function hasFactor(tx: Tx, personId: string): Promise<boolean> {
  const one = tx
    .selectFrom("factors")
    .select("id")
    .where("person_id", "=", personId)
    .where("confirmed_at", "is not", null);
  return (await one.executeTakeFirst()) !== undefined;
}

/**
 * Removes a factor of a person, or all of them. Removing the last one also deletes the recovery codes, and no session
 * counts as verified any more. Returns how many factors were removed.
 */
async function removeFactors(tx: Tx, personId: string, id?: string): Promise<number> {
  await tx.selectFrom("people").select("id").where("id", "=", personId).forNoKeyUpdate().execute();
  let removal = tx.deleteFrom("factors").where("person_id", "=", personId);
  if (id !== undefined) removal = removal.where("id", "=", id);
  const { numDeletedRows } = await removal.executeTakeFirst();
  if (!(await hasFactor(tx, personId))) {
    await tx.deleteFrom("recovery_codes").where("person_id", "=", personId).execute();
    await tx.updateTable("sessions").set({ factor_at: null }).where("person_id", "=", personId).execute();
  }
  return Number(numDeletedRows);
}

/** Removes the lost second factor of a person, and mails them. Returns how many factors there were. */
export async function removeLostFactors(tx: Tx, personId: string): Promise<number> {
  const removed = await removeFactors(tx, personId);
  if (removed > 0) await mailPerson(tx, personId, { kind: "factorReset" });
  return removed;
}

/** A code as people type it, without spaces and hyphens; an input method may write it in full width. */
function plain(code: string): string {
  return code
    .normalize("NFKC")
    .replace(/[\s\p{Pd}\p{Cf}]/gu, "")
    .toLowerCase();
}

/**
 * Whether a code is right for the person's second factor. A right one is used up: it works once; a recovery code is
 * mailed and recorded, too.
 */
export async function spendCode(db: Db, personId: string, given: string, from: From): Promise<boolean> {
  const code = plain(given);
  if (!/^\d{6}$/.test(code)) return spendRecoveryCode(db, personId, code, from);
  const factor = await db
    .selectFrom("factors")
    .select(["id", "secret"])
    .where("person_id", "=", personId)
    .where("kind", "=", "totp")
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  const step = factor ? stepOf(factor.secret, factor.id, code) : null;
  if (!factor || step === null) return false;
  const { numAffectedRows } = await sql`
    update factors set last_counter = ${step}, last_used_at = now()
    where id = ${factor.id} and (last_counter is null or last_counter < ${step})`.execute(db);
  return Number(numAffectedRows) === 1;
}

/** Where a call came from. */
type From = Pick<Context, "address" | "requestId">;

/** What a recovery code looks like: 24 letters and digits, 16 in those made by builds before 0070. */
const RECOVERY_CODE = /^[a-z2-7]{16}([a-z2-7]{8})?$/;

/** How a code is stored, if it is one of the person's: by argon2id, before 0070 by SHA-256. */
async function storedForms(db: Db, personId: string, code: string): Promise<Buffer[]> {
  if (!RECOVERY_CODE.test(code)) return [];
  const sets = await db
    .selectFrom("recovery_codes")
    .select("salt")
    .distinct()
    .where("person_id", "=", personId)
    .where("used_at", "is", null)
    .execute();
  return Promise.all(sets.map(({ salt }) => (salt ? hashRecoveryCode(code, salt) : hashSecret(code))));
}

async function spendRecoveryCode(db: Db, personId: string, code: string, from: From): Promise<boolean> {
  const forms = await storedForms(db, personId, code);
  if (forms.length === 0) return false;
  return withTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("recovery_codes")
      .set({ used_at: sql`now()` })
      .where("person_id", "=", personId)
      .where("hash", "in", forms)
      .where("used_at", "is", null)
      .executeTakeFirst();
    if (Number(numUpdatedRows) !== 1) return false;
    const { left } = await tx
      .selectFrom("recovery_codes")
      .select((eb) => eb.fn.countAll<string>().as("left"))
      .where("person_id", "=", personId)
      .where("used_at", "is", null)
      .executeTakeFirstOrThrow();
    const { address, requestId } = from;
    await recordSecurity(tx, { personId, operation: "useRecoveryCode", address, requestId });
    await mailPerson(tx, personId, { kind: "recoveryCodeUsed", left: Number(left) });
    return true;
  });
}
