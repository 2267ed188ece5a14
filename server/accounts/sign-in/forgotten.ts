import { setTimeout as wait } from "node:timers/promises";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type { forgotPassword as contract } from "@/lib/contracts/session";
import type { Context } from "@/server/context";
import { countOn } from "@/server/rate-limits";
import { hashSecret } from "../clients/credentials";
import { createPasswordLink, limitLinkTries } from "../people/people";

/** Every answer takes this long, so that the time does not reveal whether a person has the e-mail. */
const ANSWER_MS = 600;
/** Mails an hour to one e-mail. */
const MAILS = 3;

/**
 * Mails a link that sets a password to the person with this e-mail, if there is one who is not disabled. The answer is
 * the same in any case (contract §8.15). @throws ApiError RATE_LIMIT_EXCEEDED too many requests from one address
 */
export async function forgotPassword(
  ctx: Pick<Context, "db" | "address" | "requestId">,
  input: InputOf<typeof contract>,
): Promise<DataOf<typeof contract>> {
  await limitLinkTries(ctx, "pf");
  await Promise.all([wait(ANSWER_MS), mailLink(ctx, input.email.toLowerCase())]);
  return {};
}

async function mailLink({ db, ...ctx }: Pick<Context, "db" | "address" | "requestId">, email: string): Promise<void> {
  const counted = await countOn(db, `pm:${hashSecret(email).toString("base64url")}`, MAILS, 1, MAILS);
  const person = await db
    .selectFrom("people")
    .select("id")
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email))
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  if (person && counted.allowed) await createPasswordLink(db, person.id, { ...ctx, actor: "anyone" });
}
