import { drawQrCode, onDot } from "../barcode";
import type { Weight } from "../fonts";
import { drawFitted, drawLines, PADDING, type Row } from "../layout";
import type { Pen, Rectangle } from "../pdf";
import { clip, heightOf, type Lines, wrap } from "../text";
import type { LabelContent } from "./label-content";

/** Text of the parties and remarks, which share the room left by the other bands. Sizes in points. */
type Paragraph = { text: string; weight: Weight; size: number; min: number; max: number };
type Block = {
  paragraphs: Paragraph[];
  width: number;
  /** The minimum height, even with little text. */
  least: number;
  draw: (box: Rectangle, text: Lines[]) => void;
  drawSame?: (box: Rectangle) => void;
};
type Laid = { block: Block; text: Lines[]; height: number };

const TAB = 10;
/** Side of the QR code with its quiet zone: 41 modules of four dots, enough for an address of 62 characters. */
const QR = 20.5;
const QR_COLUMN = QR + 3;

/** A party with its tab at the left; the consignee's is filled. */
function partyBlock(pen: Pen, tab: [string, string], isFilled: boolean, paragraphs: Paragraph[], width: number): Block {
  return {
    paragraphs,
    width: width - TAB - 2 * PADDING,
    least: 0,
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

/** The remarks, next to the QR code of the tracking page. */
function remarksBlock(pen: Pen, trackingUrl: string, paragraphs: Paragraph[], width: number): Block {
  return {
    paragraphs,
    width: width - QR_COLUMN - 2 * PADDING,
    least: QR + 3,
    draw: (box, text) => {
      drawLines(pen, text, box.x + PADDING, box.y + PADDING / 2);
      const column = { x: box.x + box.width - QR_COLUMN, width: QR_COLUMN };
      drawQrCode(pen, trackingUrl, { ...column, y: box.y + 0.25, height: QR });
    },
    drawSame: (box) => {
      const caption = { x: box.x + box.width - QR_COLUMN, y: box.y + box.height - 2.9, width: QR_COLUMN, height: 2.7 };
      drawFitted(pen, "追蹤 TRACK", caption, { weight: "regular", max: 6, min: 5 });
    },
  };
}

function blocksOf(
  pen: Pen,
  { to, from, remarks, trackingUrl }: LabelContent,
  width: number,
): readonly [to: Block, from: Block, remarks: Block] {
  const paragraph = (text: string | null, weight: Weight, size: number, min: number, max: number): Paragraph[] =>
    text ? [{ text, weight, size, min, max }] : [];
  const toText = [
    ...paragraph(to.name, "bold", 15, 7, 20),
    ...paragraph(to.phone, "bold", 13, 8, 18),
    ...paragraph(to.company, "regular", 12, 6.5, 17),
    ...paragraph(to.address, "regular", 12, 6, 18),
  ];
  // The telephone number comes first, because the end of a line is lost when room is short.
  const fromText = [
    ...paragraph(`${from.phone}  ${from.name}`, "bold", 8.5, 6, 9),
    ...paragraph(from.company, "regular", 8.5, 6, 9),
    ...paragraph(from.address.replaceAll("\n", ", "), "regular", 8.5, 6, 9),
  ];
  const remarksText = paragraph(remarks && `備註 REMARKS  ${remarks}`, "regular", 9, 6, 10);
  return [
    partyBlock(pen, ["收件", "TO"], true, toText, width),
    partyBlock(pen, ["寄件", "FROM"], false, fromText, width),
    remarksBlock(pen, trackingUrl, remarksText, width),
  ];
}

function layAt(pen: Pen, block: Block, scale: number): Laid {
  const text = block.paragraphs.map(({ text, weight, size, min, max }) => {
    const style = { weight, size: Math.min(max, Math.max(min, Math.round(size * scale * 4) / 4)) };
    return { lines: wrap(pen, text, style, block.width), style };
  });
  const lines = text.reduce((sum, { lines, style }) => sum + heightOf(lines.length, style.size), 0);
  return { block, text, height: onDot(Math.max(block.least, lines + PADDING) + 0.12) };
}

/**
 * Cuts a block to a height. Each paragraph keeps a line; the last one is cut first, then the others down to two lines.
 */
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

/** Printed in a block that is cut, to say where the rest is. */
const CONTINUED: Paragraph = { text: "全文見續頁 IN FULL ON CONTINUATION", weight: "bold", size: 7, min: 6.5, max: 7 };
const SCALES = [1.5, 1.4, 1.3, 1.2, 1.1, 1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.65, 0.6, 0.55, 0.5, 0.4];
function rowOf({ block, text, height }: Laid): Row {
  const { drawSame } = block;
  return { height, draw: (box) => block.draw(box, text), ...(drawSame ? { drawSame } : {}) };
}

/** The height at which each paragraph keeps one line. */
function leastOf({ text }: Laid): number {
  return onDot(text.reduce((sum, { style }) => sum + heightOf(1, style.size), PADDING) + 0.12);
}

/** Makes a block exactly as high as the room, cutting it if necessary. */
function fitBlock(pen: Pen, laid: Laid, height: number): Laid {
  return laid.height <= height ? { ...laid, height } : cut(pen, laid, height);
}

/** The same for a block that has a continuation: if it is cut, it says so. */
function cutWithNote(pen: Pen, smallest: Laid, height: number): Laid {
  if (smallest.height <= height) return { ...smallest, height };
  const { block } = smallest;
  return cut(pen, layAt(pen, { ...block, paragraphs: [...block.paragraphs, CONTINUED] }, 0), height);
}

/** The bands of consignee, sender and remarks. */
export type BlockRows = {
  to: Row;
  from: Row;
  remarks: Row;
  /** Whether consignee and sender are complete; if not, a continuation has them. */
  isWhole: boolean;
};

/**
 * The bands of consignee, sender and remarks, which together fill the room. Their text grows or shrinks together until
 * it fits. If it does not fit at all, the sender's end is cut, and only then the consignee's. Remarks are never cut.
 */
export function blockRows(pen: Pen, content: LabelContent, width: number, room: number): BlockRows {
  const blocks = blocksOf(pen, content, width);
  const laid = (scale: number) => blocks.map((block) => layAt(pen, block, scale)) as [Laid, Laid, Laid];
  for (const scale of SCALES) {
    const [to, from, remarks] = laid(scale);
    const spare = room - to.height - from.height - remarks.height;
    if (spare >= 0)
      return {
        to: rowOf({ ...to, height: to.height + spare }),
        from: rowOf(from),
        remarks: rowOf(remarks),
        isWhole: true,
      };
  }
  const [to, from, remarks] = laid(0);
  const forParties = room - remarks.height;
  const withNotice = leastOf(from) + heightOf(1, CONTINUED.size);
  const fromHeight = Math.max(Math.min(from.height, withNotice), forParties - to.height);
  return {
    to: rowOf(cutWithNote(pen, to, forParties - fromHeight)),
    from: rowOf(cutWithNote(pen, from, fromHeight)),
    remarks: rowOf(remarks),
    isWhole: false,
  };
}

/** Small enough for the longest accepted names and addresses, together on their own label. */
const CONTINUATION_MIN = 5;

/** The bands of consignee and sender for the continuation of a label, uncut, which together fill the room. */
export function continuedRows(pen: Pen, content: LabelContent, width: number, room: number): Row[] {
  const [to, from] = blocksOf(pen, content, width).map((block) => ({
    ...block,
    paragraphs: block.paragraphs.map((paragraph) => ({ ...paragraph, min: CONTINUATION_MIN })),
  })) as [Block, Block, Block];
  const laid = (scale: number) => [layAt(pen, to, scale), layAt(pen, from, scale)] as const;
  const heightAt = (scale: number) => laid(scale).reduce((sum, { height }) => sum + height, 0);
  const [first, second] = laid(SCALES.find((scale) => heightAt(scale) <= room) ?? 0);
  const fromHeight = Math.min(second.height, room / 2);
  return [fitBlock(pen, first, room - fromHeight), fitBlock(pen, second, fromHeight)].map(rowOf);
}
