import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Collection } from "@/app/(dashboard)/[environment]/orders/[orderId]/options";
import type { LocalOrderRecord } from "@/lib/contracts/order";
import { show } from "../pick-pack/pick-pack-frame";

const ID = "217357996100241";

/** The page of an order without a collection of its own, whose account has pick-and-pack. */
function collection(rows: object[], change: Partial<LocalOrderRecord> = {}, language: "en" | "zh-Hant" = "en") {
  vi.stubGlobal("fetch", async () => Response.json({ data: rows, pagination: { total: rows.length } }));
  const order = { order_id: ID, order_status: "READY_TO_SHIP", pickup_arrange: null, ...change };
  show(<Collection order={order as unknown as LocalOrderRecord} collector={null} />, language);
}
const row = { order_id: ID, status: "PICKPACK_READY_TO_SHIPMENT", pickup_date: "2026-11-24" };

it.each<["en" | "zh-Hant", object[], string | RegExp]>([
  ["en", [row], /^Collected from the warehouse on .*24 Nov/],
  ["zh-Hant", [row], /^物流商於 .*11月24日.* 到倉庫收件$/],
  ["en", [{ ...row, pickup_date: null }], "The warehouse hands it to the carrier"],
  ["en", [], "You bring it to the carrier"],
])("says in %s how an order leaves that is in the warehouse as %j", async (language, rows, words) => {
  collection(rows, {}, language);
  expect(await screen.findByText(words)).toBeVisible();
});
