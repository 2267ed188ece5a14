import type { Weight } from "./fonts";
import type { Ink, Pen, Rectangle } from "./pdf";
import { fitText, heightOf, type Lines } from "./text";

/** A band across a page or label. */
export type Row = {
  height: number;
  draw: (box: Rectangle) => void;
  /** What is the same on every label: drawn separately, so that labels share it. */
  drawSame?: (box: Rectangle) => void;
};

export const PADDING = 1.5;
export const LINE = 0.375;
/** The size of captions in points. */
export const CAPTION = 6.5;

/** Draws text in the middle of a box, or from its left edge. */
export function drawFitted(
  pen: Pen,
  text: string,
  box: Rectangle,
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

/** Draws lines below each other. */
export function drawLines(pen: Pen, text: readonly Lines[], x: number, top: number): void {
  let y = top;
  for (const { lines, style } of text) {
    for (const line of lines) {
      pen.text(line, x, y, style);
      y += heightOf(1, style.size);
    }
  }
}

/** Splits a box into columns of the given shares, with a line before each except the first. */
export function columns(pen: Pen, box: Rectangle, shares: readonly number[]): Rectangle[] {
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

/** The band at the top of every paper of the testing environment. */
export function testRow(pen: Pen): Row {
  return {
    height: 8,
    draw: (box) => {
      pen.fill(box.x, box.y, box.width, box.height);
      const title = { ...box, width: box.width * 0.6 };
      const textBox = { ...box, x: box.x + box.width * 0.6, width: box.width * 0.4 };
      drawFitted(pen, "TEST 測試", title, { weight: "bold", max: 18, min: 10, ink: "white" });
      drawFitted(pen, "NOT FOR SHIPMENT\n不可付運", textBox, { weight: "bold", max: 8.5, min: CAPTION, ink: "white" });
    },
  };
}
