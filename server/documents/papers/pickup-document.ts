import { decimal, plain } from "@/lib/decimal";
import type { StoredOrder } from "@/server/orders";
import { drawCode128 } from "../barcode";
import type { Imprint } from "../imprint";
import { LINE, type Row } from "../layout";
import { partyLines } from "../parties";
import type { Drawing, Pen } from "../pdf";
import { bandRow, boxesRow, type Column, drawSheet, headingRow, signatureRow } from "../sheet";
import { heightOf, oneLine } from "../text";

const TABLE: readonly Column[] = [
  { title: "Parcel", width: 20 },
  { title: "Tracking number", width: 90 },
  { title: "Weight and size", width: 52 },
  { title: "Collected", width: 20 },
];
const ROW = 20;
const BOX = 6;

function parcelRow(pen: Pen, order: StoredOrder, parcel: StoredOrder["parcels"][number]): Row {
  const { tracking_number: number, length, width, height } = parcel;
  if (!number) throw new Error(`order ${order.id} is not confirmed and has no pickup`);
  return {
    height: ROW,
    draw: (box) => {
      const style = { weight: "bold", size: 11 } as const;
      const middle = box.y + (ROW - heightOf(1, style.size)) / 2;
      pen.text(`${parcel.position} of ${order.parcels.length}`, box.x + 1, middle, style);
      const barcode = { x: box.x + 20, y: box.y + 1.5, width: 86, height: 11 };
      drawCode128(pen, number, barcode);
      const small = { weight: "bold", size: 9 } as const;
      pen.text(number, barcode.x + (barcode.width - pen.width(number, small)) / 2, box.y + 13.5, small);
      pen.text(`${plain(parcel.act_weight)} kg`, box.x + 111, box.y + 5, { weight: "regular", size: 9 });
      if (length && width && height) {
        const size = `${[length, width, height].map(plain).join(" × ")} cm`;
        pen.text(size, box.x + 111, box.y + 10, { weight: "regular", size: 9 });
      }
      pen.frame(box.x + 168, box.y + (ROW - BOX) / 2, BOX, BOX, LINE);
      pen.fill(box.x, box.y + ROW - LINE / 2, box.width, LINE / 2);
    },
  };
}

/** Whether a pickup is booked for an order (contract §12.10). */
export function hasPickup(order: StoredOrder): boolean {
  return order.pickup_date !== null;
}

/**
 * What the courier who collects a booked pickup is given: what, where and when, with the barcode of each parcel.
 * `number` is that of a pickup from the warehouse.
 */
export function pickupDocumentDrawing(order: StoredOrder, imprint: Imprint, number?: string): Drawing {
  const { parcels } = order;
  const weight = plain(parcels.reduce((sum, { act_weight }) => sum.plus(act_weight), decimal(0)));
  const parcelsText = `${parcels.length} ${parcels.length === 1 ? "parcel" : "parcels"}, ${weight} kg`;
  return (pen) =>
    drawSheet(pen, {
      title: "PICKUP DOCUMENT",
      subject: number ? `Pickup ${number}, order ${order.id}` : `Order ${order.id}`,
      isTest: imprint.isTest,
      intro: [
        boxesRow(pen, [
          {
            caption: "WHEN",
            lines: [
              `Date: ${order.pickup_date ?? ""}`,
              `Time: ${order.pickup_start_time ?? ""} to ${order.pickup_end_time ?? ""}, Hong Kong`,
            ],
          },
          {
            caption: "WHAT",
            lines: [
              parcelsText,
              `Carrier: ${oneLine(imprint.providerName(order.shipping_provider))}`,
              `Contents: ${oneLine(order.shipment.consignment_declaration ?? "")}`,
            ],
          },
        ]),
        boxesRow(pen, [
          { caption: "COLLECT FROM", lines: partyLines(order, order.sender) },
          { caption: "DELIVER TO", lines: partyLines(order, order.recipient) },
        ]),
      ],
      heading: headingRow(pen, TABLE),
      rows: parcels.map((parcel) => parcelRow(pen, order, parcel)),
      closing: [
        bandRow(pen, `Total: ${parcelsText}`, ""),
        signatureRow(pen, ["Handed over by", "Collected by (courier)", "Date and time"]),
      ],
    });
}
