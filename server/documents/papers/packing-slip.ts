import { hongKongDate } from "@/lib/calendar";
import { decimal, plain } from "@/lib/decimal";
import type { StoredOrder } from "@/server/orders";
import type { Imprint } from "../imprint";
import { partyLines } from "../parties";
import type { Drawing } from "../pdf";
import { bandRow, boxesRow, type Column, drawSheet, headingRow, stackRows, tableRow } from "../sheet";
import { fewLines, oneLine } from "../text";

const TABLE: readonly Column[] = [
  { title: "No.", width: 10 },
  { title: "Item", width: 82 },
  { title: "SKU", width: 35 },
  { title: "Barcode", width: 35 },
  { title: "Quantity", width: 20, align: "right" },
];

function sizeOf({ length, width, height }: StoredOrder["parcels"][number]): string {
  return length && width && height ? `, ${[length, width, height].map(plain).join(" × ")} cm` : "";
}

/** The packing slip of a confirmed order: what is in which parcel, without prices. */
export function packingSlipDrawing(order: StoredOrder, imprint: Imprint): Drawing {
  const { parcels, shipment } = order;
  const units = parcels.flatMap(({ items }) => items).reduce((sum, { qty }) => sum.plus(qty), decimal(0));
  return (pen) => {
    const remarks = fewLines(shipment.consignment_remarks ?? "");
    drawSheet(pen, {
      title: "PACKING SLIP",
      subject: `Order ${order.id}`,
      isTest: imprint.isTest,
      intro: [
        boxesRow(pen, [
          { caption: "FROM", lines: partyLines(order, order.sender) },
          { caption: "SHIP TO", lines: partyLines(order, order.recipient) },
        ]),
        boxesRow(pen, [
          {
            caption: "ORDER",
            lines: [
              `Order: ${order.id}`,
              order.reference ? `Reference: ${oneLine(order.reference)}` : "",
              `Date: ${hongKongDate(order.confirmed_at ?? order.created_at)}`,
              order.delivery_code ? `Pickup point: ${oneLine(order.delivery_code)}` : "",
            ],
          },
          {
            caption: "SHIPMENT",
            lines: [
              `Tracking number: ${order.tracking_number ?? ""}`,
              `Carrier: ${oneLine(imprint.providerName(order.shipping_provider))}`,
              `Parcels: ${parcels.length}`,
            ],
          },
        ]),
        ...(remarks ? [bandRow(pen, `Remarks: ${remarks}`, "", { weight: "regular", size: 9 })] : []),
      ],
      heading: headingRow(pen, TABLE),
      rows: parcels.flatMap((parcel) => {
        const heading = bandRow(
          pen,
          `Parcel ${parcel.position} of ${parcels.length}: ${parcel.tracking_number ?? ""}`,
          `${plain(parcel.act_weight)} kg${sizeOf(parcel)}`,
        );
        const [first, ...others] = parcel.items.map((item, index) =>
          tableRow(pen, TABLE, [
            String(index + 1),
            oneLine(item.description),
            oneLine(item.sku ?? ""),
            oneLine(item.bar_code_eid ?? ""),
            `${plain(item.qty)}${item.unit && item.unit !== "OTH" ? ` ${item.unit}` : ""}`,
          ]),
        );
        return [stackRows(first ? [heading, first] : [heading]), ...others];
      }),
      closing: [
        bandRow(
          pen,
          `Total: ${parcels.length} ${parcels.length === 1 ? "parcel" : "parcels"}`,
          `${plain(units)} ${units.eq(1) ? "unit" : "units"}`,
        ),
      ],
    });
  };
}
