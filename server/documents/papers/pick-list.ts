import type { WavePickList } from "@/lib/contracts/pickpack-bench";
import type { PickPackStatus } from "@/lib/warehouse/pickpack-status";
import { drawCode128 } from "../barcode";
import type { Imprint } from "../imprint";
import { LINE, type Row } from "../layout";
import { makePdf, type Pen, type Style } from "../pdf";
import { bandRow, boxesRow, type Column, drawSheet, headingRow, stackRows, tableRow } from "../sheet";
import { heightOf, oneLine, wrap } from "../text";

type Pick = WavePickList["pick_list"][number];
type Order = WavePickList["order_list"][number];

const ORDERS_WIDTH = 34;
const PICKS: readonly Column[] = [
  { title: "", width: 8 },
  { title: "Place", width: 22, weight: "bold" },
  { title: "SKU", width: 32 },
  { title: "Barcode", width: 30 },
  { title: "Description", width: 40 },
  { title: "Quantity", width: 16, align: "right", weight: "bold" },
  { title: "Orders", width: ORDERS_WIDTH },
];
/** Orders in one table row. Rows do not break across pages, so a row must never be higher than a page. */
const ORDERS_A_ROW = 60;
const ROW: Style = { weight: "regular", size: 8.5 };
const TICK = 4;

const ORDERS: readonly Column[] = [
  { title: "Order", width: 32 },
  { title: "Recipient", width: 48 },
  { title: "Parcels", width: 16, align: "right" },
  { title: "Units", width: 16, align: "right" },
  { title: "Scan at the bench", width: 70 },
];
const ORDER_ROW = 19;
const BARCODE = 11;
const SHORT: Style = { weight: "bold", size: 11 };
const SMALL: Style = { weight: "regular", size: 8 };

/** Why there is nothing to pick for an order of the wave. */
const NOT_PICKED: Partial<Record<PickPackStatus, string>> = {
  PICKPACK_READY_TO_SHIPMENT: "packed",
  PICKPACK_CANCELLED: "cancelled",
  PICKPACK_REJECTED: "rejected",
};

/** `2026-11-20T11:10:00.000+08:00` → `2026-11-20 11:10`. */
function minuteOf(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}

/** The ends of order numbers: at least three digits, and as many as distinguish the wave's orders. */
function shortNumbers(orders: readonly Order[]): (orderId: string) => string {
  const ids = [...new Set(orders.map(({ order_id }) => order_id))];
  let digits = 3;
  while (digits < 15 && new Set(ids.map((id) => id.slice(-digits))).size < ids.length) digits++;
  return (orderId) => (orderId.length > digits ? `…${orderId.slice(-digits)}` : orderId);
}

/** Sums units by key; an order has one entry for each of its parcels. */
function sumByKey(entries: readonly (readonly [key: string, qty: string])[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [key, qty] of entries) sums.set(key, (sums.get(key) ?? 0n) + BigInt(qty));
  return sums;
}

/** Texts separated by commas, as many on a line as fit. A text that fits on a line is never broken. */
function joinFitting(pen: Pen, texts: readonly string[], width: number): string {
  const lines: string[] = [];
  for (const text of texts) {
    const longer = `${lines.at(-1)}, ${text}`;
    if (lines.length > 0 && pen.width(longer, ROW) <= width) lines[lines.length - 1] = longer;
    else lines.push(text);
  }
  return lines.join("\n");
}

function tickRow(pen: Pen, values: readonly string[]): Row {
  const row = tableRow(pen, PICKS, ["", ...values], ROW);
  return {
    height: row.height,
    draw: (box) => {
      row.draw(box);
      pen.frame(box.x + 1, box.y + 0.8, TICK, TICK, LINE);
    },
  };
}

function pickRows(pen: Pen, pick: Pick, short: (orderId: string) => string, merchant: string): Row[] {
  const sums = sumByKey(pick.order_list.map(({ order_id, qty }) => [order_id, qty]));
  const orders = [...sums].map(([orderId, units]) => `${short(orderId)} ×${units}`);
  const parts = Array.from({ length: Math.ceil(orders.length / ORDERS_A_ROW) }, (_, part) =>
    joinFitting(pen, orders.slice(part * ORDERS_A_ROW, (part + 1) * ORDERS_A_ROW), ORDERS_WIDTH - 2),
  );
  const place = oneLine(pick.warehouse_location ?? "");
  const { shelf_short: note } = pick;
  const found = note && `Short: ${BigInt(note.qty) - BigInt(note.short)} of ${note.qty} found`;
  const goods = [oneLine(pick.description), merchant, found].filter(Boolean).join("\n");
  const [sku, barcode] = [oneLine(pick.sku), oneLine(pick.bar_code_eid)];
  return parts.map((part, index) =>
    index === 0
      ? tickRow(pen, [place || "–", sku, barcode, goods, pick.qty, part])
      : tableRow(pen, PICKS, ["", place, sku, "", "(further orders)", "", part], ROW),
  );
}

type OrderTexts = { short: string; units: string; merchant: string };

