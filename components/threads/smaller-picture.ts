import { PICTURE_BYTES, PICTURE_SIDE } from "@/lib/pictures";

/** A JPEG's longest side and quality, the best first; at the last one text on a label can still be read. */
const STEPS = [
  [PICTURE_SIDE, 0.85],
  [PICTURE_SIDE, 0.7],
  [PICTURE_SIDE, 0.5],
  [1600, 0.5],
  [1200, 0.5],
] as const;

/**
 * A picture as it is sent: one that is larger than the API takes, such as a telephone's, becomes an upright JPEG within the
 * API's limits. Of what the browser cannot decode, or not make small enough, so much is left that the contract refuses it
 * for its size.
 */
export async function smallerPicture(file: File): Promise<Blob> {
  if (file.size <= PICTURE_BYTES) return file;
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
  if (!pen || !picture) return tooLarge(file);
  const longest = Math.max(picture.width, picture.height);
  try {
    for (const [side, quality] of STEPS) {
      const scale = Math.min(1, side / longest);
      canvas.width = Math.max(1, Math.round(picture.width * scale));
      canvas.height = Math.max(1, Math.round(picture.height * scale));
      // A JPEG would show as black what is transparent.
      pen.fillStyle = "white";
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.imageSmoothingQuality = "high";
      pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
      if (blob && blob.size <= PICTURE_BYTES) return blob;
    }
  } finally {
    picture.close();
  }
  return tooLarge(file);
}

/** No more of a file than it takes to be refused: it may be a film. */
const tooLarge = (file: File) => file.slice(0, PICTURE_BYTES + 1);
