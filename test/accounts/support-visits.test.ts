// Support looks at a merchant's production data for a reason, and changes it on purpose (contract §8.22).
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CONTRACTS } from "@/lib/contracts";
import type { Environment } from "@/lib/environment";
import { ERRORS } from "@/lib/errors";
import { validationMessage } from "@/lib/i18n/validation";
import { visitNeeded } from "@/lib/rights";
import {
  changeAuditLog,
  clientOf,
  cookieOf,
  created,
  localOrder,
  type Merchant,
  merchant,
  personOf,
  testDb,
  withPickPack,
} from "../factories";
import { type Answer, type Api, api, type Call } from "../http";

let shop: Merchant;
let other: Merchant;
let staffId: string;

beforeAll(async () => {
  [shop, other] = [await merchant(), await merchant()];
  staffId = (await personOf("support", null)).id;
});
beforeEach(async () => {
  await (await testDb()).deleteFrom("rate_counters").execute();
});

/** A person of support in a session of their own, on the account. */
async function support(environment: Environment = "production", account: Merchant | null = shop): Promise<Api> {
  return on(await cookieOf(staffId), account, environment);
}
function on(cookie: string, account: Merchant | null, environment: Environment = "production"): Api {
  const headers: Record<string, string> = { cookie, "sec-fetch-site": "same-origin" };
  if (account) headers["x-account-id"] = account.accountId;
  return api(environment, { headers });
}
const start = (who: Api, body: unknown = { reason: "BILLING" }, options: Call = {}) =>
  who.post("/support/visit", body, options);
const act = (who: Api, acting = "Y") => who.call("PATCH", "/support/visit", { body: { acting } });
const draft = (who: Api) => who.post("/order/create", localOrder({ confirm_shipment: "N" }));
const refused = (reason: "REASON_REQUIRED" | "ACT_REQUIRED" | "FORBIDDEN") => {
  const { status, code, message } = ERRORS[reason];
  return [status, { error: { code, code_reason: reason, message } }];
};
const said = ({ status, body }: Answer) => [status, body];

