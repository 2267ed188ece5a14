// @module-tag engine
/** Retry keys (contract §14.1). */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { CONTRACTS } from "@/lib/contracts";
import { clientOf, intlOrder, localOrder, type Merchant, merchant, testDb } from "@/test/factories";
import type { Answer, Api } from "@/test/http";

let shop: Merchant;
let neighbour: Merchant;
beforeAll(async () => {
  shop = await merchant();
  neighbour = await merchant();
});

let serial = 0;
const freshKey = () => `key-${++serial}`;
const overview = () => structuredClone(CONTRACTS.find(({ id }) => id === "createOverviewOrder")?.example) as object;

function send(
  key: string,
  body: unknown = localOrder(),
  by: Api = shop.testing,
  path = "/order/create",
): Promise<Answer> {
  return by.post(path, body, { headers: { "idempotency-key": key } });
}

async function countOf(table: string): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(await testDb());
  return Number(rows[0]?.n);
}

/** How many rows the work adds to each table that an order is written to. */
async function added(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const tables = ["orders", "order_parcels", "order_items", "events", "order_count_deltas", "idempotency_keys"];
  const before = await Promise.all(tables.map(countOf));
  await work();
  const after = await Promise.all(tables.map(countOf));
  return Object.fromEntries(tables.map((table, index) => [table, (after[index] ?? 0) - (before[index] ?? 0)]));
}
const ONE_ORDER = {
  orders: 1,
  order_parcels: 1,
  order_items: 1,
  events: 1,
  order_count_deltas: 1,
  idempotency_keys: 1,
};
const NOTHING = { orders: 0, order_parcels: 0, order_items: 0, events: 0, order_count_deltas: 0, idempotency_keys: 0 };

function expectUsed(answer: Answer, key: string, orderId: string): void {
  expect(answer.status).toBe(500);
  expect(answer.headers.get("idempotency-key")).toBe(key);
  expect(answer.body).toEqual({
    error: {
      code: "500998",
      code_reason: "idempotency_key_exists",
      message: "This Idempotency-Key was used within the last 30 days.",
      order_id: orderId,
    },
  });
}

describe("a key that was used", () => {
  it("is answered with the order that it made, whatever the body, and makes nothing more", async () => {
    const key = freshKey();
    const first = await send(key);
    expect(first.status).toBe(200);
    const bodies = [
      localOrder(),
      localOrder({ client_remarks: "another" }),
      intlOrder(),
      localOrder({ sender: null }),
      localOrder({ quote_id: "qt_none" }),
      localOrder({ shipping_provider: "NO_SUCH" }),
      {},
      "{",
      "[]",
    ];
    const more = await added(async () => {
      for (const body of bodies) expectUsed(await send(key, body), key, first.body.data.order_id);
    });
    expect(more).toEqual(NOTHING);
    expect((await shop.testing.get(`/order/detail/${first.body.data.order_id}`)).status).toBe(200);
  });

  it("is answered by the overview form in its own shape", async () => {
    const key = freshKey();
    const first = await send(key, overview(), shop.testing, "/orders");
    for (const body of [overview(), { sender: 5 }])
      expectUsed(await send(key, body, shop.testing, "/orders"), key, first.body.data.id);
  });
});

describe("200 requests at once with one key", () => {
  it("make one order", async () => {
    const key = freshKey();
    let answers: Answer[] = [];
    const made = await added(async () => {
      answers = await Promise.all(Array.from({ length: 200 }, () => send(key)));
    });
    expect(made).toEqual(ONE_ORDER);
    const [winner, ...others] = answers.sort((a, b) => a.status - b.status);
    expect(winner?.status).toBe(200);
    for (const answer of others) expectUsed(answer, key, winner?.body.data.order_id);
  });

  it("make one order also when many are refused", async () => {
    const key = freshKey();
    const bodies = [
      localOrder({ sender: null }),
      localOrder(),
      "{",
      localOrder({ shipping_provider: "NO_SUCH" }),
      intlOrder(),
    ];
    let answers: Answer[] = [];
    const made = await added(async () => {
      answers = await Promise.all(Array.from({ length: 200 }, (_, index) => send(key, bodies[index % 5])));
    });
    expect(made).toEqual(ONE_ORDER);
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    for (const [index, answer] of answers.entries()) {
      const isValid = index % 5 === 1 || index % 5 === 4;
      // A refused request that came before the order was made is answered with its errors.
      if (answer.status === 400) expect(isValid).toBe(false);
      else if (answer.status !== 200) expectUsed(answer, key, winners[0]?.body.data.order_id);
    }
  });

  it("of which all are refused make nothing and leave the key free", async () => {
    const key = freshKey();
    const made = await added(async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(key, localOrder({ cod: "?" }))));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    });
    expect(made).toEqual(NOTHING);
    expect((await send(key)).status).toBe(200);
  });

  it("do not hold up other keys", async () => {
    const keys = Array.from({ length: 40 }, freshKey);
    let answers: Answer[] = [];
    const made = await added(async () => {
      answers = await Promise.all([...keys, ...keys].map((key) => send(key)));
    });
    expect(made).toEqual(Object.fromEntries(Object.keys(ONE_ORDER).map((table) => [table, 40])));
    for (const [index, key] of keys.entries()) {
      const pair = [answers[index], answers[index + 40]].sort((a, b) => (a?.status ?? 0) - (b?.status ?? 0)) as [
        Answer,
        Answer,
      ];
      expectUsed(pair[1], key, pair[0].body.data.order_id);
    }
  });
});