function orderRow(pen: Pen, order: Order, { short, units, merchant }: OrderTexts): Row {
  const [own = 0, to = 0, parcels = 0, count = 0, code = 0] = ORDERS.map(({ width }) => width);
  const asked = order.is_cancel_requested === "Y" ? "cancellation asked for" : "";
  const state = NOT_PICKED[order.status] ?? asked;
  const reference = order.reference ? wrap(pen, oneLine(order.reference), SMALL, own - 2) : [];
  const numbers = [order.order_id, ...reference, ...(state ? wrap(pen, state, SMALL, own - 2) : [])];
  const remarks = order.client_remarks && `Merchant's own remarks: ${oneLine(order.client_remarks)}`;
  const name = [oneLine(order.recipient_name), merchant, remarks].filter(Boolean).join("\n");
  const recipient = wrap(pen, name, SMALL, to - 2);
  const shortHeight = heightOf(1, SHORT.size);
  const height = Math.max(
    ORDER_ROW,
    shortHeight + heightOf(numbers.length, SMALL.size) + 3,
    heightOf(recipient.length, SMALL.size) + 3,
  );
  return {
    height,
    draw: ({ x, y, width }) => {
      const lines = (texts: readonly string[], left: number, top: number) =>
        texts.forEach((line, index) => {
          pen.text(line, left, top + heightOf(index, SMALL.size), SMALL);
        });
      const right = (text: string, end: number) => pen.text(text, end - 1 - pen.width(text, SHORT), y + 1.5, SHORT);
      pen.text(short, x + 1, y + 1.5, SHORT);
      lines(numbers, x + 1, y + 1.5 + shortHeight);
      lines(recipient, x + own + 1, y + 1.5);
      right(String(order.parcel_count), x + own + to + parcels);
      right(units, x + own + to + parcels + count);
      const number = order.tracking_number || order.order_id;
      const box = { x: x + own + to + parcels + count, y: y + 2, width: code, height: BARCODE };
      drawCode128(pen, number, box);
      pen.text(number, box.x + (code - pen.width(number, SMALL)) / 2, box.y + BARCODE + 0.7, SMALL);
      pen.fill(x, y + height - LINE / 2, width, LINE / 2);
    },
  };
}

/**
 * The pick list of a wave as a PDF: what to pick by location, then each order with the barcode that opens it at the
 * bench. The same wave gives the same bytes.
 */
export function pickListPdf(wave: WavePickList, imprint: Imprint): Promise<Uint8Array> {
  const short = shortNumbers(wave.order_list);
  const keyOf = (account: string, orderId: string) => `${account}/${orderId}`;
  const picked = wave.pick_list.flatMap(({ customer_eid, order_list }) =>
    order_list.map(({ order_id, qty }) => [keyOf(customer_eid, order_id), qty] as const),
  );
  const units = sumByKey(picked);
  const total = [...units.values()].reduce((sum, each) => sum + each, 0n);
  const merchantOf = ({ customer_name }: { customer_name: string }) =>
    wave.customer_eid === null ? oneLine(customer_name) : "";
  const merchant = wave.customer_eid === null ? "every merchant" : (wave.order_list[0]?.customer_name ?? "");
  const provider = wave.shipping_provider === null ? "every service" : imprint.providerName(wave.shipping_provider);
  const draw = (pen: Pen) =>
    drawSheet(pen, {
      title: "PICK LIST",
      subject: `Wave ${wave.wave_number}`,
      isTest: imprint.isTest,
      intro: [
        boxesRow(pen, [
          {
            caption: "WAVE",
            lines: [
              `Wave: ${wave.wave_number}`,
              `Created: ${minuteOf(wave.create_time)} by ${oneLine(wave.created_by)}`,
              `Cut-off: ${wave.cut_off === null ? "none" : minuteOf(wave.cut_off)}`,
            ],
          },
          {
            caption: "WHAT",
            lines: [
              `Merchant: ${oneLine(merchant)}`,
              `Carrier: ${oneLine(provider)}`,
              `Orders: ${wave.order_count}, ${wave.open_count} of them to be packed`,
              `Products: ${wave.pick_list.length}, units to pick: ${total}`,
            ],
          },
        ]),
      ],
      heading: headingRow(pen, PICKS),
      rows: wave.pick_list.flatMap((pick) => pickRows(pen, pick, short, merchantOf(pick))),
      further: [
        {
          heading: stackRows([bandRow(pen, "Orders of the wave", ""), headingRow(pen, ORDERS)]),
          rows: wave.order_list.map((order) =>
            orderRow(pen, order, {
              short: short(order.order_id),
              units: String(units.get(keyOf(order.customer_eid, order.order_id)) ?? "–"),
              merchant: merchantOf(order),
            }),
          ),
        },
      ],
      closing: [],
    });
  const title = `Pick list ${wave.wave_number}`;
  return makePdf({ title: imprint.isTest ? `${title} (TEST)` : title, date: new Date(wave.create_time) }, [draw]);
}
