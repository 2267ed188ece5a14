/** A closed month as a PDF, read back: its lines add up to its totals, in both languages. */
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { hongKongDate } from "@/lib/calendar";
import { decimal } from "@/lib/decimal";
import { created, localOrder, merchant, personOf, testDb } from "../factories";
import { respond } from "../http";
import { checkPdf, missingPrograms, textOf } from "./printed";

const missing = missingPrograms();

/** A month that can be closed: the one before this one can not in its first minutes. */
function monthOver(): string {
  const [year = 0, month = 0] = hongKongDate(new Date()).split("-").map(Number);
  return new Date(Date.UTC(year, month - 3, 1)).toISOString().slice(0, 7);
}

describe.skipIf(missing.length > 0)("the statement of a closed month", () => {
  it("has every line, and they add up to its totals, in both languages", async () => {
    const shop = await merchant();
    const owner = await personOf("owner", shop.accountId, "production");
    const staff = await personOf("support", null, "production");
    const asStaff = (method: string, path: string, body?: unknown) =>
      staff.api.call(method, path, { body, headers: { "x-account-id": shop.accountId } });
    await asStaff("POST", "/support/visit", { reason: "BILLING" });
    await asStaff("PATCH", "/support/visit", { acting: "Y" });
    const order = (change: object = {}) => created(shop.production, localOrder({ confirm_shipment: "Y", ...change }));
    const month = monthOver();
    const orders = await Promise.all(Array.from({ length: 30 }, () => order()));
    const [first, second] = orders;
    const adjust = (order_id: string | undefined, effect: string, amount: string) =>
      asStaff("POST", "/adjustments", { order_id, kind: "OTHER", effect, amount, note: "The carrier measured 2 kg" });
    await adjust(first?.order_id, "CHARGE", "1234.56");
    await adjust(second?.order_id, "CREDIT", "7.89");
    await shop.production.post("/order/cancel", { order_id: orders[2]?.order_id, reason: "DUPLICATE" });
    const db = await testDb();
    const at = `${month}-15T12:00:00+08:00`;
    await sql`update orders set confirmed_at = ${at} where account_id = ${shop.accountId}`.execute(db);
    await sql`update order_entries set at = ${at} where account_id = ${shop.accountId}`.execute(db);
    expect((await asStaff("POST", `/statements/${month}/close`)).status).toBe(200);

    for (const language of ["en", "zh-Hant"]) {
      const url = `http://localhost:3000/v1/statements/${month}?language=${language}`;
      const headers = { cookie: owner.cookie, accept: "application/pdf" };
      const answer = await respond(new Request(url, { headers }));
      const pdf = new Uint8Array(await answer.arrayBuffer());
      checkPdf(pdf);
      const text = textOf(pdf);
      // A line's sum ends it; a total follows HK$.
      const amounts = [...text.matchAll(/^.*\b\d{4}-\d\d-15\b.*?(-?[\d,]+\.\d\d)$/gm)].map(([, sum = ""]) => sum);
      expect(amounts).toHaveLength(33);
      const total = amounts.reduce((sum, each) => sum.plus(each.replaceAll(",", "")), decimal(0));
      const totals = [...text.matchAll(/HK\$ (-?[\d,]+\.\d\d)/g)].map(([, sum = ""]) => sum.replaceAll(",", ""));
      const [shipments = "", cancellations = "", adjustments = "", charges] = totals;
      expect(totals).toHaveLength(8);
      expect(charges).toBe(total.toFixed(2));
      expect(decimal(shipments).plus(cancellations).plus(adjustments).toFixed(2)).toBe(charges);
      expect(adjustments).toBe("1226.67");
      for (const { order_id } of orders) expect(text).toContain(order_id);
      expect(text).toMatch(language === "en" ? /Base \d/ : /基本/);
      expect(text).toMatch(language === "en" ? /Page 1 of [2-9]/ : /第 1 頁，共 [2-9] 頁/);
    }
  });
});
