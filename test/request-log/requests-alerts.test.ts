// The alert when many calls of a client, or attempts to an endpoint, fail (contract §19.7).
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { issueClient } from "@/server/accounts";
import { alertOnErrors, flush } from "@/server/request-log";
import { makePartitions } from "@/server/request-log/partitions";
import { productDatabase } from "../database";
import { created, type Merchant, merchant, personOf, testDb } from "../factories";

let shop: Merchant;

beforeEach(async () => {
  await flush();
  const db = await testDb();
  for (const table of ["request_log", "error_alerts", "mails", "notices"])
    await sql`delete from ${sql.table(table)}`.execute(db);
  shop = await merchant();
  await shop.production.get("/orders");
  await flush();
});

/** Logs calls of a client, the shop's own one in production unless it is named, some of which failed. */
async function calls(good: number, bad: number, client = shop.credentials.production.client_id): Promise<void> {
  await sql`
    insert into request_log (account_id, environment, at, request_id, client_id, method, path, operation, status, ms, codes, fields, objects)
    select c.account_id, c.environment, now(), 'req_' || n, c.id, 'GET', '/v1/orders', 'listOrders',
      case when n <= ${bad} then 404 else 200 end, 1, '{}', '{}', '{}'
    from generate_series(1, ${good + bad}::int) n, api_clients c where c.id = ${client}`.execute(await testDb());
}

/** Moves what was logged and reported into the past. */
async function later(minutes: number): Promise<void> {
  const db = await testDb();
  const past = sql`make_interval(mins => ${minutes})`;
  // Soon after midnight that is the day before, whose partition a fresh database does not have.
  await makePartitions(
    (await productDatabase()).db,
    [1, 2].map((days) => new Date(Date.now() - days * 86_400_000)),
  );
  await sql`update request_log set at = at - ${past}`.execute(db);
  await sql`update error_alerts set below_since = below_since - ${past}`.execute(db);
}

const check = async () => alertOnErrors((await productDatabase()).db);

async function mails(): Promise<{ recipient: string; subject: string; body_text: string }[]> {
  const { rows } = await sql<{ recipient: string; subject: string; body_text: string }>`
    select recipient, subject, body_text from mails order by id`.execute(await testDb());
  return rows;
}

describe("the alert on errors", () => {
  it("is one mail to the owners, whichever instance finds it, with a link to the errors", async () => {
    await calls(15, 5);
    await Promise.all([check(), check()]);
    await check();
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.recipient).toBe(shop.email);
    expect(mail?.subject).toContain("Many API calls fail");
    expect(mail?.body_text).toContain("Of the 21 calls");
    expect(mail?.body_text).toContain(
      `/production/developers/requests?tab=errors&client_id=${shop.credentials.production.client_id}`,
    );
  });

  it("needs 20 calls, more than 20 % of them failed, within ten minutes", async () => {
    await calls(0, 18);
    await check();
    expect(await mails()).toEqual([]);
    await calls(0, 20);
    await later(11);
    await check();
    const { client_id } = await issueClient(await testDb(), { accountId: shop.accountId, environment: "production" });
    await calls(16, 4, client_id);
    await check();
    expect(await mails()).toEqual([]);
    await calls(0, 1, client_id);
    await check();
    expect(await mails()).toHaveLength(1);
  });

  it("comes again only after less than 10 % failed for an hour", async () => {
    await calls(0, 30);
    await check();
    await later(20);
    await check();
    await later(50);
    await check();
    await calls(10, 30);
    await check();
    expect(await mails()).toHaveLength(1);
    await later(20);
    await check();
    await later(61);
    await check();
    await calls(0, 30);
    await check();
    expect(await mails()).toHaveLength(2);
  });

  it("is in the language of its reader, and tells of testing", async () => {
    const db = await testDb();
    await sql`update people set language = 'zh-Hant' where email = ${shop.email}`.execute(db);
    await calls(0, 30, shop.credentials.testing.client_id);
    await check();
    expect((await mails())[0]?.subject).toMatch(/^\[測試\] 大量 API 請求失敗/);
  });

  it("is also given for the attempts to an endpoint, except tests", async () => {
    const owner = await personOf("owner", shop.accountId, "production");
    const url = "https://hooks.example.com/in";
    const { id } = (await shop.production.post("/webhooks", { url, events: ["order.created"] })).body.data;
    await created(shop.production);
    await flush();
    await sql`delete from request_log`.execute(await testDb());
    const attempts = async (trigger: string, from: number) =>
      sql`insert into webhook_attempts (delivery_id, number, trigger, worker, started_at, duration_ms, status_code, url, request_headers, response_headers, response_truncated, phases)
        select d.id, n, ${trigger}, 1, now(), 10, 500, ${url}, '{}', '{}', false, '{}'
        from webhook_deliveries d, generate_series(${from}::int, ${from + 29}::int) n where d.endpoint_id = ${id}`.execute(
        await testDb(),
      );
    await attempts("test", 100);
    await check();
    expect(await mails()).toEqual([]);
    await attempts("retry", 200);
    await check();
    await check();
    const sent = await mails();
    expect(sent.map(({ subject }) => subject)).toEqual(Array(2).fill(expect.stringContaining("hooks.example.com")));
    expect(sent[0]?.body_text).toContain(`/production/webhooks/${id}?tab=deliveries&status=failed`);
    expect((await owner.api.get("/notifications")).body.data).toMatchObject([{ kind: "many_errors" }]);
  });
});
