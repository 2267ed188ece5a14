import { hongKongDate } from "@/lib/calendar";
import { decimal, plain } from "@/lib/decimal";
import type { StoredOrder } from "@/server/orders";
import { batteryTypes } from "../battery";
import { currencyOf, declaredValue, groupedMoney, itemValue, unitMoney } from "../declared";
import type { Imprint } from "../imprint";
import { partyLines } from "../parties";
import type { Drawing } from "../pdf";
import { bandRow, boxesRow, type Column, drawSheet, headingRow, signatureRow, tableRow } from "../sheet";
import { oneLine } from "../text";

/** The category on form CN23 for each reason of export. */
const CATEGORIES: Record<string, string> = {
  Gift: "Gift",
  Documents: "Documents",
  "Commercial sample": "Commercial sample",
  "Sale of goods": "Sale of goods",
  "Return of goods": "Returned goods",
  "Return of repair": "Returned goods",
  "Return after repair": "Returned goods",
};
// The default reason, because it is what merchants ship for.
const USUAL_REASON = "Sale of goods";

const TABLE: readonly Column[] = [
  { title: "No.", width: 9 },
  { title: "Description of goods", width: 54 },
  { title: "HS code", width: 22 },
  { title: "Origin", width: 13 },
  { title: "Quantity", width: 20, align: "right" },
  { title: "Unit kg", width: 17, align: "right" },
  { title: "Unit value", width: 22, align: "right" },
  { title: "Total value", width: 25, align: "right" },
];

function termsOf({ options }: StoredOrder): string {
  return options.tax_party === "sender"
    ? "DDP (duties and taxes paid by sender)"
    : "DAP (duties and taxes paid by recipient)";
}

/** Net weight of all goods; null when an item does not have its own. */
function netWeightOf(order: StoredOrder): string | null {
  let sum = decimal(0);
  for (const { items } of order.parcels)
    for (const { unit_weight, qty } of items) {
      if (unit_weight === null) return null;
      sum = sum.plus(decimal(unit_weight).times(qty));
    }
  return plain(sum);
}

function withCaption(caption: string, value: string | null | undefined): string {
  return value ? `${caption}: ${oneLine(value)}` : "";
}

/** The commercial invoice of a confirmed international order. */
export function invoiceDrawing(order: StoredOrder, imprint: Imprint): Drawing {
  const { shipment, options, recipient, sender, parcels } = order;
  const currency = currencyOf(order);
  const number = oneLine(shipment.consignment_invoice_number || order.id);
  const reason = shipment.reason_of_export || USUAL_REASON;
  const items = parcels.flatMap((parcel) => parcel.items);
  const grossWeight = plain(parcels.reduce((sum, { act_weight }) => sum.plus(act_weight), decimal(0)));
  const netWeight = netWeightOf(order);
  const sums = [decimal(0)];
  for (const item of items) sums.push((sums.at(-1) ?? decimal(0)).plus(itemValue(item)));

  return (pen) => {
    const rows = items.map((item, index) =>
      tableRow(pen, TABLE, [
        String(index + 1),
        [
          oneLine(item.description),
          withCaption("SKU", item.sku),
          withCaption("Material", item.compliance?.material),
          withCaption(
            "Lithium batteries",
            batteryTypes({ items: [item] })
              .join()
              .replace("_", " "),
          ),
        ]
          .filter(Boolean)
          .join("\n"),
        oneLine(item.hscode ?? ""),
        item.origin ?? "",
        `${plain(item.qty)} ${item.unit && item.unit !== "OTH" ? item.unit : ""}`.trim(),
        item.unit_weight === null ? "" : plain(item.unit_weight),
        unitMoney(item.unit_value, currency),
        groupedMoney(itemValue(item), currency),
      ]),
    );
    drawSheet(pen, {
      title: "COMMERCIAL INVOICE",
      subject: `Invoice ${number}`,
      isTest: imprint.isTest,
      intro: [
        boxesRow(pen, [
          { caption: "SHIPPER / EXPORTER", lines: partyLines(order, sender) },
          {
            caption: "CONSIGNEE / IMPORTER",
            lines: [
              ...partyLines(order, recipient),
              withCaption("Tax ID / VAT", recipient.tax_code),
              withCaption("EORI", recipient.eori_number),
              withCaption("IOSS", options.ioss_number),
            ],
          },
        ]),
        boxesRow(pen, [
          {
            caption: "INVOICE",
            lines: [
              `Invoice number: ${number}`,
              `Date: ${hongKongDate(order.confirmed_at ?? order.created_at)}`,
              `Order: ${order.id}`,
              `Terms of sale: ${termsOf(order)}`,
              `Reason for export: ${reason}`,
              `Customs category (CN23): ${CATEGORIES[reason] ?? "Other"}`,
            ],
          },
          {
            caption: "SHIPMENT",
            lines: [
              `Tracking number: ${order.tracking_number ?? ""}`,
              `Carrier: ${oneLine(imprint.providerName(order.shipping_provider))}`,
              withCaption("Carrier account", options.courier_account_number),
              `Packages: ${parcels.length}`,
              `Gross weight: ${grossWeight} kg`,
              netWeight === null ? "" : `Net weight: ${netWeight} kg`,
              withCaption("Contents", shipment.consignment_declaration),
            ],
          },
        ]),
      ],
      heading: headingRow(pen, TABLE),
      rows,
      carry: (count) => {
        const total = `${currency} ${groupedMoney(sums[count] ?? decimal(0), currency)}`;
        return { over: bandRow(pen, "Carried over", total), forward: bandRow(pen, "Brought forward", total) };
      },
      closing: [
        bandRow(
          pen,
          `Total: ${items.length} ${items.length === 1 ? "line" : "lines"}, ${parcels.length} ${parcels.length === 1 ? "package" : "packages"}, ${grossWeight} kg gross${netWeight === null ? "" : `, ${netWeight} kg net`}`,
          `${currency} ${groupedMoney(declaredValue(order), currency)}`,
          { weight: "bold", size: 10 },
        ),
        bandRow(
          pen,
          "I declare that the information on this invoice is true and correct and that the contents of this shipment are as stated above.",
          "",
          { weight: "regular", size: 8.5 },
        ),
        signatureRow(pen, ["Name and position", "Signature and company stamp", "Date"]),
      ],
    });
  };
}
