/** Pictures of parcels and papers, as people send them. */
export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/** The largest picture, in bytes; in base64 it fits into a request. */
export const PICTURE_BYTES = 700_000;
/** The longest side of a picture that is kept, in pixels. */
export const PICTURE_SIDE = 2048;
/** How many pictures prove an adjustment. */
export const MOST_PICTURES = 3;