describe("support in production", () => {
  it("looks at nothing of a merchant without a reason, and changes nothing without acting", async () => {
    const who = await support();
    for (const answer of [await who.get("/orders"), await who.post("/rates/get", {}), await draft(who), await act(who)])
      expect(said(answer)).toEqual(refused("REASON_REQUIRED"));
    const { status, body } = await start(who);
    expect([status, body.data]).toEqual([
      200,
      { account_id: shop.accountId, reason: "BILLING", acting: "N", expires_at: expect.stringContaining("+08:00") },
    ]);
    const minutes = (Date.parse(body.data.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60.1);
    expect((await who.get("/orders")).status).toBe(200);
    // It only reads, although it is a POST.
    expect((await who.post("/rates/get", {})).status).toBe(400);
    expect((await who.post("/orders/export", { order_ids: ["5"] })).status).toBe(200);
    expect(said(await draft(who))).toEqual(refused("ACT_REQUIRED"));
    expect((await act(who)).body.data.acting).toBe("Y");
    expect((await draft(who)).status).toBe(200);
    expect((await act(who, "N")).body.data.acting).toBe("N");
    expect(said(await draft(who))).toEqual(refused("ACT_REQUIRED"));
    await act(who);
    expect((await start(who, { reason: "CHECK" })).body.data.acting).toBe("N");
    expect(said(await draft(who))).toEqual(refused("ACT_REQUIRED"));
  });

  it("begins again after an hour", async () => {
    const who = await support();
    await start(who);
    await act(who);
    expect((await draft(who)).status).toBe(200);
    await sql`update support_visits set expires_at = expires_at - interval '1 hour'`.execute(await testDb());
    for (const answer of [await who.get("/orders"), await draft(who), await act(who)])
      expect(said(answer)).toEqual(refused("REASON_REQUIRED"));
  });

  it("has a reason for this session, account and environment only", async () => {
    const cookie = await cookieOf(staffId);
    await start(on(cookie, shop));
    expect((await on(cookie, shop).get("/orders")).status).toBe(200);
    for (const elsewhere of [on(cookie, other), on(await cookieOf(staffId), shop)])
      expect(said(await elsewhere.get("/orders"))).toEqual(refused("REASON_REQUIRED"));
    const testing = on(await cookieOf(staffId), shop, "testing");
    await start(testing);
    const production = on(await cookieOf(staffId), shop);
    expect(said(await production.get("/orders"))).toEqual(refused("REASON_REQUIRED"));
  });

  it("names the account of what is found only by its number", async () => {
    const { tracking_number } = await created(shop.production);
    const answer = await (await support("production", null)).get(`/tracking/${tracking_number}`);
    expect([answer.status, answer.entries[0]?.message]).toEqual([400, validationMessage("accountRequired")]);
  });

  it("gives one of the reasons, and explains it in at most 100 characters", async () => {
    const who = await support();
    const wrong = await start(who, { reason: "CURIOUS", explanation: "x".repeat(101) });
    expect([wrong.status, wrong.entries.map(({ field }) => field)]).toEqual([400, ["reason", "explanation"]]);
    expect((await start(who, {}, { headers: { "x-account-id": "999999999" } })).status).toBe(400);
  });

  it("works in the warehouse without a reason, for accounts with pick-and-pack", async () => {
    const who = await support();
    expect((await (await support("production", null)).get("/pickpack/queue")).status).toBe(200);
    expect(said(await who.get("/products"))).toEqual(refused("REASON_REQUIRED"));
    await withPickPack(shop.accountId, async () => {
      expect((await who.get("/products")).status).toBe(200);
      expect(said(await who.get("/orders"))).toEqual(refused("REASON_REQUIRED"));
    });
  });

  it("needs none for lists over all merchants", async () => {
    const who = await support();
    for (const path of ["/accounts", "/audit", "/me"]) expect((await who.get(path)).status).toBe(200);
  });
});

describe("others", () => {
  it("need no reason: testing, API clients, merchants and the warehouse", async () => {
    expect((await draft(await support("testing"))).status).toBe(200);
    const client = await clientOf("support", null, "production");
    const headers = { "x-account-id": shop.accountId };
    expect((await client.get("/orders", { headers })).status).toBe(200);
    expect((await draft(shop.production)).status).toBe(200);
    const warehouse = await personOf("warehouse", null, "production");
    await withPickPack(shop.accountId, async () => {
      expect((await warehouse.api.get("/orders", { headers })).status).toBe(200);
    });
  });

  it("cannot begin a visit", async () => {
    expect((await start(api("production"))).status).toBe(401);
    const people = [
      await personOf("owner", shop.accountId, "production"),
      await personOf("warehouse", null, "production"),
    ];
    for (const { api: who } of people) expect(said(await start(who))).toEqual(refused("FORBIDDEN"));
    for (const client of [shop.production, await clientOf("support", shop.accountId, "production")])
      expect(said(await start(client))).toEqual(refused("FORBIDDEN"));
  });

  it("have no session whose second factor is not shown", async () => {
    const person = await personOf("support", null, "production");
    await sql`update sessions set factor_at = null where person_id = ${person.id}`.execute(await testDb());
    const headers = { "x-account-id": shop.accountId };
    for (const answer of [
      await start(person.api, undefined, { headers }),
      await person.api.get("/orders", { headers }),
    ])
      expect(answer.body.error.code_reason).toBe("SECOND_FACTOR_REQUIRED");
  });
});

describe("an account that is suspended or has no plan", () => {
  it.each(["suspended", "payment_plan"])("is looked at and helped only by people of support (%s)", async (column) => {
    const closed = await merchant();
    const owner = await personOf("owner", closed.accountId, "production");
    await sql`update accounts set ${sql.ref(column)} = ${column === "suspended"} where id = ${closed.accountId}`.execute(
      await testDb(),
    );
    const code = column === "suspended" ? "403020" : "403010";
    const who = await support("production", closed);
    await start(who);
    expect((await who.get("/orders")).status).toBe(200);
    await act(who);
    expect((await draft(who)).status).toBe(200);
    expect((await draft(await support("testing", closed))).status).toBe(200);
    for (const locked of [owner.api, closed.production])
      expect((await locked.get("/orders")).body.error.code).toBe(code);
    const headers = { "x-account-id": closed.accountId };
    const client = await clientOf("support", null, "production");
    expect((await client.get("/orders", { headers })).status).toBe(200);
    const answer = await client.post("/order/create", localOrder(), { headers });
    expect(answer.body.error.code).toBe(code);
  });
});

describe("the audit log", () => {
  it("has the reason once, with each look, change and refusal of the visit", async () => {
    await changeAuditLog();
    const who = await support();
    await who.get("/orders");
    await start(who, { reason: "EXCEPTION", explanation: "Held at customs" });
    await who.get("/orders");
    await who.get("/orders");
    await draft(who);
    await act(who);
    await draft(who);
    const { rows } = await sql`
      select operation, outcome, reason, acting, after from audit_log
      where account_id = ${shop.accountId} order by id`.execute(await testDb());
    const body = expect.anything();
    expect(rows).toEqual([
      { operation: "listOrders", outcome: "REASON_REQUIRED", reason: null, acting: null, after: null },
      {
        ...{ operation: "startVisit", outcome: "ok", reason: null, acting: null },
        after: { reason: "EXCEPTION", explanation: "Held at customs" },
      },
      { operation: "listOrders", outcome: "ok", reason: "EXCEPTION", acting: false, after: null },
      { operation: "createOrder", outcome: "ACT_REQUIRED", reason: "EXCEPTION", acting: false, after: null },
      { operation: "changeVisit", outcome: "ok", reason: "EXCEPTION", acting: false, after: { acting: "Y" } },
      { operation: "createOrder", outcome: "ok", reason: "EXCEPTION", acting: true, after: body },
    ]);
    const auditor = await personOf("support", null, "production");
    const listed = await auditor.api.get(`/audit?account_id=${shop.accountId}&operation=listOrders`);
    expect(listed.body.data[0]).toMatchObject({ reason: "EXCEPTION", acting: false });
  });
});

describe.each(CONTRACTS.filter(({ account, testingOnly }) => account !== "none" && !testingOnly))(
  "$method $path",
  (contract) => {
    it("asks people of support for what the table of rights says", async () => {
      if (!(contract.who as readonly string[]).includes("support") || contract.id === "revokeSessions") return;
      const path = contract.path.replace(/\{\w+\}/g, "100000000000001");
      const ask = (who: Api) => who.call(contract.method, path, contract.body ? { body: {} } : {});
      const wanted = visitNeeded("support", "production", { pickPack: false }, contract.id);
      const reasonOf = async (who: Api) => {
        const reason = (await ask(who)).body?.error?.code_reason;
        return ["REASON_REQUIRED", "ACT_REQUIRED"].includes(reason) ? reason : null;
      };
      const isVisit = contract.id === "changeVisit";
      expect(await reasonOf(await support())).toBe(wanted === null || isVisit ? null : "REASON_REQUIRED");
      const visiting = await support();
      await start(visiting);
      expect(await reasonOf(visiting)).toBe(wanted === "act" ? "ACT_REQUIRED" : null);
      await act(visiting);
      expect(await reasonOf(visiting)).toBeNull();
    });
  },
);
