import type { PAPERS } from "@/lib/contracts/order";
import type { Environment } from "@/lib/environment";
import type { StoredOrder } from "@/server/orders";
import { drawCode128 } from "./barcode";
import type { Weight } from "./fonts";
import { type LabelContent, type LabelMark, labelContents } from "./label-content";
import { type Ink, makePdf, type Pen } from "./pdf";
import { clip, fitText, heightOf, type Lines, wrap } from "./text";

export type Paper = (typeof PAPERS)[number];

type Box = { x: number; y: number; width: number; height: number };

/** Pages in mm, and where the label is on them, at its true size. */
const PAPER: Record<Paper, { width: number; height: number; label: Box }> = {
  "100x150": { width: 100, height: 150, label: { x: 0, y: 0, width: 100, height: 150 } },
  // Office printers leave an edge of some 5 mm unprinted.
  A6: { width: 105, height: 148, label: { x: 2.5, y: 2, width: 100, height: 144 } },
  A4: { width: 210, height: 297, label: { x: 10, y: 10, width: 100, height: 150 } },
};

const MARGIN = 3;
const PADDING = 1.5;
const LINE = 0.375;
const CAPTION = 6.5;

/** A band across the label. */
type Row = { height: number; draw: (box: Box) => void };

/** Text of the parties and remarks, which share the room that the other rows leave. Sizes in points. */
type Paragraph = { text: string; weight: Weight; size: number; min: number; max: number };
type Block = { paragraphs: Paragraph[]; width: number; draw: (box: Box, text: Lines[]) => void };
type Laid = { block: Block; text: Lines[]; height: number };

/** Draws text in the middle of a box, or from its left. */
function drawFitted(
  pen: Pen,
  text: string,
  box: Box,
  font: { weight: Weight; max: number; min: number; ink?: Ink; align?: "left" | "center" },
): void {
  const { lines, style } = fitText(pen, text, { ...font, width: box.width, height: box.height });
  let y = box.y + (box.height - heightOf(lines.length, style.size)) / 2;
  for (const line of lines) {
    const x = font.align === "left" ? box.x : box.x + (box.width - pen.width(line, style)) / 2;
    pen.text(line, x, y, style, font.ink);
    y += heightOf(1, style.size);
  }
}

function drawLines(pen: Pen, text: Lines[], x: number, top: number): void {
  let y = top;
  for (const { lines, style } of text) {
    for (const line of lines) {
      pen.text(line, x, y, style);
      y += heightOf(1, style.size);
    }
  }
}

/** Splits a box into columns of the given shares, with a line before each but the first. */
function columns(pen: Pen, box: Box, shares: readonly number[]): Box[] {
  const sum = shares.reduce((total, share) => total + share, 0);
  let x = box.x;
  return shares.map((share, index) => {
    const width = (box.width * share) / sum;
    if (index > 0) pen.fill(x, box.y, LINE, box.height);
    const cell = { ...box, x, width };
    x += width;
    return cell;
  });
}

/** A small caption with its value below it. */
function drawCell(pen: Pen, box: Box, { caption, value, strong }: LabelMark, max: number): void {
  if (strong) pen.fill(box.x, box.y, box.width, box.height);
  const ink = strong ? "white" : "black";
  const inner = { x: box.x + PADDING, y: box.y + 0.7, width: box.width - 2 * PADDING, height: 2.9 };
  drawFitted(pen, caption, inner, { weight: "regular", max: CAPTION, min: 5, ink, align: "left" });
  const below = { ...inner, y: inner.y + 2.9, height: box.height - 4 };
  drawFitted(pen, value, below, { weight: "bold", max, min: CAPTION, ink, align: "left" });
}

function testRow(pen: Pen): Row {
  return {
    height: 9,
    draw: (box) => {
      pen.fill(box.x, box.y, box.width, box.height);
      const [title, words] = [
        { ...box, width: box.width * 0.6 },
        { ...box, x: box.x + box.width * 0.6, width: box.width * 0.4 },
      ];
      drawFitted(pen, "TEST 測試", title, { weight: "bold", max: 20, min: 10, ink: "white" });
      drawFitted(pen, "NOT FOR SHIPMENT\n不可付運", words, { weight: "bold", max: 9, min: CAPTION, ink: "white" });
    },
  };
}

