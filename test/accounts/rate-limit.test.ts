// @module-tag engine
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { ERRORS } from "@/lib/errors";
import { issueClient, updateAccount } from "@/server/accounts";
import { localOrder, type Merchant, merchant, personOf, testDb, tokenFor } from "../factories";
import { type Answer, type Api, api } from "../http";
import { holdWindow, readWindow } from "./rate-window";

type Limited = { api: Api; key: string };

let shop: Merchant;

/** An API client with its own limits; its windows are held so that no test crosses one. */
async function limited(
  rateMinute?: number,
  rateHour?: number,
  counts: { minute?: number; hour?: number } = {},
): Promise<Limited> {
  const credentials = await issueClient(await testDb(), {
    accountId: shop.accountId,
    environment: "testing",
    rateMinute,
    rateHour,
  });
  const token = await tokenFor(credentials, "testing");
  const key = `c:${credentials.client_id}`;
  await holdWindow(key, counts);
  return { api: api("testing", { token }), key };
}

const get = (client: Limited) => client.api.get("/providers");
const rateOf = ({ headers }: Answer) =>
  ["limit", "remaining", "reset"].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
const statuses = (answers: Answer[]) => ({
  passed: answers.filter(({ status }) => status === 200).length,
  refused: answers.filter(({ status }) => status === 429).length,
});

beforeAll(async () => {
  shop = await merchant({ rateMinute: undefined, rateHour: undefined });
});

