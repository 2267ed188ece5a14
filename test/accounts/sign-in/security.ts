/** For tests of second factors: an authenticator app, and people who have one. */
import { ApiError } from "@/lib/errors";
import { signIn } from "@/server/accounts";
import type { personOf } from "@/test/factories";
import { testDb } from "@/test/factories";
import { codeOf } from "@/test/totp-code";

export { codeOf };

export const PASSWORD = "correct horse battery";

type Person = Awaited<ReturnType<typeof personOf>>;

/** Sets up an authenticator app; the code one step ago is used up by it. */
export async function withTotp(person: Person): Promise<{ id: string; secret: string; codes: string[] }> {
  const made = await person.api.post("/factors/totp");
  const { id, secret } = made.body.data;
  const confirm = () => person.api.post("/factors/totp/confirm", { code: codeOf(secret, -1) });
  const first = await confirm();
  // Its code is two steps old where a step ended on the way.
  const confirmed = first.status === 200 ? first : await confirm();
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body));
  return { id, secret, codes: confirmed.body.data.recovery_codes };
}

export async function emailOf(id: string): Promise<string> {
  const row = (await testDb()).selectFrom("people").select("email").where("id", "=", id);
  return (await row.executeTakeFirstOrThrow()).email;
}

let serial = 0;

/** How a sign-in ended; one that came too often says when the next may come. */
export async function orThrottled<T>(signing: Promise<T>): Promise<T | "throttled"> {
  try {
    return await signing;
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== "RATE_LIMIT_EXCEEDED") throw error;
    if (!/^[1-9]\d*$/.test(error.headers["retry-after"] ?? "")) throw error;
    return "throttled";
  }
}

/** Signs in from an address of its own: how it ended, and the browser's secret. */
export async function trySignIn(
  email: string,
  change: {
    password?: string;
    code?: string;
    device?: string | null;
    earlierSessionId?: string | null;
    userAgent?: string;
    address?: string;
  } = {},
): Promise<{ outcome: string; device: string | null; sessionId: string | null }> {
  const address = `203.0.113.${++serial % 250}`;
  const attempt = { email, password: PASSWORD, address, userAgent: null, ...change };
  const answer = await orThrottled(signIn(await testDb(), attempt));
  return typeof answer === "string"
    ? { outcome: answer, device: null, sessionId: null }
    : { outcome: "in", device: answer.device, sessionId: answer.sessionId };
}
