import bwip from "bwip-js/node";

/** The modules of a QR code, row by row; true is dark. */
export function qrCode(text: string): { modules: boolean[]; count: number } {
  // Trying all eight masks takes longer than drawing the rest of a label; scanners read each of them.
  const [symbol] = bwip.raw({ bcid: "qrcode", text, eclevel: "M", mask: 3 } as Parameters<typeof bwip.raw>[0]);
  if (!symbol || !("pixs" in symbol)) throw new Error("bwip-js drew no modules");
  return { modules: Array.from(symbol.pixs, Boolean), count: symbol.pixx };
}
