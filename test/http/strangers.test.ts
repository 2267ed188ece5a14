// Whatever an account has, by its own id: to an owner of another merchant, and to that merchant's programs, it is what
// does not exist (each operation decides it by itself, so each is tried with a thing that is there).
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { CONTRACTS } from "@/lib/contracts";
import type { Contract } from "@/lib/contracts/contract";
import type { Role } from "@/lib/roles";
import { flush } from "@/server/request-log";
import { PASSWORD, withTotp } from "../accounts/sign-in/security";
import { created, freshEmail, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import type { Api } from "../http";
import { must } from "../pick-pack/warehouse";

type Person = Awaited<ReturnType<typeof personOf>>;

let shop: Merchant;
let owner: Person;
let strangers: Record<"owner" | "merchant", Api>;
/** The shop's things, by the beginning of the addresses below which they are. */
let things: Record<string, string>;

const NAME = "Zedmark";
const BODIES: Record<string, object> = {
  ...{ updateItem: { name: NAME }, updateProduct: { name: NAME }, updateAddress: { label: NAME } },
  ...{ updateWebhook: { description: NAME }, updatePerson: { name: NAME }, updateClient: { name: NAME } },
  saveDraft: { body: localOrder() },
  saveView: { name: NAME, query: {}, columns: [] },
  disputeAdjustment: { note: NAME },
  deleteFactor: { password: PASSWORD },
  ...{ changeImportRow: { values: {} }, changeImportRows: { changes: [{ n: 1, values: {} }] } },
  ...{ mapImport: { mapping: {} }, startImport: { confirm_shipment: "N" } },
  signHandOver: { name: NAME, signature: "1,1" },
  recordPrintJob: { order_ids: [], paper: "100x150" },
};

/** In every answer that shows something of the shop. */
const party = { name: `${NAME} Chan`, mobile: "61239870", mobile_prefix: "852", address: `7 ${NAME} Road, Mong Kok` };

async function adjusted(order_id: string): Promise<string> {
  const staff = await personOf("support", null, "production");
  const options = { headers: { "x-account-id": shop.accountId } };
  must(await staff.api.post("/support/visit", { reason: "BILLING" }, options));
  must(await staff.api.call("PATCH", "/support/visit", { body: { acting: "Y" }, ...options }));
  const body = { order_id, kind: "OTHER", effect: "CHARGE", amount: "12.00", note: NAME };
  return must(await staff.api.post("/adjustments", body, options)).body.data.id;
}

beforeAll(async () => {
  shop = await merchant();
  owner = await personOf("owner", shop.accountId, "production");
  const other = await merchant();
  strangers = { owner: (await personOf("owner", other.accountId, "production")).api, merchant: other.production };
  const member = await personOf("member", shop.accountId, "production");
  const make = async (path: string, body: object) => must(await owner.api.post(path, body)).body.data;

  const endpoint = await make("/webhooks", { url: `https://${NAME}.example.com/`, events: ["order.created"] });
  const { order_id, tracking_number } = await created(shop.production, localOrder({ sender: party, recipient: party }));
  const adjustment = await adjusted(order_id);
  const db = await testDb();
  const one = async (statement: ReturnType<typeof sql<{ id: string }>>) =>
    String((await statement.execute(db)).rows[0]?.id);
  const handOver = async (id: string, code: string) => {
    await make("/dispatch/scans", { code });
    return (await make("/hand-overs", { order_ids: [id] })).id;
  };
  await flush();
  const { id: factor } = await withTotp(owner);
  things = {
    "/order/": order_id,
    "/tracking/": tracking_number,
    "/items/": (await make("/items", { sku: `${NAME}-1`, name: NAME })).id,
    "/products/": (await make("/products", { sku: NAME, name: NAME })).product_id,
    "/imports/": must(
      await owner.api.post("/imports?kind=orders", `reference,recipient_name\n1,${NAME}`, {
        headers: { "content-type": "text/csv" },
      }),
    ).body.data.import_id,
    "/bulk/": (await make("/bulk", { operation: "confirmOrder", ids: [order_id] })).bulk_id,
    "/exports/": (await make("/exports", { query: {} })).export_id,
    "/print-jobs/": (await make("/print-jobs", { order_ids: [order_id] })).id,
    "/hand-overs/": await handOver(order_id, tracking_number),
    "/webhooks/deliveries/": await one(sql`select id from webhook_deliveries where account_id = ${shop.accountId}`),
    "/webhooks/": endpoint.id,
    "/drafts/": (await make("/drafts", { body: localOrder() })).draft_id,
    "/addresses/": (await make("/addresses", { kind: "recipient", party })).id,
    "/views/": (await make("/views", { name: NAME, query: {}, columns: [] })).id,
    "/rules/": (await make("/rules", { name: NAME, conditions: [], set: { tag: NAME } })).rule_id,
    "/boxes/": (await make("/boxes", { name: NAME, length: "1", width: "1", height: "1", weight: "1" })).box_id,
    "/people/": member.id,
    "/notifications/settings/": member.id,
    "/clients/": (await make("/clients", { name: NAME })).client_id,
    "/events/": await one(sql`select id from events where account_id = ${shop.accountId}`),
    "/requests/": await one(sql`select request_id as id from request_log where account_id = ${shop.accountId} limit 1`),
    "/adjustments/": adjustment,
    "/invitations/": (await make("/invitations", { email: freshEmail(), name: NAME, role: "member" })).id,
    "/sessions/": must(await owner.api.get("/sessions")).body.data[0].id,
    "/factors/": factor,
  };
});

/** Not of a thing: a month, or what belongs to pick and pack, whose own tests are in pickpack-*.test.ts. */
const ELSEWHERE = ["/statements/", "/pickpack/", "/order/pictures/"];

const mayCall = ({ who, audience }: Contract, role: Role) =>
  who !== "anyone" && (who as readonly Role[]).includes(role) && (role !== "merchant" || audience !== "people");
const named = CONTRACTS.filter(
  (contract) =>
    contract.path.includes("{") &&
    (mayCall(contract, "owner") || mayCall(contract, "merchant")) &&
    !ELSEWHERE.some((beginning) => contract.path.startsWith(beginning)),
);

function thingOf({ path }: Contract): string {
  const found = Object.keys(things).find((beginning) => path.startsWith(beginning));
  if (!found) throw new Error(`nothing of the shop is at ${path}`);
  return things[found] ?? "";
}

const addressOf = ({ path }: Contract, id: string) => path.replace(/\{\w+\}/, id).replace("{n}", "1");
const bodyOf = ({ id, body }: Contract) => (body ? { body: BODIES[id] ?? {} } : {});

/** An id of the same shape that nothing has. */
const absent = (id: string) => id.replace(/\d/g, "9").replace(/[a-f](?=\w*$)/g, "0");

it.each(named.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
  "%s is to another merchant what does not exist",
  async (_name, contract) => {
    const id = thingOf(contract);
    for (const [role, stranger] of Object.entries(strangers) as [keyof typeof strangers, Api][]) {
      if (!mayCall(contract, role)) continue;
      const [real, none] = [
        await stranger.call(contract.method, addressOf(contract, id), bodyOf(contract)),
        await stranger.call(contract.method, addressOf(contract, absent(id)), bodyOf(contract)),
      ];
      expect([role, real.status, real.body]).toEqual([role, none.status, none.body]);
      expect([role, real.status]).toEqual([role, 404]);
    }
  },
);

it("leaves all of it to the shop", async () => {
  for (const contract of named.filter(({ method }) => method === "GET")) {
    const api = mayCall(contract, "owner") ? owner.api : shop.production;
    const answer = await api.get(addressOf(contract, thingOf(contract)));
    // A print job's file is made by the worker.
    expect([contract.id, answer.status]).toEqual([
      contract.id,
      ["readPrintJobFile", "readExportFile"].includes(contract.id) ? 404 : 200,
    ]);
  }
  const { rows } = await sql`
    select 1 from people where id = ${things["/people/"]} and disabled_at is null and removed_at is null
    union all select 1 from sessions where person_id = ${owner.id} and revoked_at is null
    union all select 1 from factors where id = ${things["/factors/"]} and confirmed_at is not null
    union all select 1 from api_clients where id = ${things["/clients/"]} and revoked_at is null
    union all select 1 from invitations where id = ${things["/invitations/"]} and revoked_at is null
    union all select 1 from order_views where id = ${things["/views/"]} and name = ${NAME}`.execute(await testDb());
  expect(rows.length).toBeGreaterThanOrEqual(6);
});
