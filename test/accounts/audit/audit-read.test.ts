// Reading the audit log (contract §20.2).
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { MOST_AUDIT_ROWS } from "@/lib/contracts/audit";
import { readCell } from "@/lib/tables/csv-cells";
import { readCsv } from "@/lib/tables/csv-file";
import { readAudit } from "@/server/accounts";
import { runCommand } from "@/server/cli/admin-commands";
import {
  changeAuditLog,
  created,
  freshEmail,
  localOrder,
  type Merchant,
  merchant,
  personOf,
  testDb,
} from "@/test/factories";
import { api } from "@/test/http";

type Person = Awaited<ReturnType<typeof personOf>>;

let shop: Merchant;
let owner: Person;
let member: Person;
let staff: Person;
let packer: Person;
let invited: string;
let order: { order_id: string };

const asStaff = (who: Person, method: string, path: string, body?: unknown) =>
  who.api.call(method, path, { body, headers: { "x-account-id": shop.accountId } });

beforeAll(async () => {
  shop = await merchant({ pickPack: false });
  const other = await merchant();
  owner = await personOf("owner", shop.accountId);
  member = await personOf("member", shop.accountId);
  staff = await personOf("support", null);
  packer = await personOf("warehouse", null);
  order = await created(shop.testing, localOrder({ reference: "T-4092", confirm_shipment: "N" }));
  await changeAuditLog();
  invited = freshEmail();
  await owner.api.post("/invitations", { email: invited, role: "member" });
  await owner.api.call("PATCH", `/people/${member.id}`, { body: { name: "Lo Wing Yan" } });
  await asStaff(staff, "GET", `/order/detail/${order.order_id}`);
  await asStaff(staff, "POST", "/order/update", { order_id: order.order_id, client_remarks: "new" });
  await runCommand(await testDb(), ["account", "update", "--account", shop.accountId, "--remarks-to-packer", "Y"]);
  await staff.api.call("GET", "/orders", { headers: { "x-account-id": other.accountId } });
});

describe("GET /audit", () => {
  const ask = async (query = "", by = staff) => by.api.get(`/audit${query}`);

  it("is only for support", async () => {
    for (const who of [owner, member, packer]) expect((await ask("", who)).status).toBe(403);
    expect((await shop.testing.get("/audit")).status).toBe(403);
    expect((await api().get("/audit")).status).toBe(401);
  });

  it("lists the environment of its base, newest first, in pages, with all that is known", async () => {
    const { body } = await ask();
    expect(body.data.map((row: { operation: string }) => row.operation)).toEqual([
      ...["listOrders", "updateOrder", "readOrderByPath", "updatePerson", "createInvitation"],
    ]);
    expect(body.data[1]).toMatchObject({
      actor: `person:${staff.id}`,
      actor_name: expect.any(String),
      account_name: "Test Merchant",
      environment: "testing",
      object_id: order.order_id,
      outcome: "ok",
      after: { client_remarks: "***" },
      at: expect.stringContaining("+08:00"),
    });
    const page = (await ask("?limit=1&offset=1")).body;
    expect([page.data.length, page.data[0].operation, page.pagination.total]).toEqual([1, "updateOrder", 5]);
    const live = api("production", { headers: { cookie: staff.cookie, "sec-fetch-site": "same-origin" } });
    expect((await live.get("/audit")).body.data.map(({ operation }: { operation: string }) => operation)).toEqual([
      "updateAccount",
    ]);
  });

  it("filters by account, actor, operation and day, and refuses wrong days", async () => {
    const operations = async (query: string) =>
      (await ask(query)).body.data.map(({ operation }: { operation: string }) => operation);
    expect(await operations(`?actor=person:${owner.id}`)).toEqual(["updatePerson", "createInvitation"]);
    const { email } = await (await testDb())
      .selectFrom("people")
      .select("email")
      .where("id", "=", owner.id)
      .executeTakeFirstOrThrow();
    expect(await operations(`?actor=${encodeURIComponent(email.toUpperCase())}`)).toEqual([
      "updatePerson",
      "createInvitation",
    ]);
    expect(await operations("?actor=nobody@shop.example")).toEqual([]);
    expect(await operations("?operation=updateOrder")).toEqual(["updateOrder"]);
    expect(await operations(`?account_id=${shop.accountId}&operation=listOrders`)).toEqual([]);
    expect(await operations("?account_id=x")).toEqual([]);
    expect(await operations("?from=2020-01-01&to=2020-01-02")).toEqual([]);
    const wrong = await ask("?from=2026-02-30");
    expect([wrong.status, wrong.entries[0]?.field]).toEqual([400, "from"]);
    expect((await ask("?from=2026-02-03&to=2026-02-02")).entries[0]?.field).toBe("to");
  });
});