describe("a refused request", () => {
  it.each([
    ["400", localOrder({ recipient: null })],
    ["400 of its service", localOrder({ shipping_provider: "NO_SUCH" })],
    ["400 of its quote", localOrder({ quote_id: "qt_none" })],
    ["400 of its JSON", "{"],
    ["413", `"${"x".repeat(1_048_576)}"`],
  ])("does not use its key up: %s", async (status, body) => {
    const key = freshKey();
    expect((await send(key, body)).status).toBe(Number(status.slice(0, 3)));
    expect((await send(key)).status).toBe(200);
  });

  it("does not use its key up: 401, 403, 429", async () => {
    const key = freshKey();
    expect(
      (await shop.testing.post("/order/create", localOrder(), { token: "x", headers: { "idempotency-key": key } }))
        .status,
    ).toBe(401);
    expect((await send(key, localOrder(), await clientOf("warehouse", shop.accountId))).status).toBe(403);
    const limit = (perMinute: number) =>
      testDb().then((db) =>
        db
          .updateTable("api_clients")
          .set({ rate_minute: perMinute })
          .where("id", "=", shop.credentials.testing.client_id)
          .execute(),
      );
    await limit(0);
    expect((await send(key)).status).toBe(429);
    await limit(1_000_000);
    expect((await send(key)).status).toBe(200);
  });
});

describe("the scope of a key", () => {
  it("is account, environment and operation", async () => {
    const key = freshKey();
    const calls: [unknown, Api, string][] = [
      [localOrder(), shop.testing, "/order/create"],
      [localOrder(), shop.production, "/order/create"],
      [localOrder(), neighbour.testing, "/order/create"],
      [localOrder(), neighbour.production, "/order/create"],
      [overview(), shop.testing, "/orders"],
      [overview(), neighbour.production, "/orders"],
    ];
    const made: string[] = [];
    for (const [body, by, path] of calls) {
      const answer = await send(key, body, by, path);
      expect(answer.status).toBe(200);
      made.push(answer.body.data.order_id ?? answer.body.data.id);
    }
    for (const [index, [body, by, path]] of calls.entries())
      expectUsed(await send(key, body, by, path), key, made[index] ?? "");
  });

  it("is the account, whichever of its clients calls", async () => {
    const key = freshKey();
    const first = await send(key);
    expectUsed(
      await send(key, localOrder(), await clientOf("merchant", shop.accountId)),
      key,
      first.body.data.order_id,
    );
    const support = await clientOf("support", null);
    const staff = await support.post("/order/create", localOrder(), {
      headers: { "idempotency-key": key, "x-account-id": shop.accountId },
    });
    expectUsed(staff, key, first.body.data.order_id);
  });

  it("distinguishes case and every character", async () => {
    for (const key of [
      "Case",
      "case",
      "case.",
      "a'b",
      "a--b",
      "%",
      "_",
      "\\",
      "'; drop table orders; --".replaceAll(" ", ""),
    ])
      expect((await send(key)).status, key).toBe(200);
    for (const key of ["Case", "case", "%", "_"]) expect((await send(key)).body.error.code, key).toBe("500998");
  });
});

describe("the grammar of a key", () => {
  it.each(["!", "~", "x".repeat(255), "0b3f6f0e-7c1b-4a57-9f0e-2f6f7c1b4a57", '"quoted"', "a,b;c=d"])(
    "takes %s",
    async (key) => {
      expect((await send(key)).status).toBe(200);
      expect((await send(key)).body.error.code).toBe("500998");
    },
  );

  it.each(["", "x".repeat(256), "a b", "a\tb", "é", "a\u00a0b", "\u007f"])("refuses %j", async (key) => {
    const answer = await send(key);
    expect({ status: answer.status, entries: answer.entries }).toEqual({
      status: 400,
      entries: [
        {
          field: "Idempotency-Key",
          pointer: "/Idempotency-Key",
          message: "Must be 1 to 255 visible ASCII characters.",
        },
      ],
    });
  });

  it("is judged only where something is created", async () => {
    const headers = { "idempotency-key": "a b" };
    expect((await shop.testing.get("/orders", { headers })).status).toBe(200);
    const { order_id } = (await shop.testing.post("/order/create", localOrder())).body.data;
    expect((await shop.testing.post("/order/update", { order_id, client_remarks: "x" }, { headers })).status).toBe(200);
  });
});

describe("after 30 days", () => {
  const age = async (key: string, interval: string) =>
    sql`update idempotency_keys set created_at = now() - ${interval}::interval where key = ${key}`.execute(
      await testDb(),
    );

  it("a key makes one order again", async () => {
    const key = freshKey();
    const first = await send(key);
    await age(key, "29 days 23 hours 59 minutes");
    expectUsed(await send(key), key, first.body.data.order_id);

    await age(key, "30 days 1 second");
    const before = await countOf("idempotency_keys");
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(key)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    const again = winners[0]?.body.data.order_id;
    expect(again).not.toBe(first.body.data.order_id);
    for (const answer of answers) if (answer.status !== 200) expectUsed(answer, key, again);
    expect(await countOf("idempotency_keys")).toBe(before);
    expect((await shop.testing.get(`/order/detail/${first.body.data.order_id}`)).status).toBe(200);
  });

  it("a refused request is answered with its own errors, not with the old order", async () => {
    const key = freshKey();
    await send(key);
    await age(key, "30 days 1 second");
    expect((await send(key, localOrder({ cod: "?" }))).status).toBe(400);
    expect((await send(key)).status).toBe(200);
  });
});

it("makes as many orders as asked for when there is no key", async () => {
  const made = await added(async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.testing.post("/order/create", localOrder())),
    );
    expect(new Set(answers.map(({ body }) => body.data.order_id)).size).toBe(20);
  });
  expect(made).toMatchObject({ orders: 20, idempotency_keys: 0 });
});