function headerRow(pen: Pen, content: LabelContent): Row {
  return {
    height: 11.5,
    draw: (box) => {
      const [service, piece] = columns(pen, box, [70, 24]) as [Box, Box];
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

function barcodeRow(pen: Pen, content: LabelContent): Row {
  return {
    height: 24,
    draw: (box) => {
      drawCode128(pen, content.trackingNumber, { ...box, y: box.y + 1.75, height: 15.5 });
      const text = { ...box, y: box.y + 17.5, height: 6.2 };
      drawFitted(pen, content.trackingNumber, text, { weight: "bold", max: 14, min: 7 });
    },
  };
}

function destinationRow(pen: Pen, { head, lines }: NonNullable<LabelContent["destination"]>): Row {
  return {
    height: 12,
    draw: (box) => {
      const [left, right] = columns(pen, box, [24, 70]) as [Box, Box];
      pen.fill(left.x, left.y, left.width, left.height);
      const code = { ...left, x: left.x + 0.75, width: left.width - 1.5 };
      // Two short lines name what stands beside them; a country's code speaks for itself.
      drawFitted(pen, head, code, { weight: "bold", max: head.includes("\n") ? 8.5 : 24, min: CAPTION, ink: "white" });
      const height = (box.height - 1) / lines.length;
      lines.forEach((line, index) => {
        const y = box.y + 0.5 + index * height;
        const inner = { x: right.x + PADDING, y, width: right.width - 2 * PADDING, height };
        drawFitted(pen, line, inner, { weight: "bold", max: 26, min: 5.5 });
      });
    },
  };
}

function cellsRow(pen: Pen, cells: readonly LabelMark[], height: number, shares: number[], max: number): Row {
  return {
    height,
    draw: (box) => {
      columns(pen, box, shares).forEach((cell, index) => {
        const mark = cells[index];
        if (mark) drawCell(pen, cell, mark, max);
      });
    },
  };
}

function lineRow(pen: Pen, height: number, left: string, right: string, max: number): Row {
  return {
    height,
    draw: (box) => {
      const style = { weight: "regular", size: max } as const;
      const side = right ? pen.width(right, style) : 0;
      const inner = { x: box.x + PADDING, y: box.y + 0.5, width: box.width - 2 * PADDING, height: height - 1 };
      if (right) pen.text(right, inner.x + inner.width - side, box.y + (height - heightOf(1, max)) / 2, style);
      const rest = { ...inner, width: inner.width - side - (right ? PADDING : 0) };
      drawFitted(pen, left, rest, { weight: "regular", max, min: CAPTION, align: "left" });
    },
  };
}

const TAB = 10;

/** A party with its tab at the left: the consignee's is filled. */
function partyBlock(pen: Pen, tab: [string, string], isFilled: boolean, paragraphs: Paragraph[], width: number): Block {
  return {
    paragraphs,
    width: width - TAB - 2 * PADDING,
    draw: (box, text) => {
      const side = { x: box.x, y: box.y, width: TAB, height: Math.min(box.height, TAB) };
      if (isFilled) pen.fill(side.x, side.y, side.width, side.height);
      const ink = isFilled ? "white" : "black";
      const inner = { ...side, x: side.x + 0.75, width: TAB - 1.5 };
      drawFitted(pen, tab.join("\n"), inner, { weight: "bold", max: 9, min: 5, ink });
      drawLines(pen, text, box.x + TAB + PADDING, box.y + PADDING / 2);
    },
  };
}

function blocksOf(
  pen: Pen,
  { to, from, remarks }: LabelContent,
  width: number,
): [to: Block, from: Block, remarks: Block] {
  const paragraph = (text: string | null, weight: Weight, size: number, min: number, max: number): Paragraph[] =>
    text ? [{ text, weight, size, min, max }] : [];
  const toText = [
    ...paragraph(to.name, "bold", 15, 8, 20),
    ...paragraph(to.phone, "bold", 13, 8, 18),
    ...paragraph(to.company, "regular", 12, 7, 17),
    ...paragraph(to.address, "regular", 12, 7, 18),
  ];
  // The telephone number first: where room is short the end of a line is lost.
  const fromText = [
    ...paragraph(`${from.phone}  ${from.name}`, "bold", 8.5, 6.5, 9),
    ...paragraph(from.company, "regular", 8.5, 6.5, 9),
    ...paragraph(from.address.replaceAll("\n", ", "), "regular", 8.5, 6.5, 9),
  ];
  const remarksBlock: Block = {
    paragraphs: paragraph(remarks && `備註 REMARKS  ${remarks}`, "regular", 9, 6.5, 10),
    width: width - 2 * PADDING,
    draw: (box, text) => drawLines(pen, text, box.x + PADDING, box.y + PADDING / 2),
  };
  return [
    partyBlock(pen, ["收件", "TO"], true, toText, width),
    partyBlock(pen, ["寄件", "FROM"], false, fromText, width),
    remarksBlock,
  ];
}

function layAt(pen: Pen, block: Block, scale: number): Laid {
  const text = block.paragraphs.map(({ text, weight, size, min, max }) => {
    const style = { weight, size: Math.min(max, Math.max(min, Math.round(size * scale * 4) / 4)) };
    return { lines: wrap(pen, text, style, block.width), style };
  });
  return { block, text, height: heightWithPadding(text) };
}

function heightWithPadding(text: readonly Lines[]): number {
  const lines = text.reduce((sum, { lines, style }) => sum + heightOf(lines.length, style.size), 0);
  return text.length ? lines + PADDING : 0;
}

/** Cuts a block to a height: each paragraph keeps a line; the last is cut first, then the others down to two lines. */
function cut(pen: Pen, { block, text }: Laid, height: number): Laid {
  let room = height - PADDING;
  const kept = text.map((part, index) => {
    const rest = text.slice(index + 1);
    const fitting = (others: number) => Math.floor((room - others) / heightOf(1, part.style.size) + 1e-6);
    const atMost = fitting(rest.reduce((sum, { style }) => sum + heightOf(1, style.size), 0));
    const freely = fitting(rest.reduce((sum, { lines, style }) => sum + heightOf(lines.length, style.size), 0));
    const clipped = clip(pen, part, Math.max(1, Math.min(atMost, Math.max(2, freely))), block.width);
    room -= heightOf(clipped.lines.length, part.style.size);
    return clipped;
  });
  return { block, text: kept, height };
}

const SCALES = [1.5, 1.4, 1.3, 1.2, 1.1, 1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.65, 0.6, 0.55, 0.5];
/** What the sender and the remarks keep when even the smallest print needs more room than there is. */
const LEAST = { from: 10, remarks: 18.5 };

/** Shares the room: the text of all blocks shrinks together until it fits, and only then loses its end. */
function share(pen: Pen, blocks: readonly [Block, Block, Block], room: number): [Laid, Laid, Laid] {
  for (const scale of SCALES) {
    const [to, from, remarks] = blocks.map((block) => layAt(pen, block, scale)) as [Laid, Laid, Laid];
    const spare = room - to.height - from.height - remarks.height;
    if (spare >= 0) return [{ ...to, height: to.height + spare }, from, remarks];
  }
  const [to, from, remarks] = blocks.map((block) => layAt(pen, block, 0)) as [Laid, Laid, Laid];
  let excess = to.height + from.height + remarks.height - room;
  const give = (laid: Laid, least: number) => {
    const height = Math.max(Math.min(laid.height, least), laid.height - excess);
    excess -= laid.height - height;
    return cut(pen, laid, height);
  };
  const [cutFrom, cutRemarks] = [give(from, LEAST.from), give(remarks, LEAST.remarks)];
  return [give(to, 0), cutFrom, cutRemarks];
}

/** Draws one label within a box. */
function drawLabel(pen: Pen, content: LabelContent, box: Box, isTest: boolean): void {
  const frame = { x: MARGIN, y: MARGIN, width: box.width - 2 * MARGIN, height: box.height - 2 * MARGIN };
  const blocks = blocksOf(pen, content, frame.width);
  const { measures, marks } = content;
  const above: Row[] = [
    ...(isTest ? [testRow(pen)] : []),
    headerRow(pen, content),
    barcodeRow(pen, content),
    ...(content.destination ? [destinationRow(pen, content.destination)] : []),
  ];
  const between: Row[] = [
    cellsRow(
      pen,
      measures.map((measure) => ({ ...measure, strong: false })),
      9.5,
      [24, 28, 23, 19],
      12,
    ),
    lineRow(pen, 6.8, `內容 CONTENTS  ${content.contents}`, "", 9),
    ...(marks.length
      ? [
          cellsRow(
            pen,
            marks,
            11,
            marks.map(() => 1),
            15,
          ),
        ]
      : []),
  ];
  const below: Row[] = [lineRow(pen, 5, `訂單 ORDER  ${content.orderId}`, content.date, 8)];
  const fixed = [...above, ...between, ...below].reduce((sum, { height }) => sum + height, 0);
  const [to, from, remarks] = share(pen, blocks, frame.height - fixed);
  const flexible = (laid: Laid): Row => ({ height: laid.height, draw: (place) => laid.block.draw(place, laid.text) });
  const rows = [
    ...above,
    flexible(to),
    flexible(from),
    ...between,
    ...(remarks.height ? [flexible(remarks)] : []),
    ...below,
  ];

  let y = frame.y;
  for (const [index, row] of rows.entries()) {
    row.draw({ ...frame, y, height: row.height });
    if (index > 0) pen.fill(frame.x, y - LINE / 2, frame.width, LINE);
    y += row.height;
  }
  pen.frame(frame.x, frame.y, frame.width, frame.height, LINE);
}

/**
 * The waybill labels of confirmed orders as one PDF, a page for each parcel in the given order. The same orders give the
 * same bytes. @throws Error for an order without a tracking number
 */
export function labelPdf(
  orders: readonly StoredOrder[],
  options: { paper: Paper; environment: Environment; providerName: (code: string) => string },
): Promise<Uint8Array> {
  const { width, height, label } = PAPER[options.paper];
  const contents = orders.flatMap((order) => labelContents(order, options.providerName));
  const [first] = orders;
  if (!first) throw new Error("no order to print a label of");
  const isTest = options.environment === "testing";
  const what = orders.length === 1 ? `Label ${first.tracking_number}` : `Labels of ${orders.length} orders`;
  const info = { title: isTest ? `${what} (TEST)` : what, date: first.confirmed_at ?? first.created_at };
  return makePdf(info, (pen) => {
    for (const content of contents) {
      pen.page(width, height, label.x, label.y);
      drawLabel(pen, content, label, isTest);
    }
  });
}