it("of both environments has the newest first by its time", async () => {
  const db = await testDb();
  await changeAuditLog(sql`insert into audit_log (at, actor, role, environment, operation, outcome, request_id)
    select '2026-01-01T00:00:00Z'::timestamptz + make_interval(mins => m), 'command', 'command', e, 'placed', m::text, 'r'
    from (values (3, 'testing'), (1, 'production'), (4, 'production'), (2, 'testing')) x (m, e)`);
  const order = async (limit: string, offset: string) =>
    (await readAudit(db, null, { operation: "placed" }, { limit, offset })).rows.map(({ outcome }) => outcome);
  expect([await order("10", "0"), await order("2", "1")]).toEqual([
    ["4", "3", "2", "1"],
    ["3", "2"],
  ]);
  await changeAuditLog(sql`delete from audit_log where operation = 'placed'`);
});

describe("GET /audit/export", () => {
  const lines = async (query: string) => {
    const { body } = await staff.api.get(`/audit/export${query}`);
    return readCsv(Buffer.from(body.data.content, "base64").toString()).slice(0, -1);
  };

  it("is only for support, and is in the log itself, once", async () => {
    for (const who of [owner, member, packer]) expect((await who.api.get("/audit/export")).status).toBe(403);
    expect((await shop.testing.get("/audit/export")).status).toBe(403);
    expect((await api().get("/audit/export")).status).toBe(401);
    expect(await lines("?operation=updateOrder&from=2020-01-01")).toHaveLength(2);
    const { data } = (await staff.api.get("/audit?operation=exportAudit")).body;
    expect(data).toMatchObject([
      { account_id: null, after: { operation: "updateOrder", from: "2020-01-01", rows: 1 } },
    ]);
  });

  it("keeps no e-mail that was asked for", async () => {
    await lines("?actor=may.lam%40shop.example");
    await lines("?actor=person%3A1");
    const { data } = (await staff.api.get("/audit?operation=exportAudit&limit=2")).body;
    expect(data.map(({ after }: { after: { actor: string } }) => after.actor)).toEqual(["person:1", "***"]);
  });

  it("has all that is known of the rows that match, as text that no spreadsheet runs", async () => {
    const [heads = [], row = []] = await lines("?operation=updateOrder");
    const cells = Object.fromEntries(heads.map((head, index) => [head, row[index]]));
    expect(cells).toMatchObject({ actor: `person:${staff.id}`, account_id: shop.accountId, environment: "testing" });
    expect(readCell(cells.object_id ?? "")).toBe(order.order_id);
    expect(JSON.parse(cells.after ?? "")).toMatchObject({ client_remarks: "***" });
    expect((await staff.api.get("/audit/export?from=2026-02-03&to=2026-02-02")).entries[0]?.field).toBe("to");
  });

  it("refuses more rows than a file holds", async () => {
    await changeAuditLog(sql`insert into audit_log (actor, role, environment, operation, outcome, request_id)
      select 'person:0', 'support', 'testing', 'many', 'ok', 'r' from generate_series(1, ${MOST_AUDIT_ROWS + 1})`);
    expect((await staff.api.get("/audit/export?operation=many")).entries).toMatchObject([{ field: "from" }]);
    await changeAuditLog(sql`delete from audit_log where operation in ('many', 'exportAudit')`);
  });
});

