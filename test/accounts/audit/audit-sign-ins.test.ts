// Each change of a sign-in has its row in the audit log (contract §8.18).
import { beforeEach, expect, it } from "vitest";
import { authOptions, createPasswordLink } from "@/server/accounts";
import { changeAuditLog, type Merchant, merchant, personOf, testDb, tokenIn } from "@/test/factories";
import { api } from "@/test/http";
import { codeOf, emailOf, PASSWORD, trySignIn, withTotp } from "../sign-in/security";

type Person = Awaited<ReturnType<typeof personOf>>;

let shop: Merchant;
let person: Person;

beforeEach(async () => {
  await (await testDb()).deleteFrom("rate_counters").execute();
  shop = await merchant();
  person = await personOf("member", shop.accountId);
});

/** The rows of what the work does; no other caller does anything in this account. */
async function recorded(work: () => Promise<unknown>) {
  await changeAuditLog();
  await work();
  return (await testDb())
    .selectFrom("audit_log")
    .select(["actor", "operation", "object_id", "outcome", "address"])
    .where("account_id", "=", shop.accountId)
    .orderBy("id")
    .execute();
}

const own = (operation: string, object_id?: string) =>
  expect.objectContaining({
    actor: `person:${person.id}`,
    outcome: "ok",
    operation,
    object_id: object_id ?? expect.any(String),
  });

it("a sign-out is recorded once", async () => {
  const { sessionId } = await trySignIn(await emailOf(person.id));
  const signOut = () =>
    authOptions({ device: null, sessionId: null }).events?.signOut?.({
      token: { sid: sessionId },
      session: undefined as never,
    });
  expect(await recorded(async () => [await signOut(), await signOut()])).toEqual([own("signOut")]);
});

it("ending one session or all of them is recorded", async () => {
  await trySignIn(await emailOf(person.id));
  const { data } = (await person.api.get("/sessions")).body;
  const { id } = data.find(({ is_current }: { is_current: boolean }) => !is_current);
  expect(await recorded(() => person.api.post(`/sessions/${id}/end`, {}))).toEqual([own("endSession", id)]);
  expect(await recorded(() => person.api.post("/sessions/revoke-all", {}))).toEqual([own("revokeSessions")]);
});

it("a forgotten password and the one set by the link are recorded", async () => {
  const email = await emailOf(person.id);
  const asked = await recorded(() => api().post("/forgot-password", { email }));
  expect(asked).toEqual([expect.objectContaining({ actor: "anyone", operation: "createPasswordLink" })]);
  const link = await createPasswordLink(await testDb(), person.id);
  const token = tokenIn(link);
  expect(await recorded(() => api().post("/set-password", { token, password: "a sentence of my own" }))).toEqual([
    own("setPassword"),
  ]);
  // The link is spent, and another was never made: each refusal has its row.
  await changeAuditLog();
  for (const each of [token, "none"])
    await api().post("/set-password", { token: each, password: "a sentence of my own" });
  const refused = await (await testDb()).selectFrom("audit_log").select(["actor", "operation", "outcome"]).execute();
  expect(refused).toEqual(Array(2).fill({ actor: "anyone", operation: "setPassword", outcome: "BAD_REQUEST" }));
});

it("second factors are recorded: set up, shown, their codes made again, removed", async () => {
  const { id, secret } = await withTotp(person);
  const password = PASSWORD;
  expect(await recorded(() => person.api.post("/factors/show", { code: codeOf(secret) }))).toEqual([own("showFactor")]);
  expect(await recorded(() => person.api.post("/factors/recovery-codes", { password }))).toEqual([
    own("createRecoveryCodes"),
  ]);
  expect(await recorded(() => person.api.call("DELETE", `/factors/${id}`, { body: { password } }))).toEqual([
    own("deleteFactor", id),
  ]);
  expect(await recorded(() => withTotp(person))).toEqual([own("confirmTotp")]);
});
