import bwip from "bwip-js/node";
import { qrCode } from "@/server/qr-code";
import type { Pen, Rectangle } from "./pdf";

// Of a 203 dpi printer, which has 8 dots per mm. Scanners tell widths apart best if modules are whole dots.
const DOT_MM = 0.125;
/** Modules left empty on each side. */
const BARCODE_QUIET_ZONE = 10;
const QR_QUIET_ZONE = 4;
/** GS1: 6.35 mm, or 15 % of the length when that is more. */
const MIN_HEIGHT_MM = 6.35;
const MIN_HEIGHT_RATIO = 0.15;

type Modules = { rectangles: Rectangle[]; count: number };

/** The bars of a Code 128 symbol, measured in modules. */
function code128(text: string): Modules {
  const [symbol] = bwip.raw({ bcid: "code128", text });
  if (!symbol || !("sbs" in symbol)) throw new Error("bwip-js drew no bars");
  const rectangles: Rectangle[] = [];
  let at = 0;
  // Bars and spaces alternate, starting with a bar.
  symbol.sbs.forEach((width, index) => {
    if (index % 2 === 0) rectangles.push({ x: at, y: 0, width, height: 1 });
    at += width;
  });
  return { rectangles, count: at };
}

/**
 * The width of a module in mm: the largest number of whole dots with which the modules fit. @throws Error when none
 * fits
 */
function moduleWidth(dots: readonly number[], modules: number, room: number): number {
  const found = dots.find((count) => modules * count * DOT_MM <= room + 1e-9);
  if (!found) throw new Error(`a symbol of ${modules} modules does not fit ${room} mm`);
  return found * DOT_MM;
}

/** Rounds a length down to whole dots. */
export const onDot = (length: number) => Math.floor(length / DOT_MM + 1e-9) * DOT_MM;

/**
 * Draws a Code 128 barcode in the middle of a box, with its quiet zones inside it, and returns the area it takes. Its
 * edges are on whole dots of a 203 dpi printer if the origin of the pen is. @throws Error when it does not fit the box
 * at any module width
 */
export function drawCode128(pen: Pen, text: string, box: Rectangle): Rectangle {
  const { rectangles, count } = code128(text);
  const total = count + 2 * BARCODE_QUIET_ZONE;
  const module = moduleWidth([3, 2], total, box.width);
  if (box.height < Math.max(MIN_HEIGHT_MM, count * module * MIN_HEIGHT_RATIO))
    throw new Error(`a barcode ${box.height} mm high is too low for its length`);
  const x = onDot(box.x + (box.width - total * module) / 2);
  pen.fillUnits(rectangles, { x: x + BARCODE_QUIET_ZONE * module, y: box.y }, module, box.height);
  return { x, y: box.y, width: total * module, height: box.height };
}

/**
 * Draws a QR code in the middle of a box, with its quiet zone inside it, and returns the area it takes.
 * @throws Error when it does not fit the box at any module width
 */
export function drawQrCode(pen: Pen, text: string, box: Rectangle): Rectangle {
  const { modules, count } = qrCode(text);
  const total = count + 2 * QR_QUIET_ZONE;
  const module = moduleWidth([4, 3, 2], total, Math.min(box.width, box.height));
  const side = total * module;
  const [x, y] = [onDot(box.x + (box.width - side) / 2), onDot(box.y + (box.height - side) / 2)];
  const inset = QR_QUIET_ZONE * module;
  pen.fillModules(modules, count, { x: x + inset, y: y + inset }, module);
  return { x, y, width: side, height: side };
}