describe("GET /activity", () => {
  beforeAll(() => changeAuditLog(sql`delete from audit_log where operation = 'listAudit'`));
  const ask = async (query = "", by = owner) => (await by.api.get(`/activity${query}`)).body;

  it("tells owners and members what happened in both environments; staff without name and address", async () => {
    for (const who of [owner, member]) {
      const { data } = await ask("", who);
      expect(
        data.map(({ operation, by, object }: Record<string, Record<string, string>>) => [
          operation,
          by?.kind,
          object?.name ?? null,
        ]),
      ).toEqual([
        ["updateAccount", "support", null],
        ["updateOrder", "support", "T-4092"],
        ["readOrderByPath", "support", "T-4092"],
        ["updatePerson", "person", "Lo Wing Yan"],
        ["createInvitation", "person", invited],
      ]);
    }
    const all = JSON.stringify(await ask());
    const { email } = await (await testDb())
      .selectFrom("people")
      .select("email")
      .where("id", "=", staff.id)
      .executeTakeFirstOrThrow();
    expect(all).not.toContain(email);
    expect(all).not.toContain(`"${staff.id}"`);
    expect((await staff.api.get("/activity", { headers: { "x-account-id": shop.accountId } })).status).toBe(403);
    expect((await shop.testing.get("/activity")).status).toBe(403);
  });

  it("filters by kind and person", async () => {
    const operations = async (query: string) =>
      (await ask(query)).data.map(({ operation }: { operation: string }) => operation);
    // They are refused what is for people of the account.
    expect(await operations("?kind=staff")).toEqual([
      ...["listActivity", "updateAccount", "updateOrder", "readOrderByPath"],
    ]);
    expect(await operations("?kind=people&limit=1")).toEqual(["updatePerson"]);
    expect(await operations(`?person_id=${owner.id}`)).toEqual(["updatePerson", "createInvitation"]);
    expect(await operations(`?person_id=${staff.id}`)).toEqual([]);
    expect((await owner.api.get("/activity?kind=x")).status).toBe(400);
  });
});

describe("admin audit list", () => {
  it("shows both environments, the newest first, as many as asked for", async () => {
    const db = await testDb();
    const rows = (await runCommand(db, ["audit", "list", "--limit", "3"])) as { operation: string }[];
    expect(rows).toHaveLength(3);
    const before = (await runCommand(db, ["audit", "list", "--limit", "1"])) as { operation: string; actor: string }[];
    expect(before[0]).toMatchObject({ operation: "listAudit", actor: "command" });
    await expect(runCommand(db, ["audit", "list", "--limit", "-1"])).rejects.toThrow("limit");
  });
});

it("reads by an index whatever the filter", async () => {
  const db = await testDb();
  await sql`
    insert into audit_log (at, actor, role, account_id, environment, operation, request_id)
    select now() - n * interval '1 minute', 'person:' || n % 50, 'support', n % 40, 'testing', 'op' || n % 30, 'r'
    from generate_series(1, 20000) n`.execute(db);
  const { db: own } = await (await import("@/test/database")).productDatabase();
  await sql`analyze audit_log`.execute(own);
  for (const filter of [
    // As `overAll` says.
    "environment = 'testing' and id > 0",
    "environment = 'testing' and account_id = 7",
    "environment = 'testing' and actor = 'person:7'",
    "environment = 'testing' and operation = 'op7'",
    "account_id = 7",
  ]) {
    const { rows } = await sql<Record<string, string>>`
      explain select * from audit_log where ${sql.raw(filter)} order by at desc, id desc limit 20`.execute(own);
    const plan = rows.map((row) => Object.values(row)[0]).join("\n");
    expect(plan, plan).toMatch(/Index Scan Backward using audit_log_\w+/);
    expect(plan).not.toContain("Sort");
  }
});
