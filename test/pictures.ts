import sharp, { type Sharp } from "sharp";

/** A picture of one colour, to be written in some format; `alpha`: it may be transparent. */
export const plain = (width: number, height: number, { alpha = false } = {}): Sharp =>
  sharp({
    create: { width, height, channels: alpha ? 4 : 3, background: { r: 20, g: 90, b: 160, alpha: 0.5 } },
    limitInputPixels: false,
  });

/** A picture of many colours, which no format makes small. */
export function noise(width: number, height: number): Sharp {
  const bytes = Uint8Array.from({ length: width * height * 3 }, (_, index) => (index * index * 31 + index * 7) % 251);
  return sharp(bytes, { raw: { width, height, channels: 3 } });
}
