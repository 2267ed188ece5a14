import bwip from "bwip-js/node";
import type { Pen } from "./pdf";

// Of a 203 dpi printer, which has 8 dots a mm. Bars of whole dots keep the widths that scanners tell apart.
const DOT_MM = 0.125;
const MODULE_MM = 3 * DOT_MM;
const NARROW_MODULE_MM = 2 * DOT_MM;
/** Modules left blank on each side. */
const QUIET_ZONE = 10;
/** GS1: 6.35 mm, or 15 % of the length when that is more. */
const MIN_HEIGHT_MM = 6.35;
const MIN_HEIGHT_RATIO = 0.15;

type Symbol = { bars: { start: number; modules: number }[]; modules: number };

/** The bars of a Code 128 symbol in modules. */
function code128(text: string): Symbol {
  const [symbol] = bwip.raw({ bcid: "code128", text });
  if (!symbol || !("sbs" in symbol)) throw new Error("bwip-js drew no bars");
  const bars: Symbol["bars"] = [];
  let at = 0;
  // Bars and spaces in turn, a bar first.
  symbol.sbs.forEach((modules, index) => {
    if (index % 2 === 0) bars.push({ start: at, modules });
    at += modules;
  });
  return { bars, modules: at };
}

/** Where a barcode with its quiet zones was drawn, in mm. */
export type Place = { x: number; y: number; width: number; height: number };

/**
 * Draws a Code 128 barcode in the middle of a box, with its quiet zones inside it. Edges stand on whole dots of a 203 dpi
 * printer when the origin of the pen does. @throws Error when it fits the box at no module width
 */
export function drawCode128(pen: Pen, text: string, box: Place): Place {
  const { bars, modules } = code128(text);
  const total = modules + 2 * QUIET_ZONE;
  const module = [MODULE_MM, NARROW_MODULE_MM].find((size) => total * size <= box.width);
  if (!module) throw new Error(`a barcode of ${text.length} characters does not fit ${box.width} mm`);
  if (box.height < Math.max(MIN_HEIGHT_MM, modules * module * MIN_HEIGHT_RATIO))
    throw new Error(`a barcode ${box.height} mm high is too low for its length`);
  const x = Math.floor((box.x + (box.width - total * module) / 2) / DOT_MM) * DOT_MM;
  const left = x + QUIET_ZONE * module;
  pen.fillAll(
    bars.map((bar) => ({ x: left + bar.start * module, y: box.y, width: bar.modules * module, height: box.height })),
  );
  return { x, y: box.y, width: total * module, height: box.height };
}
