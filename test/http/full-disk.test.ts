import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CONTRACTS } from "@/lib/contracts";
import type { Contract } from "@/lib/contracts/contract";
import { readSpaceWith, type Space } from "@/server/db/free-space";
import { everyAccount } from "@/server/db/scoped";
import { startSteps } from "@/server/process/worker";
import { engine, testDatabase } from "../database";
import { created, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import type { Answer } from "../http";
import { endpoint, until, type Work, work } from "../webhooks/work";

const GB = 1_000_000_000;
const FULL: Space = { free: 0.4 * GB, total: 100 * GB };
const ROOMY: Space = { free: 60 * GB, total: 100 * GB };
const isEmbedded = engine === "embedded";

let shop: Merchant;
let space: Space;
let restore = () => {};

/** Sets the disk from now on, as if it was never checked; `space` changes it after the last check. */
function disk(is: Space): void {
  restore();
  space = is;
  restore = readSpaceWith(async () => space);
}

beforeAll(async () => {
  shop = await merchant();
});
beforeEach(() => disk(ROOMY));
afterEach(() => restore());

function isRefused(answer: Answer): boolean {
  if (answer.body?.error?.disk === undefined) return false;
  expect(answer.status).toBe(503);
  expect(answer.body.error).toMatchObject({ code: "503000", code_reason: "SERVICE_UNAVAILABLE", disk: "nearly_full" });
  expect(answer.body.error.message).toContain("nearly full");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  return true;
}

describe("a disk that is nearly full", () => {
  it("refuses what changes data, except signing in, deleting and cancelling", async () => {
    disk(FULL);
    const pathOf = ({ path }: Contract) => path.replace(/\{\w+\}/g, "none");
    const goesOn = CONTRACTS.filter(({ method }) => method !== "GET" && method !== "DELETE");
    const served = [];
    for (const contract of goesOn.filter(({ who }) => who !== "anyone")) {
      // Some operations end the sessions of who calls them.
      const client = contract.audience === "people" ? (await personOf("owner", shop.accountId)).api : shop.testing;
      if (!(contract.who as readonly string[]).includes(contract.audience === "people" ? "owner" : "merchant"))
        continue;
      const answer = await client.call(contract.method, pathOf(contract), { body: {} });
      if (!isRefused(answer)) served.push(contract.id);
    }
    const ending = [
      "cancelBatch",
      "cancelImport",
      "cancelOrder",
      "cancelPrintJob",
      "checkPrints",
      "disablePerson",
      "endPersonSessions",
      "endSession",
      "exportSelected",
      "parseAddress",
      "printLabels",
      "resetPersonFactors",
      "revokeClient",
      "revokeSessions",
      "stopBulk",
      "stopExport",
      "tryRules",
    ];
    if (isEmbedded) expect(served.sort()).toEqual(ending);
    else expect(served.length).toBeGreaterThan(20);
    for (const contract of CONTRACTS.filter(
      ({ method, who }) => (method === "GET" || method === "DELETE") && who !== "anyone",
    ))
      expect(isRefused(await shop.testing.call(contract.method, pathOf(contract)))).toBe(false);
    const session = await personOf("member", shop.accountId);
    expect((await session.api.get("/me")).status).toBe(200);
    const form = { grant_type: "client_credentials", client_id: "ci_test_none", client_secret: "x" };
    for (const path of ["/auth/token", "/oauth/token"])
      expect((await shop.testing.call("POST", path, { form })).status).toBe(401);
  });

  it("is one with less than 5 % or 500 MB, whichever is less, and is looked at once a second at most", async () => {
    const order = await created(shop.testing);
    const update = async (is: Space) => {
      disk(is);
      return isRefused(await shop.testing.post("/order/update", { order_id: order.order_id, client_remarks: "x" }));
    };
    expect(await update({ free: 0.05 * GB, total: GB })).toBe(false);
    expect(await update({ free: 0.05 * GB - 1, total: GB })).toBe(isEmbedded);
    expect(await update({ free: 0.5 * GB, total: 100 * GB })).toBe(false);
    expect(await update({ free: 0.5 * GB - 1, total: 100 * GB })).toBe(isEmbedded);

    restore();
    let looks = 0;
    restore = readSpaceWith(async () => {
      looks++;
      return ROOMY;
    });
    const since = performance.now();
    await Promise.all(Array.from({ length: 30 }, () => shop.testing.post("/order/confirm", {})));
    expect(looks).toBeLessThanOrEqual(isEmbedded ? 1 + Math.floor((performance.now() - since) / 1000) : 0);
  });

  it("that cannot be looked at refuses nothing", async () => {
    restore();
    restore = readSpaceWith(async () => {
      throw new Error("EIO");
    });
    expect((await created(shop.testing)).order_id).toMatch(/^\d+$/);
  });

  it.runIf(isEmbedded)(
    "leaves reading, counts and cancelling as they are, and changes follow once there is room",
    async () => {
      const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
      const order = await created(shop.testing);
      space = FULL;
      await until(async () => isRefused(await shop.testing.post("/order/confirm", {})) || undefined);
      const before = (await shop.testing.get("/orders")).body.pagination.total;
      expect(isRefused(await shop.testing.post("/order/confirm", { order_id: saved.order_id }))).toBe(true);
      expect(isRefused(await shop.testing.post("/order/create", localOrder()))).toBe(true);
      expect((await shop.testing.get("/orders")).body.pagination.total).toBe(before);
      expect((await shop.testing.get(`/order/label/${order.order_id}`)).body.data.label_status).toBe("READY");
      expect(Number((await shop.testing.get("/orders")).headers.get("x-ratelimit-remaining"))).toBeGreaterThan(0);
      const cancelled = await shop.testing.post("/order/cancel", { order_id: order.order_id, reason: "DUPLICATE" });
      expect(cancelled.body.data.cancel_status).toBe("CANCELLED");
      space = ROOMY;
      const confirmed = await until(async () => {
        const answer = await shop.testing.post("/order/confirm", { order_id: saved.order_id });
        return isRefused(answer) ? undefined : answer;
      });
      expect(confirmed.body.data.order_status).toBe("READY_TO_SHIP");
    },
  );
});

describe("a disk that is full", () => {
  const refuse = async (work: () => Promise<void>) => {
    const db = await testDb();
    await sql`create function no_room() returns trigger language plpgsql as
      $$ begin raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(db);
    await sql`create trigger no_room before insert or update on orders for each row execute function no_room()`.execute(
      db,
    );
    try {
      await work();
    } finally {
      await sql`drop function no_room cascade`.execute(db);
    }
  };

  it("refuses whatever meets its end as one that is nearly full does, and keeps nothing of it", async () => {
    const { order_id } = await created(shop.testing);
    const cancel = () => shop.testing.post("/order/cancel", { order_id, reason: "DUPLICATE" });
    const create = () =>
      shop.testing.post("/order/create", localOrder(), { headers: { "idempotency-key": "no-room" } });
    const total = async () => (await shop.testing.get("/orders")).body.pagination.total;
    const before = await total();
    await refuse(async () => {
      for (const answer of [await cancel(), await create()]) expect(isRefused(answer)).toBe(true);
    });
    expect((await shop.testing.get(`/order/detail/${order_id}`)).body.data.order_status).toBe("READY_TO_SHIP");
    expect([(await cancel()).status, (await create()).status, await total()]).toEqual([200, 200, before + 1]);
  });
});

describe.runIf(isEmbedded)("the background work on a disk that is nearly full", () => {
  let running: Work | undefined;
  afterEach(() => running?.stop());

  it("writes no mails and sends no webhooks, but folds counts; the rest follows once there is room", async () => {
    const db = await testDb();
    running = work();
    const receiver = await running.receiver();
    await endpoint(shop.testing, receiver.url);
    await created(shop.testing);
    await sql`insert into mails (recipient, subject, body_text, body_html) values ('a@shop.example', 's', 't', 'h')`.execute(
      db,
    );
    const waiting = () => db.selectFrom("mails").select(["attempts", "sent_at"]).executeTakeFirstOrThrow();
    const counts = async () =>
      (await everyAccount(db).selectFrom("order_count_deltas").select("delta").execute()).length;
    await sql`
      insert into order_count_deltas (account_id, environment, status, shipping_provider, delta)
      select 77, 'testing', 'READY_TO_SHIP', 'LOCAL_DOOR', 1 from generate_series(1, 500)`.execute(db);
    disk(FULL);
    await running.start();
    const worker = startSteps(await testDatabase());
    try {
      await until(async () => ((await counts()) < 400 ? true : undefined));
      // Each has run since: the fold has, which runs at the same interval.
      await sql`
        insert into order_count_deltas (account_id, environment, status, shipping_provider, delta)
        select 78, 'testing', 'READY_TO_SHIP', 'LOCAL_DOOR', 1 from generate_series(1, 500)`.execute(db);
      await until(async () => ((await counts()) < 400 ? true : undefined));
      expect([await waiting(), receiver.received.length]).toEqual([{ attempts: 0, sent_at: null }, 0]);
      space = ROOMY;
      await until(() => receiver.received[0]);
      await until(async () => ((await waiting()).sent_at ? true : undefined));
    } finally {
      await worker.stop();
    }
  });
});
