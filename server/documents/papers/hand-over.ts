import type { HandOverRecord } from "@/lib/contracts/dispatch";
import { decimal, plain } from "@/lib/decimal";
import { SIGNATURE, strokesOf } from "@/lib/signature";
import { drawCode128 } from "../barcode";
import type { Imprint } from "../imprint";
import { LINE, type Row } from "../layout";
import { makePdf, type Pen, type Style } from "../pdf";
import { bandRow, boxesRow, type Column, drawSheet, headingRow, signatureRow } from "../sheet";
import { heightOf, oneLine, wrap } from "../text";

const TABLE: readonly Column[] = [
  { title: "", width: 10, align: "right" },
  { title: "Tracking number", width: 72 },
  { title: "Recipient", width: 48 },
  { title: "Reference", width: 34 },
  { title: "kg", width: 18, align: "right" },
];
const ROW: Style = { weight: "regular", size: 8.5 };
const HEIGHT = 14;
const WIDTH = TABLE.reduce((sum, { width }) => sum + width, 0);
const BAR = 8;

type Parcel = HandOverRecord["parcel_list"][number];

function parcelRow(pen: Pen, parcel: Parcel, number: number): Row {
  const [count = 0, code = 0, name = 0, reference = 0, weight = 0] = TABLE.map(({ width }) => width);
  const recipient = wrap(pen, `${oneLine(parcel.recipient_name)}, ${parcel.recipient_country}`, ROW, name - 2);
  const own = wrap(pen, oneLine(parcel.reference ?? parcel.order_id), ROW, reference - 2);
  const height = Math.max(HEIGHT, heightOf(Math.max(recipient.length, own.length), ROW.size) + 3);
  return {
    height,
    draw: ({ x, y, width }) => {
      const right = (text: string, end: number) => pen.text(text, end - 1 - pen.width(text, ROW), y + 2, ROW);
      const lines = (texts: readonly string[], left: number) =>
        texts.forEach((line, index) => {
          pen.text(line, left, y + 2 + heightOf(index, ROW.size), ROW);
        });
      right(String(number), x + count);
      drawCode128(pen, parcel.tracking_number, { x: x + count + 2, y: y + 1.5, width: code - 8, height: BAR });
      pen.text(parcel.tracking_number, x + count + 2, y + 1.5 + BAR + 0.5, { weight: "bold", size: 7.5 });
      lines(recipient, x + count + code + 1);
      lines(own, x + count + code + name + 1);
      right(plain(parcel.weight), x + count + code + name + reference + weight);
      pen.fill(x, y + height - LINE / 2, width, LINE / 2);
    },
  };
}

/** `2026-11-20T11:10:00.000+08:00` → `2026-11-20 11:10`. */
function minuteOf(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}

const SIGNED = { width: 60, height: 18 };

/** What the courier drew on the screen, with name and time. */
function signedRow(pen: Pen, { signed_by, signed_at }: HandOverRecord, signature: string): Row {
  const scale = SIGNED.width / SIGNATURE.width;
  const style: Style = { weight: "regular", size: 8 };
  const sentence = `Collected by (courier): ${oneLine(signed_by ?? "")}, ${minuteOf(signed_at ?? "")}`;
  const lines = wrap(pen, sentence, style, WIDTH);
  return {
    height: SIGNED.height + 6 + heightOf(lines.length, style.size),
    draw: ({ x, y }) => {
      for (const stroke of strokesOf(signature) ?? [])
        pen.stroke(
          stroke.map(([left, top]) => [x + left * scale, y + 2 + top * scale] as const),
          2 * LINE,
        );
      pen.fill(x, y + SIGNED.height + 3, SIGNED.width, LINE / 2);
      lines.forEach((line, index) => {
        pen.text(line, x, y + SIGNED.height + 4 + heightOf(index, style.size), style);
      });
    },
  };
}

/** The list of parcels that a courier takes, with room to sign or what was signed. The same list gives the same bytes. */
export function handOverPdf(
  list: HandOverRecord,
  { merchant, signature }: { merchant: string; signature: string | null },
  imprint: Imprint,
): Promise<Uint8Array> {
  const { parcel_list: parcels, provider_list: providers } = list;
  const weight = plain(parcels.reduce((sum, parcel) => sum.plus(parcel.weight), decimal(0)));
  const total = `${parcels.length} ${parcels.length === 1 ? "parcel" : "parcels"}, ${weight} kg`;
  const draw = (pen: Pen) =>
    drawSheet(pen, {
      title: "HAND-OVER LIST",
      subject: `${list.day} · ${list.id.slice(-6)}`,
      isTest: imprint.isTest,
      intro: [
        boxesRow(pen, [
          { caption: "FROM", lines: [oneLine(merchant), `Made: ${minuteOf(list.created_at)}`] },
          { caption: "WHAT", lines: [total, ...providers.map((code) => oneLine(imprint.providerName(code)))] },
        ]),
      ],
      heading: headingRow(pen, TABLE),
      rows: parcels.map((parcel, index) => parcelRow(pen, parcel, index + 1)),
      closing: [
        bandRow(pen, `Total: ${total}`, ""),
        signature
          ? signedRow(pen, list, signature)
          : signatureRow(pen, ["Handed over by", "Collected by (courier)", "Date and time"]),
      ],
    });
  const title = `Hand-over list ${list.day}`;
  return makePdf({ title: imprint.isTest ? `${title} (TEST)` : title, date: new Date(list.created_at) }, [draw]);
}
