import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { everyAccount } from "@/server/db/scoped";
import { newSecret, unseal } from "@/server/webhooks/secrets";
import { created, type Merchant, merchant, testDb } from "../factories";
import type { Api } from "../http";
import { keepLog } from "../log";
import { endpoint, until, type Work, work } from "./work";

let shop: Merchant;
let running: Work | undefined;
beforeEach(async () => {
  shop = await merchant();
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

const roll = (id: string, body?: unknown, client: Api = shop.testing) =>
  client.post(`/webhooks/${id}/roll-secret`, body);
const HOUR = 3_600_000;

/** The secrets in an endpoint's row, decrypted. */
async function kept(id: string) {
  const row = await everyAccount(await testDb())
    .selectFrom("webhook_endpoints")
    .select(["secret", "previous_secret", "previous_secret_until"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    secret: unseal(row.secret, id),
    previous: row.previous_secret && unseal(row.previous_secret, id),
    until: row.previous_secret_until,
  };
}

describe("POST /webhooks/{id}/roll-secret", () => {
  it.each([[undefined], [{}], [{ overlap_hours: 24 }], [{ overlap_hours: null }]])(
    "answers a new secret; with %j the old one signs for 24 hours more",
    async (body) => {
      const { id, secret } = await endpoint(shop.testing, "https://shop.example/");
      const before = Date.now();
      const answer = await roll(id, body);
      expect(answer.status).toBe(200);
      const { data } = answer.body;
      expect(data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(data.secret).not.toBe(secret);
      expect(data.secret_hint).toBe(data.secret.slice(-4));
      const overlap = Date.parse(data.previous_secret_until) - before;
      expect(overlap).toBeGreaterThan(24 * HOUR - 60_000);
      expect(overlap).toBeLessThan(24 * HOUR + 60_000);
      expect(await kept(id)).toMatchObject({ secret: data.secret, previous: secret });
      const { secret: _secret, ...shown } = data;
      expect((await shop.testing.get(`/webhooks/${id}`)).body.data).toEqual(shown);
    },
  );

  it("with 0 the old one is gone at once, an overlapping one too", async () => {
    const { id } = await endpoint(shop.testing, "https://shop.example/");
    await roll(id);
    const { data } = (await roll(id, { overlap_hours: 0 })).body;
    expect(data.previous_secret_until).toBeNull();
    expect(await kept(id)).toEqual({ secret: data.secret, previous: null, until: null });
  });

  it("twice keeps the latest two", async () => {
    const { id } = await endpoint(shop.testing, "https://shop.example/");
    const first = (await roll(id)).body.data.secret;
    const second = (await roll(id)).body.data.secret;
    expect(await kept(id)).toMatchObject({ secret: second, previous: first });
  });

  it("rolls once for an Idempotency-Key, so that a retry does not end the overlap of the receiver's secret", async () => {
    const { id } = await endpoint(shop.testing, "https://shop.example/hook");
    const again = () =>
      shop.testing.post(`/webhooks/${id}/roll-secret`, {}, { headers: { "idempotency-key": "roll-1" } });
    const rolled = (await again()).body.data;
    const refused = await again();
    expect(refused.status).toBe(500);
    expect(refused.body.error).toMatchObject({ code: "500998", id });
    expect((await shop.testing.get(`/webhooks/${id}`)).body.data.secret_hint).toBe(rolled.secret_hint);
  });

  it("shows no overlap that has ended", async () => {
    const { id } = await endpoint(shop.testing, "https://shop.example/");
    await roll(id);
    const past = sql`update webhook_endpoints set previous_secret_until = now() - interval '1 second' where id = ${id}`;
    await past.execute(await testDb());
    expect((await shop.testing.get(`/webhooks/${id}`)).body.data.previous_secret_until).toBeNull();
  });

  it.each([1, 23, 48, -24, 0.5, 24.5])("refuses an overlap of %d hours", async (overlap_hours) => {
    const { id, secret } = await endpoint(shop.testing, "https://shop.example/");
    const answer = await roll(id, { overlap_hours });
    expect([answer.status, answer.entries]).toEqual([
      400,
      [{ field: "overlap_hours", pointer: "/overlap_hours", message: "Must be one of: 0, 24." }],
    ]);
    expect(await kept(id)).toEqual({ secret, previous: null, until: null });
  });

  it.each(["24", "0", true, [24], {}])("refuses an overlap that is not a number: %j", async (overlap_hours) => {
    const { id } = await endpoint(shop.testing, "https://shop.example/");
    expect((await roll(id, { overlap_hours })).entries.map(({ field }) => field)).toEqual(["overlap_hours"]);
  });
});

describe("a merchant's own secret", () => {
  it("signs from the creation or the roll on, an empty one is none given, and its log row has nothing of it", async () => {
    const [first, second] = ["x".repeat(16), `${'~!\\"'.repeat(64)}`];
    const made = await endpoint(shop.testing, "https://shop.example/", { secret: first });
    expect(made).toMatchObject({ secret: first, secret_hint: "xxxx" });
    expect(await kept(made.id)).toMatchObject({ secret: first });
    const rolled = (await roll(made.id, { secret: second })).body.data;
    expect(rolled.secret).toBe(second);
    expect(await kept(made.id)).toMatchObject({ secret: second, previous: first });
    expect((await roll(made.id, { secret: "" })).body.data.secret).toMatch(/^whsec_/);
    expect((await endpoint(shop.testing, "https://shop.example/", { secret: null })).secret).toMatch(/^whsec_/);
    const { rows } = await sql<{ facts: string }>`
      select coalesce(before, '{}')::text || coalesce(after, '{}')::text as facts from audit_log
      where object_id = ${made.id}`.execute(await testDb());
    expect(rows).toHaveLength(3);
    for (const { facts } of rows) expect(facts).not.toContain("xxxx");
  });

  it.each([
    ...["x".repeat(15), "x".repeat(257), "with blanks in it here", "é".repeat(20), `${"x".repeat(20)}\n`],
    ...[" ".repeat(20), 1_234_567_890_123_456, { a: 1 }],
  ])("is refused at `secret`: %j", async (secret) => {
    const { id, secret: before } = await endpoint(shop.testing, "https://shop.example/");
    for (const answer of [
      await shop.testing.post("/webhooks", { url: "https://shop.example/", events: ["order.created"], secret }),
      await roll(id, { secret, overlap_hours: 0 }),
    ]) {
      expect([answer.status, answer.entries.map(({ pointer }) => pointer)]).toEqual([400, ["/secret"]]);
    }
    expect(await kept(id)).toMatchObject({ secret: before });
  });
});

/** Every value of every column of every table, as text; bytes as hex, base64 and what they spell. */
async function everything(): Promise<string> {
  const db = await testDb();
  const { rows } = await sql<{ name: string; bytes: boolean; relation: string }>`
    select quote_ident(c.relname) as relation, quote_ident(a.attname) as name, a.atttypid = 'bytea'::regtype as bytes
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      -- What a partition has, its table has.
      and not c.relispartition`.execute(db);
  const texts: string[] = [];
  for (const { relation, name, bytes } of rows) {
    const read = bytes
      ? `encode(${name}, 'hex') || ' ' || translate(encode(${name}, 'base64'), E'\\n', '') || ' ' || encode(${name}, 'escape')`
      : `${name}::text`;
    const { rows: values } = await sql<{ value: string | null }>`
      select ${sql.raw(read)} as value from ${sql.raw(relation)}`.execute(db);
    texts.push(...values.map(({ value }) => value ?? ""));
  }
  return texts.join("\n");
}

function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return [secret, secret.slice(6), ...[bytes, key].flatMap((of) => [of.toString("hex"), of.toString("base64")])];
}

describe("a secret", () => {
  it("is in no other answer, no column and no line of the log, and neither is the header's token", async () => {
    const token = `Bearer ${newSecret()}`;
    const { lines, restore } = keepLog();
    const answers: string[] = [];
    const secrets: string[] = [];
    try {
      running = work([1]);
      const { received, url } = await running.receiver();
      const header = { name: "Authorization", value: token };
      const { id, secret } = await endpoint(shop.testing, url, { auth_header: header, legacy_signature: true });
      secrets.push(secret);
      const call = async (method: string, path: string, body?: unknown) => {
        const answer = await shop.testing.call(method, path, body === undefined ? {} : { body });
        answers.push(JSON.stringify(answer.body));
        return answer;
      };
      await running.start();
      await created(shop.testing);
      await until(() => received[0]);
      secrets.push((await roll(id)).body.data.secret);
      await call("POST", `/webhooks/${id}/test`, {});
      await until(() => received[1]);
      const list = await until(async () => {
        const answer = await call("GET", `/webhooks/${id}/deliveries`);
        return answer.body.data.every(({ status }: { status: string }) => status === "succeeded") ? answer : undefined;
      });
      expect(list.body.data[0].attempts[0].request_headers.Authorization).toBe("••••••");
      await call("GET", `/webhooks/deliveries/${list.body.data[0].id}`);
      await call("POST", `/webhooks/deliveries/${list.body.data[0].id}/replay`);
      await call("PATCH", `/webhooks/${id}`, { description: "x", auth_header: header });
      await call("PATCH", `/webhooks/${id}`, { url: "x", auth_header: { name: "Host", value: token } });
      await call("POST", `/webhooks/${id}/disable`);
      await call("POST", `/webhooks/${id}/enable`);
      await call("POST", `/webhooks/${id}/replay-missed`, {});
      await call("GET", "/webhooks");
      await call("GET", "/events");
      await running.stop();
      running = undefined;
      const rows = await everything();
      expect(rows).toContain(id);
      expect(lines.join("")).toContain(`/webhooks/${id}`);
      for (const spelling of [...secrets, token].flatMap(spellingsOf)) {
        expect(answers.join("\n")).not.toContain(spelling);
        expect(rows).not.toContain(spelling);
        expect(lines.join("")).not.toContain(spelling);
      }
    } finally {
      restore();
    }
  });

  it("is found by that search where it does exist", async () => {
    const secret = newSecret();
    const { id } = await endpoint(shop.testing, "https://shop.example/");
    const db = await testDb();
    await sql`update webhook_endpoints set secret = ${Buffer.from(secret)} where id = ${id}`.execute(db);
    const rows = await everything();
    expect(spellingsOf(secret).some((spelling) => rows.includes(spelling))).toBe(true);
  });
});
