import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ERRORS } from "@/lib/errors";
import {
  clientOf,
  cookieForSession,
  created,
  localOrder,
  type Merchant,
  merchant,
  personOf,
  testDb,
} from "@/test/factories";
import { type Api, api, type Call } from "@/test/http";
import { withPasskey } from "./authenticator";
import { codeOf, emailOf, PASSWORD, trySignIn, withTotp } from "./security";

let shop: Merchant;
let orderId: string;
let support: Awaited<ReturnType<typeof personOf>>;
let email: string;

beforeAll(async () => {
  shop = await merchant({ pickPack: false });
  orderId = (await created(shop.production, localOrder())).order_id;
});
beforeEach(async () => {
  await (await testDb()).deleteFrom("rate_counters").execute();
  support = await personOf("support", null, "production");
  email = await emailOf(support.id);
});

const REFUSED = {
  error: { code: "403030", code_reason: "SECOND_FACTOR_REQUIRED", message: ERRORS.SECOND_FACTOR_REQUIRED.message },
};

/** Signs in as the sign-in page does. */
async function signedIn(
  change: Parameters<typeof trySignIn>[1] = {},
  environment: "production" | "testing" = "production",
) {
  const { sessionId, device, outcome } = await trySignIn(email, change);
  if (!sessionId) throw new Error(outcome);
  const cookie = await cookieForSession(sessionId);
  const headers = { cookie, "sec-fetch-site": "same-origin", "x-account-id": shop.accountId };
  return { api: api(environment, { headers }), device };
}
/** Looks at an order, for which support also need a reason. */
async function look(who: Api, options: Call = {}) {
  await who.post("/support/visit", { reason: "CHECK" }, options);
  return who.get(`/order/detail/${orderId}`, options);
}