describe("the limit of a minute", () => {
  it("is 100 by default: of 500 requests at once exactly 100 pass", async () => {
    const client = await limited();
    const answers = await Promise.all(Array.from({ length: 500 }, () => get(client)));
    expect(statuses(answers)).toEqual({ passed: 100, refused: 400 });
    // Each remaining count was given out once: 99 after the first, 0 after the last.
    const places = answers.filter(({ status }) => status === 200).map((answer) => rateOf(answer)[1] as number);
    expect(places.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect((await readWindow(client.key)).minute_count).toBe(100);
  });

  it("starts again with the next minute", async () => {
    const client = await limited(3);
    for (const expected of [200, 200, 200, 429, 429]) expect((await get(client)).status).toBe(expected);
    await sql`update rate_counters set minute_start = minute_start - interval '2 minutes' where key = ${client.key}`.execute(
      await testDb(),
    );
    const answer = await get(client);
    expect([answer.status, rateOf(answer)[1]]).toEqual([200, 2]);
    expect(await readWindow(client.key)).toMatchObject({ minute_count: 1, hour_count: 4 });
  });
});

describe("the limit of an hour", () => {
  it("is 1000 by default, in addition to that of the minute", async () => {
    const client = await limited(undefined, undefined, { hour: 998 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(client)));
    expect(statuses(answers)).toEqual({ passed: 2, refused: 18 });
    const refused = answers.find(({ status }) => status === 429) as Answer;
    const { hour_ends } = await readWindow(client.key);
    expect(rateOf(refused)).toEqual([1000, 0, hour_ends]);
    // Waiting for the minute does not help.
    await sql`update rate_counters set minute_start = minute_start - interval '2 minutes' where key = ${client.key}`.execute(
      await testDb(),
    );
    expect((await get(client)).status).toBe(429);
    await sql`update rate_counters set hour_start = hour_start - interval '2 hours' where key = ${client.key}`.execute(
      await testDb(),
    );
    const answer = await get(client);
    expect([answer.status, (await readWindow(client.key)).hour_count]).toEqual([200, 1]);
  });
});

describe("the headers", () => {
  it("describe the minute while it is nearer to running out", async () => {
    const client = await limited(5, 1000);
    const { minute_ends } = await readWindow(client.key);
    for (const remaining of [4, 3, 2, 1, 0]) expect(rateOf(await get(client))).toEqual([5, remaining, minute_ends]);
    const refused = await get(client);
    expect([refused.status, rateOf(refused)]).toEqual([429, [5, 0, minute_ends]]);
  });

  it("describe the hour when that is nearer", async () => {
    const client = await limited(100, 1000, { minute: 10, hour: 950 });
    const { hour_ends } = await readWindow(client.key);
    expect(rateOf(await get(client))).toEqual([1000, 49, hour_ends]);
  });

  it("change over as the windows fill", async () => {
    const client = await limited(4, 10, { hour: 5 });
    const { minute_ends, hour_ends } = await readWindow(client.key);
    expect(rateOf(await get(client))).toEqual([4, 3, minute_ends]);
    await sql`update rate_counters set minute_count = 0 where key = ${client.key}`.execute(await testDb());
    await get(client);
    await get(client);
    // Minute: 2 of 4 left; hour: 2 of 10 left.
    await sql`update rate_counters set minute_count = 0 where key = ${client.key}`.execute(await testDb());
    expect(rateOf(await get(client))).toEqual([10, 1, hour_ends]);
  });

  it("give the reset in Unix seconds: the end of the present minute", async () => {
    const credentials = await issueClient(await testDb(), { accountId: shop.accountId, environment: "testing" });
    const client = api("testing", { token: await tokenFor(credentials, "testing") });
    const before = Math.floor(Date.now() / 1000);
    const [limit, remaining, reset = 0] = rateOf(await client.get("/providers"));
    expect([limit, remaining]).toEqual([100, 99]);
    expect(reset % 60).toBe(0);
    expect(reset).toBeGreaterThanOrEqual(before);
    expect(reset).toBeLessThanOrEqual(Date.now() / 1000 + 61);
  });

  it.each([
    ["a success", 200, (client: Api) => client.get("/orders")],
    ["a 400", 400, (client: Api) => client.get("/orders?limit=0")],
    ["malformed JSON", 400, (client: Api) => client.post("/order/create", "{")],
    ["a 404", 404, (client: Api) => client.get("/order/detail/1")],
    ["a 403", 403, (client: Api) => client.get("/drafts")],
    ["a too large body", 413, (client: Api) => client.post("/order/create", "x".repeat(1_048_577))],
  ])("are on %s, which counts", async (_name, status, call) => {
    const client = await limited(10);
    const answer = await call(client.api);
    const { minute_ends } = await readWindow(client.key);
    expect([answer.status, rateOf(answer)]).toEqual([status, [10, 9, minute_ends]]);
    expect(answer.headers.get("retry-after")).toBeNull();
  });
});

describe("a refusal", () => {
  it("says in body and header when to come back", async () => {
    const client = await limited(0);
    const before = Date.now() / 1000;
    const answer = await get(client);
    const after = Date.now() / 1000;
    expect(answer.status).toBe(429);
    expect(answer.body).toEqual({
      error: {
        code: "rate_limit_exceeded",
        code_reason: "RATE_LIMIT_EXCEEDED",
        message: ERRORS.RATE_LIMIT_EXCEEDED.message,
        retry_after: expect.any(Number),
      },
    });
    const wait = answer.body.error.retry_after;
    expect(answer.headers.get("retry-after")).toBe(String(wait));
    const { minute_ends } = await readWindow(client.key);
    expect(Number.isInteger(wait)).toBe(true);
    expect(wait).toBeGreaterThan(minute_ends - after - 2);
    expect(wait).toBeLessThan(minute_ends - before + 2);
  });

  it("changes nothing and is not counted itself", async () => {
    const client = await limited(1);
    const orders = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from orders`.execute(await testDb())).rows[0]?.n;
    const before = await orders();
    for (const expected of [200, 429, 429, 429])
      expect((await client.api.post("/order/create", localOrder())).status).toBe(expected);
    expect(await orders()).toBe((before ?? 0) + 1);
    expect(await readWindow(client.key)).toMatchObject({ minute_count: 1, hour_count: 1 });
  });
});

describe("whose limit it is", () => {
  it("each client's own: two of one account do not meet", async () => {
    const [one, two] = [await limited(1), await limited(2)];
    expect([(await get(one)).status, (await get(one)).status]).toEqual([200, 429]);
    expect([(await get(two)).status, (await get(two)).status, (await get(two)).status]).toEqual([200, 200, 429]);
  });

  it("all tokens of a client share it", async () => {
    const credentials = await issueClient(await testDb(), {
      accountId: shop.accountId,
      environment: "testing",
      rateMinute: 1,
    });
    await holdWindow(`c:${credentials.client_id}`);
    const [first, second] = [await tokenFor(credentials, "testing"), await tokenFor(credentials, "testing")];
    expect((await api("testing", { token: first }).get("/providers")).status).toBe(200);
    expect((await api("testing", { token: second }).get("/providers")).status).toBe(429);
  });

  it("each environment's own", async () => {
    const account = await merchant({ rateMinute: 1 });
    for (const environment of ["testing", "production"] as const)
      await holdWindow(`c:${account.credentials[environment].client_id}`);
    expect((await account.testing.get("/providers")).status).toBe(200);
    expect((await account.testing.get("/providers")).status).toBe(429);
    expect((await account.production.get("/providers")).status).toBe(200);
  });

  it("other limits hold with the next request", async () => {
    const account = await merchant({ rateMinute: 1, rateHour: 10 });
    await holdWindow(`c:${account.credentials.testing.client_id}`);
    expect([
      (await account.testing.get("/providers")).status,
      (await account.testing.get("/providers")).status,
    ]).toEqual([200, 429]);
    await updateAccount(await testDb(), account.accountId, { rate_minute: 3 });
    const answer = await account.testing.get("/providers");
    expect([answer.status, rateOf(answer).slice(0, 2)]).toEqual([200, [3, 1]]);
  });

  it("a person's is another, more generous one: 1200 a minute", async () => {
    const client = await limited(1);
    const person = await personOf("owner", shop.accountId);
    await holdWindow(`p:${person.id}`);
    expect([(await get(client)).status, (await get(client)).status]).toEqual([200, 429]);
    const answer = await person.api.get("/providers");
    expect([answer.status, rateOf(answer).slice(0, 2)]).toEqual([200, [1200, 1199]]);
    expect((await readWindow(client.key)).minute_count).toBe(1);

    await holdWindow(`p:${person.id}`, { minute: 1199 });
    expect([(await person.api.get("/providers")).status, (await person.api.get("/providers")).status]).toEqual([
      200, 429,
    ]);
    // People of one account, and the account's client, do not share a limit either.
    const colleague = await personOf("member", shop.accountId);
    expect((await colleague.api.get("/providers")).status).toBe(200);
    expect((await shop.testing.get("/providers")).status).toBe(200);
  });

  it("a platform client's is its own, whichever account it names", async () => {
    const credentials = await issueClient(await testDb(), { accountId: null, environment: "testing", role: "support" });
    await holdWindow(`c:${credentials.client_id}`);
    const support = api("testing", { token: await tokenFor(credentials, "testing") });
    const other = await merchant();
    const remaining: unknown[] = [];
    for (const account of [shop.accountId, other.accountId])
      remaining.push(rateOf(await support.get("/orders", { headers: { "x-account-id": account } }))[1]);
    expect(remaining).toEqual([99, 98]);
  });

  it("not touched by requests without a known caller, or to an unknown address", async () => {
    const client = await limited(1);
    await api().get("/providers");
    await client.api.get("/nothing");
    await client.api.call("PATCH", "/providers");
    await client.api.call("OPTIONS", "/providers");
    expect((await get(client)).status).toBe(200);
    const { rows } = await sql<{ key: string }>`select key from rate_counters where key !~ '^[cpta]:.'`.execute(
      await testDb(),
    );
    expect(rows).toEqual([]);
  });
});
