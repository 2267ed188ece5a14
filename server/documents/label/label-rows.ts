import { drawCode128 } from "../barcode";
import { CAPTION, columns, drawFitted, LINE, PADDING, type Row } from "../layout";
import type { Pen, Rectangle, Stamp } from "../pdf";
import { heightOf } from "../text";
import type { LabelContent, LabelMark } from "./label-content";

/** The bands of a label from top to bottom; `isWhole`: no name or address is cut. */
export type LabelRows = { rows: Row[]; isWhole: boolean };

/** A small caption with its value below it. */
function drawCell(pen: Pen, box: Rectangle, { caption, value, strong }: LabelMark, max: number): void {
  if (strong) pen.fill(box.x, box.y, box.width, box.height);
  const ink = strong ? "white" : "black";
  const inner = { x: box.x + PADDING, y: box.y + 0.7, width: box.width - 2 * PADDING, height: 2.9 };
  drawFitted(pen, caption, inner, { weight: "regular", max: CAPTION, min: 5, ink, align: "left" });
  const below = { ...inner, y: inner.y + 2.9, height: box.height - 4 };
  drawFitted(pen, value, below, { weight: "bold", max, min: CAPTION, ink, align: "left" });
}

/** Provider and service, and which piece of how many. */
export function headerRow(pen: Pen, content: LabelContent): Row {
  return {
    height: 11.5,
    draw: (box) => {
      const [service, piece] = columns(pen, box, [70, 24]) as [Rectangle, Rectangle];
      const inner = { ...service, x: service.x + PADDING, width: service.width - 2 * PADDING };
      const align = "left";
      const name = { ...inner, y: box.y + 0.5, height: 6 };
      const code = { ...inner, y: box.y + 6.5, height: 4.5 };
      drawFitted(pen, content.providerName, name, { weight: "bold", max: 13, min: 7, align });
      drawFitted(pen, content.serviceCode, code, { weight: "regular", max: 10, min: 7, align });
      drawFitted(pen, "件 PIECE", { ...piece, y: box.y + 0.5, height: 3 }, { weight: "regular", max: CAPTION, min: 5 });
      const number = { ...piece, y: box.y + 3, height: 8.2 };
      drawFitted(pen, `${content.piece}/${content.pieces}`, number, { weight: "bold", max: 19, min: 10 });
    },
  };
}

/** The barcode of the tracking number with its text. */
export function barcodeRow(pen: Pen, { trackingNumber }: LabelContent): Row {
  return {
    height: 22.5,
    draw: (box) => {
      drawCode128(pen, trackingNumber, { ...box, y: box.y + 1.75, height: 14.5 });
      const text = { ...box, y: box.y + 16.3, height: 6 };
      drawFitted(pen, trackingNumber, text, { weight: "bold", max: 14, min: 7 });
    },
  };
}

/** The destination for sorting, large: `head` is white on black at the left. */
export function destinationRow(pen: Pen, head: string, lines: readonly string[], height: number): Row {
  return {
    height,
    draw: (box) => {
      const [left, right] = columns(pen, box, [24, 70]) as [Rectangle, Rectangle];
      pen.fill(left.x, left.y, left.width, left.height);
      const code = { ...left, x: left.x + 0.75, width: left.width - 1.5 };
      // Two short lines caption the text next to them; a country's code needs none.
      drawFitted(pen, head, code, { weight: "bold", max: head.includes("\n") ? 8.5 : 24, min: CAPTION, ink: "white" });
      const each = (box.height - 1) / lines.length;
      lines.forEach((line, index) => {
        const y = box.y + 0.5 + index * each;
        const inner = { x: right.x + PADDING, y, width: right.width - 2 * PADDING, height: each };
        drawFitted(pen, line, inner, { weight: "bold", max: 32, min: 5.5 });
      });
    },
  };
}

/** Captions with their values, side by side. */
function cellsRow(
  pen: Pen,
  cells: readonly LabelMark[],
  { height, max, shares }: { height: number; max: number; shares?: readonly number[] },
): Row {
  return {
    height,
    draw: (box) => {
      columns(pen, box, shares ?? cells.map(() => 1)).forEach((cell, index) => {
        const mark = cells[index];
        if (mark) drawCell(pen, cell, mark, max);
      });
    },
  };
}

/** Weights, size and type of one parcel. */
export function measuresRow(pen: Pen, { measures }: LabelContent): Row {
  const cells = measures.map((measure) => ({ ...measure, strong: false }));
  return cellsRow(pen, cells, { height: 9.5, max: 12, shares: [24, 28, 23, 19] });
}

/** What the courier must do or know; no row if there is nothing. */
export function marksRows(pen: Pen, { marks }: LabelContent): Row[] {
  return marks.length ? [cellsRow(pen, marks, { height: 11, max: 15 })] : [];
}

/** One line of text, with another text at its right end. */
export function lineRow(pen: Pen, left: string, right: string, { height, max }: { height: number; max: number }): Row {
  return {
    height,
    draw: (box) => {
      const inner = { x: box.x + PADDING, y: box.y + 0.5, width: box.width - 2 * PADDING, height: height - 1 };
      // The left text gets half of the line, however long the right one is.
      const wanted = pen.width(right, { weight: "regular", size: max });
      const size = max * Math.min(1, inner.width / 2 / Math.max(wanted, 1));
      const style = { weight: "regular", size } as const;
      const side = pen.width(right, style);
      if (right) pen.text(right, inner.x + inner.width - side, box.y + (height - heightOf(1, size)) / 2, style);
      const rest = { ...inner, width: inner.width - side - (right ? PADDING : 0) };
      drawFitted(pen, left, rest, { weight: "regular", max, min: 5, align: "left" });
    },
  };
}

/** The order and the day on which it was confirmed. */
export function orderRow(pen: Pen, { orderId, date }: LabelContent): Row {
  return lineRow(pen, `訂單 ORDER  ${orderId}`, date, { height: 5, max: 8 });
}

/** Names the label that this one continues. It has nothing to scan, so that it is not taken for another parcel. */
export function continuationRow(pen: Pen, { trackingNumber, piece, pieces }: LabelContent): Row {
  const lines = [`${trackingNumber}  ${piece}/${pieces}`, "貼在運單標籤旁 STICK BESIDE THE LABEL"];
  return destinationRow(pen, "續頁\nCONTINUED", lines, 16);
}

/** Bands below each other with lines between, in a frame, as stamps with their positions. */
export function recordRows(pen: Pen, rows: readonly Row[], frame: Rectangle): { stamp: Stamp; x: number; y: number }[] {
  let y = frame.y;
  const places = rows.map(({ height, draw }) => {
    const stamp = pen.record(() => draw({ x: 0, y: 0, width: frame.width, height }));
    y += height;
    return { stamp, x: frame.x, y: y - height };
  });
  const same = pen.record(() => {
    rows.forEach(({ height, drawSame }, index) => {
      drawSame?.({ x: 0, y: (places[index]?.y ?? 0) - frame.y, width: frame.width, height });
    });
    for (const { y: top } of places.slice(1)) pen.fill(0, top - frame.y - LINE / 2, frame.width, LINE);
    pen.frame(0, 0, frame.width, frame.height, LINE);
  });
  return [...places, { stamp: same, x: frame.x, y: frame.y }];
}
