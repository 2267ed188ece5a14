/** Pictures of parcels and papers, as people send them. */
export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/** The largest picture, in bytes; in base64 it fits into a request. */
export const PICTURE_BYTES = 700_000;
/** How many pictures prove an adjustment. */
export const MOST_PICTURES = 3;

/** What the first bytes of a file say that it is; null: no picture that is taken. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const starts = (...signature: (number | null)[]) => signature.every((byte, i) => byte === null || bytes[i] === byte);
  if (starts(0xff, 0xd8, 0xff)) return "image/jpeg";
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  // RIFF, a length, WEBP.
  return starts(0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50) ? "image/webp" : null;
}
