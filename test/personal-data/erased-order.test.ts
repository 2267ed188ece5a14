// @module-tag engine
// One order that is erased leaves no trace of its people, and every figure as it was (contract §20.4; docs/privacy.md).
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { env } from "@/server/env";
import { sendMails } from "@/server/mail";
import { eraseOrders } from "@/server/personal-data/orders";
import { productDatabase } from "../database";
import { created, intlOrder, localOrder, merchant, personOf, testDb } from "../factories";
import { respond } from "../http";
import { must } from "../pick-pack/warehouse";
import { inFiles, traces } from "../traces";

/** In every value that names a person; a telephone number has no letters. */
const MARKS = ["quillfeather", "61239870"];
const PARTY = {
  ...{ name: "Quillfeather Chan", mobile: "61239870", mobile_prefix: "852" },
  address: "7 Quillfeather Road, Mong Kok",
};
/** An order of this month, and one of a month that is closed; both end. */
const PAST = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 2, 15));

it("an order that is erased leaves no trace in any table or file, and counts, statements and the audit log whole", async () => {
  const { db } = await productDatabase();
  const shop = await merchant();
  const owner = await personOf("owner", shop.accountId, "production");
  const staff = await personOf("support", null, "production");
  const asStaff = async (method: string, path: string, body: unknown) =>
    must(await staff.api.call(method, path, { body, headers: { "x-account-id": shop.accountId } }));
  await asStaff("POST", "/support/visit", { reason: "BILLING" });
  await asStaff("PATCH", "/support/visit", { acting: "Y" });

  const intl = intlOrder({ client_remarks: "Quillfeather" });
  Object.assign(intl.recipient, { name: "Quillfeather Smith", email: "quillfeather@example.com" });
  const local = localOrder({ sender: PARTY, recipient: PARTY, client_remarks: "Ring for Quillfeather" });
  const orders = [await created(shop.production, local), await created(shop.production, intl)];
  const ids = orders.map(({ order_id }) => order_id);
  for (const { order_id, tracking_number } of orders) {
    must(await shop.production.get(`/order/label/${order_id}`));
    must(await owner.api.post("/order/messages", { order_id, text: "Quillfeather called" }));
    const scan = { tracking_number, event: "order.picked_up", occurred_at: new Date().toISOString() };
    await asStaff("POST", "/tracking/events", { ...scan, description: "Left with Quillfeather" });
    const adjustment = { order_id, kind: "OTHER", effect: "CHARGE", amount: "12.00" };
    await asStaff("POST", "/adjustments", { ...adjustment, note: "Quillfeather's parcel was heavier" });
  }
  const [first = "", second = ""] = ids;
  await sql`update orders set confirmed_at = ${PAST} where account_id = ${shop.accountId} and id = ${second}`.execute(
    await testDb(),
  );
  const past = PAST.toISOString().slice(0, 7);
  await asStaff("POST", `/statements/${past}/close`, {});
  await sendMails(await productDatabase(), new AbortController().signal);
  expect(await traces(MARKS)).toEqual(expect.arrayContaining(["orders.recipient", "order_messages.text"]));

  const csv = async (month: string) => {
    const headers = { cookie: owner.cookie, accept: "text/csv" };
    return (await respond(new Request(`http://localhost:3000/v1/statements/${month}`, { headers }))).text();
  };
  const now = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);
  const figures = async () => ({
    counts: must(await owner.api.get("/orders/counts")).body.data,
    months: must(await owner.api.get("/statements")).body.data,
    files: [await csv(past), (await csv(now)).replaceAll("Quillfeather's parcel was heavier", "")],
  });
  const audits = async () => (await testDb()).selectFrom("audit_log").selectAll().orderBy("id").execute();
  const before = [await figures(), await audits()];
  for (const order_id of [first, second])
    await eraseOrders(db, { accountId: shop.accountId, environment: "production" }, [order_id]);
  expect(await traces(MARKS)).toEqual([]);
  // Mails that were sent are kept 30 days, whatever they are about.
  const inMails = join(env().dataDir, "mail");
  expect(inFiles(env().dataDir, MARKS).filter((path) => !path.startsWith(inMails))).toEqual([]);
  expect([await figures(), await audits()]).toEqual(before);
  expect(must(await owner.api.get(`/order/detail/${first}`)).status).toBe(200);
});

it("takes nothing that could name its people again once it is erased", async () => {
  const { db } = await productDatabase();
  const shop = await merchant();
  const owner = await personOf("owner", shop.accountId, "production");
  const staff = await personOf("support", null, "production");
  const asStaff = (method: string, path: string, body: unknown) =>
    staff.api.call(method, path, { body, headers: { "x-account-id": shop.accountId } });
  must(await asStaff("POST", "/support/visit", { reason: "BILLING" }));
  must(await asStaff("PATCH", "/support/visit", { acting: "Y" }));
  const { order_id, tracking_number } = await created(shop.production, localOrder());
  const adjustment = { order_id, kind: "OTHER", effect: "CHARGE", amount: "12.00", note: "Repacked" };
  const { id } = must(await asStaff("POST", "/adjustments", adjustment)).body.data;
  await eraseOrders(db, { accountId: shop.accountId, environment: "production" }, [order_id]);

  const note = "Quillfeather called";
  for (const [answer, field] of [
    [await owner.api.post("/order/update", { order_id, client_remarks: note }), "order_id"],
    [await owner.api.post("/order/messages", { order_id, text: note }), "order_id"],
    [await owner.api.post("/order/cancel", { order_id, reason: "OTHER", remarks: note }), "remarks"],
    [await owner.api.post(`/adjustments/${id}/dispute`, { note }), "adjustment_id"],
    [await asStaff("POST", "/adjustments", { ...adjustment, note }), "note"],
  ] as const)
    expect([answer.status, answer.entries.map((entry) => entry.field)]).toEqual([400, [field]]);
  const scan = {
    ...{ tracking_number, event: "order.picked_up", occurred_at: new Date().toISOString(), description: note },
    ...{ delivered_to: "Quillfeather", location: { city: "Quillfeather", country: "HK" } },
  };
  must(await asStaff("POST", "/tracking/events", scan));
  const { body } = must(await owner.api.get(`/order/tracking/${order_id}`));
  expect(body.data.checkpoint_list[0]).toMatchObject({ status: "picked_up", location: { city: null, country: "HK" } });
  expect(await traces(MARKS)).toEqual([]);
});