describe("staff in production", () => {
  it("see and change nothing of a merchant before a second factor, and everything of their own sign-in", async () => {
    const { api: fresh } = await signedIn();
    for (const answer of [
      await look(fresh),
      await fresh.get("/orders"),
      await fresh.post("/order/cancel", { order_id: orderId, reason: "OTHERS" }),
      await fresh.get("/pickpack/queue", { headers: { "x-account-id": "" } }),
      await fresh.get("/accounts", { headers: { "x-account-id": "" } }),
    ])
      expect([answer.status, answer.body]).toEqual([403, REFUSED]);
    for (const path of ["/me", "/sessions", "/factors"]) expect((await fresh.get(path)).status).toBe(200);
    expect((await look((await signedIn({}, "testing")).api)).status).toBe(404);
    const { rows } = await sql`
      select 1 from audit_log where actor = ${`person:${support.id}`} and account_id = ${shop.accountId}
        and operation in ('readOrder', 'listOrders', 'cancelOrder') and outcome = 'ok'`.execute(await testDb());
    expect(rows).toEqual([]);
  });

  it("change in testing nothing that holds in production, too, before a second factor", async () => {
    const { api: fresh } = await signedIn({}, "testing");
    const notice = { notice_en: "It rests", notice_zh: "暫停服務" };
    const list = { provider: "LOCAL_POINT", points: [] };
    for (const answer of [
      await fresh.get("/services"),
      await fresh.call("PUT", "/providers/LOCAL_DOOR/suspension", { body: notice }),
      await fresh.call("DELETE", "/providers/LOCAL_DOOR/suspension"),
      await fresh.get("/pickup-point-feeds?provider=LOCAL_POINT"),
      await fresh.post("/pickup-point-feeds/preview", list),
      await fresh.post("/pickup-point-feeds", list),
      await fresh.get("/pickup-point-feeds/1"),
      await fresh.post("/pickup-point-feeds/1/withdraw"),
      await fresh.call("PUT", "/defaults", { body: { paper: "A6" } }),
      await fresh.call("PATCH", `/accounts/${shop.accountId}`, { body: { name: "Another name" } }),
      await fresh.get("/people"),
      await fresh.get("/staff", { headers: { "x-account-id": "" } }),
    ])
      expect([answer.status, answer.body]).toEqual([403, REFUSED]);
  });

  it("add no factor and remove none where they have one that the session has not shown", async () => {
    const { api: before } = await signedIn();
    const begun = await before.post("/factors/totp");
    const { id } = await withPasskey({ api: (await signedIn()).api });
    for (const answer of [
      await before.post("/factors/totp/confirm", { code: codeOf(begun.body.data.secret) }),
      await before.post("/factors/totp"),
      await before.post("/factors/passkeys/options", { password: PASSWORD }),
      await before.post("/factors/recovery-codes", { password: PASSWORD }),
      await before.call("DELETE", `/factors/${id}`, { body: { password: PASSWORD } }),
    ])
      expect([answer.status, answer.body.error?.code]).toEqual([403, "403030"]);
    expect((await look(before)).body).toEqual(REFUSED);
    expect((await before.get("/factors")).body.data).toMatchObject([{ id }]);
  });

  it("go on at once after setting one up, and after signing in with one", async () => {
    const { api: first } = await signedIn();
    const { secret } = await withTotp({ ...support, api: first });
    expect((await look(first)).status).toBe(200);
    expect((await trySignIn(email)).outcome).toBe("factor");
    const { api: second, device } = await signedIn({ code: codeOf(secret) });
    expect((await look(second)).status).toBe(200);
    expect((await trySignIn(email, { device })).outcome).toBe("factor");
    // It counts for 12 hours in the session.
    await sql`update sessions set factor_at = factor_at - interval '12 hours' where person_id = ${support.id}`.execute(
      await testDb(),
    );
    expect((await look(second)).body).toEqual(REFUSED);
    const wrong = await second.post("/factors/show", { code: "000000" });
    expect([wrong.status, wrong.entries.map(({ field }) => field)]).toEqual([400, ["code"]]);
    expect((await look(second)).body).toEqual(REFUSED);
    expect((await second.post("/factors/show", { code: codeOf(secret, 1) })).body.data).toEqual({ shown: true });
    expect((await look(second)).status).toBe(200);
  });

  it("show a passkey of their own, and no other person's", async () => {
    const { passkey } = await withPasskey(support);
    const other = await withPasskey(await personOf("support", null));
    await sql`update sessions set factor_at = null where person_id = ${support.id}`.execute(await testDb());
    const show = async (key: typeof passkey) => {
      const { challenge } = (await api().post("/passkey-options")).body.data;
      return support.api.post("/factors/show", { credential: key.signed(challenge) });
    };
    const wrong = await show(other.passkey);
    expect([wrong.status, wrong.entries.map(({ field }) => field)]).toEqual([400, ["credential"]]);
    expect((await support.api.post("/factors/show", {})).status).toBe(400);
    expect((await support.api.get("/orders")).body).toEqual(REFUSED);
    expect((await show(passkey)).status).toBe(200);
    expect((await look(support.api, { headers: { "x-account-id": shop.accountId } })).status).toBe(200);
  });

  it("have shown nothing any more when their last factor is gone", async () => {
    const { api: who } = await signedIn();
    const { id } = await withTotp({ ...support, api: who });
    expect((await look(who)).status).toBe(200);
    expect((await who.call("DELETE", `/factors/${id}`, { body: { password: PASSWORD } })).status).toBe(200);
    expect((await look(who)).body).toEqual(REFUSED);
  });

  it("of the demonstration need none; nor do API clients and merchants", async () => {
    await sql`update people set is_demo = true where id = ${support.id}`.execute(await testDb());
    await sql`update accounts set is_demo = true`.execute(await testDb());
    expect((await look((await signedIn()).api)).status).toBe(200);
    await sql`update accounts set is_demo = false`.execute(await testDb());
    const client = await clientOf("support", shop.accountId, "production");
    expect((await look(client)).status).toBe(200);
    const owner = await personOf("owner", shop.accountId, "production");
    await sql`update sessions set factor_at = null where person_id = ${owner.id}`.execute(await testDb());
    expect((await look(owner.api)).status).toBe(200);
  });
});
