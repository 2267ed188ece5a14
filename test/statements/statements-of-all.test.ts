// @module-tag engine
// A month over all accounts, as support sees and closes it (contract §26.10).
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { money } from "@/lib/decimal";
import { resetDatabase } from "../database";
import { created, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import { api } from "../http";
import { must, naming } from "../pick-pack/warehouse";
import { ago, THIS } from "./months";

type Loose = Record<string, unknown>;
type Person = Awaited<ReturnType<typeof personOf>>;

let tea: Merchant;
let zoo: Merchant;
let support: Person;

beforeEach(async () => {
  await resetDatabase();
  [tea, zoo] = [await merchant({ name: "Tea" }), await merchant({ name: "Zoo" })];
  await sql`update accounts set created_at = now() - interval '400 days'`.execute(await testDb());
  support = await personOf("support", null, "production");
});

/** An order that was confirmed in the middle of a month; its price. */
async function orderIn(of: Merchant, month: string): Promise<string> {
  const { order_id, quote_price } = await created(of.production, localOrder());
  await sql`update orders set confirmed_at = ${`${month}-15T12:00:00+08:00`}
    where id = ${order_id} and account_id = ${of.accountId}`.execute(await testDb());
  return money(quote_price ?? "");
}
const list = (month: string, more = "") => support.api.get(`/statements?month=${month}${more}`);
const rows = async (month: string) =>
  must(await list(month)).body.data.map(({ account_name, status, balance }: Loose) => [account_name, status, balance]);
const close = async (month: string, ...accounts: string[]) =>
  must(await support.api.post("/statements/close", { month, account_ids: accounts })).body.data;

describe("GET /statements?month=", () => {
  it("has every account by name, with its state, its charges and what is to be paid out", async () => {
    const price = await orderIn(tea, ago(2));
    await orderIn(tea, ago(3));
    await sql`insert into order_entries (account_id, environment, id, order_id, kind, amount, actor, at)
      select account_id, environment, 'oe_1', id, 'COD_COLLECTED', 30, 'person:1', ${`${ago(3)}-20T12:00:00+08:00`}
      from orders where account_id = ${tea.accountId} limit 1`.execute(await testDb());
    const answer = must(await list(ago(2)));
    expect(answer.body.data).toMatchObject([
      {
        account_id: tea.accountId,
        account_name: "Tea",
        month: ago(2),
        status: "OPEN",
        closed_at: null,
        balance: price,
      },
      { account_id: zoo.accountId, account_name: "Zoo", month: ago(2), status: "OPEN", balance: "0.00" },
    ]);
    expect(answer.body.pagination.total).toBe(2);
    const [first] = answer.body.data;
    // As the account's own statement has it.
    const owner = await personOf("owner", tea.accountId, "production");
    const own = must(await owner.api.get(`/statements?month=${ago(2)}`)).body.data;
    expect(own).toEqual([first]);
    expect(first.totals).toMatchObject({ cod_before: "30.00", cod_balance: "30.00" });
    expect(must(await list(ago(2), "&limit=1&offset=1")).body.data).toMatchObject([{ account_name: "Zoo" }]);
    await close(ago(3), tea.accountId);
    expect(must(await list(ago(2))).body.data[0]).toEqual(first);
    await close(ago(2), tea.accountId);
    expect(must(await list(ago(2))).body.data[0]).toMatchObject({
      ...first,
      status: "CLOSED",
      closed_at: expect.any(String),
    });
  });

  it("has none of a month that has not begun, as an account's own list", async () => {
    await orderIn(tea, ago(1));
    expect(must(await list(ago(-1))).body).toMatchObject({ data: [], pagination: { total: 0 } });
    expect((await rows(THIS)).map(([name]: string[]) => name)).toEqual(["Tea", "Zoo"]);
  });

  it("needs no reason, but a month, and is only support's; testing has none", async () => {
    expect((await support.api.get("/statements")).entries).toMatchObject([{ field: "month" }]);
    expect((await support.api.call("GET", `/statements?month=${ago(1)}`, naming(tea))).body.error.code).toBe("403040");
    for (const role of ["owner", "member"] as const) {
      const own = await personOf(role, zoo.accountId, "production");
      expect(must(await own.api.get(`/statements?month=${ago(1)}`)).body.data).toEqual([]);
    }
    expect(
      (await (await personOf("warehouse", null, "production")).api.get(`/statements?month=${ago(1)}`)).status,
    ).toBe(403);
    expect((await api("production").get(`/statements?month=${ago(1)}`)).status).toBe(401);
    const inTesting = await personOf("support", null, "testing");
    expect(must(await inTesting.api.get(`/statements?month=${ago(1)}`)).body.data).toEqual([]);
  });
});

describe("POST /statements/close", () => {
  it("closes each account's month and says of each what became of it; one that cannot be stops no other", async () => {
    const price = await orderIn(tea, ago(2));
    await orderIn(zoo, ago(3));
    await orderIn(zoo, ago(2));
    const { month, results } = await close(ago(2), tea.accountId, zoo.accountId, "999999");
    expect(month).toBe(ago(2));
    const of = { account_id: tea.accountId, account_name: "Tea", balance: price };
    expect(results).toEqual([
      { ...of, result: "CLOSED", message: null },
      {
        ...{ account_id: zoo.accountId, account_name: "Zoo", result: "REFUSED", balance: null },
        message: `Close ${ago(3)} first.`,
      },
      {
        ...{ account_id: "999999", account_name: null, result: "REFUSED", balance: null },
        message: "There is no such account.",
      },
    ]);
    expect((await close(ago(2), tea.accountId)).results).toEqual([{ ...of, result: "WAS_CLOSED", message: null }]);
    expect(await rows(ago(2))).toEqual([
      ["Tea", "CLOSED", price],
      ["Zoo", "OPEN", expect.any(String)],
    ]);
    const { rows: audit } = await sql<Loose>`select account_id, object_id, before, after, reason from audit_log
      where operation = 'closeStatement' and outcome = 'ok'`.execute(await testDb());
    expect(audit).toEqual([
      {
        ...{ account_id: tea.accountId, object_id: ago(2), before: { status: "OPEN" }, reason: null },
        after: { month: ago(2), status: "CLOSED" },
      },
    ]);
  });

  it("closes the months before it in which nothing happened, which have their files then", async () => {
    await orderIn(tea, ago(4));
    await orderIn(tea, ago(2));
    expect((await close(ago(2), tea.accountId)).results[0]).toMatchObject({ message: `Close ${ago(4)} first.` });
    await close(ago(4), tea.accountId);
    await close(ago(2), tea.accountId);
    expect(await rows(ago(3))).toEqual([
      ["Tea", "CLOSED", "0.00"],
      ["Zoo", "OPEN", "0.00"],
    ]);
    const owner = await personOf("owner", tea.accountId, "production");
    expect(must(await owner.api.get(`/statements/${ago(3)}`)).body.data).toMatchObject({ status: "CLOSED", lines: [] });
  });

  it("says of an account that had nothing yet that there is nothing to close", async () => {
    await orderIn(tea, ago(1));
    const said = { result: "REFUSED", message: `Nothing had happened up to ${ago(2)}, so there is nothing to close.` };
    expect((await close(ago(2), tea.accountId, zoo.accountId)).results).toMatchObject([said, said]);
  });

  it("happens once, however many ask", async () => {
    await orderIn(tea, ago(2));
    const both = await Promise.all([close(ago(2), tea.accountId), close(ago(2), tea.accountId)]);
    expect(both.map(({ results }) => results[0].result).sort()).toEqual(["CLOSED", "WAS_CLOSED"]);
  });

  it("refuses what is no list of accounts, a month that is not over, and all callers but support", async () => {
    const send = (client: typeof support.api, body: object) => client.post("/statements/close", body);
    const at = async (body: object) => (await send(support.api, body)).entries.map(({ pointer }) => pointer);
    expect(await at({ month: ago(1), account_ids: [] })).toEqual(["/account_ids"]);
    expect(await at({ month: "2026-13", account_ids: ["x"] })).toEqual(["/month", "/account_ids/0"]);
    expect(await at({ month: ago(1), account_ids: [tea.accountId, tea.accountId] })).toEqual(["/account_ids/1"]);
    expect(await at({ month: ago(1), account_ids: Array.from({ length: 101 }, (_, n) => String(n + 1)) })).toEqual([
      "/account_ids",
    ]);
    expect((await close(THIS, tea.accountId)).results).toMatchObject([{ result: "REFUSED" }]);
    const body = { month: ago(1), account_ids: [tea.accountId] };
    for (const [client, status] of [
      [(await personOf("owner", tea.accountId, "production")).api, 403],
      [(await personOf("warehouse", null, "production")).api, 403],
      [tea.production, 403],
      [api("production"), 401],
      [(await personOf("support", null, "testing")).api, 404],
    ] as const)
      expect((await send(client, body)).status).toBe(status);
  });
});
