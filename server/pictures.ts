/** Owns how a picture that a caller sends becomes a file of ours, which holds only its pixels (contract §26.5). */
import { invalid, type Path } from "@/lib/errors";
import { processWide } from "@/server/process-wide";

/** More is refused when only the header is read: decoded, a pixel takes up to four bytes. */
const MOST_PIXELS = 64_000_000;
/** Seconds; what is taken needs a few at most, so that only what was made to be slow meets it. */
const LONGEST = 10;

/** Bytes; drawings and screenshots take less. */
const LARGEST_PNG = 2_000_000;

/** A picture as we have written it. */
export type Rewritten = { type: "image/jpeg" | "image/png"; bytes: Buffer };

// One after the other: each takes a core and up to hundreds of megabytes, and one of the few threads that also hash
// passwords and read files.
const queue = processWide("pictures", () => ({ last: Promise.resolve() as Promise<unknown> }));

/**
 * Decodes a JPEG, PNG or WebP picture (of an animation the first frame) and encodes it again in sRGB, without metadata: upright,
 * and made smaller if a side is longer than `maxSide` pixels. A PNG stays one, because JPEG blurs drawings and
 * screenshots, and what may be transparent becomes one; above 2 MB it becomes a JPEG or has 256 colours; the rest becomes a JPEG with colours at full resolution, for printed
 * text. Hold no transaction or lock meanwhile: it may wait for others.
 * @throws ApiError 400 at `path` for what is no such picture or cannot be decoded whole, and for more than 64 million pixels
 */
export function rewritePicture(
  bytes: Uint8Array,
  { maxSide, path }: { maxSide: number; path: Path },
): Promise<Rewritten> {
  const written = queue.last.then(() => rewrite(bytes, maxSide, path));
  queue.last = written.catch(() => {});
  return written;
}

async function rewrite(bytes: Uint8Array, maxSide: number, path: Path): Promise<Rewritten> {
  const sharp = await decoder();
  // Telephones write JPEGs with harmless faults, of which `warning` would refuse too many. The header is judged below.
  const picture = sharp(bytes, { failOn: "error", limitInputPixels: false });
  const refuse = () => {
    throw invalid({ path, key: "picture" });
  };
  const { format, width, height, hasAlpha } = await picture.metadata().catch(refuse);
  if (width * height > MOST_PIXELS)
    throw invalid({ path, key: "picturePixels", params: { max: MOST_PIXELS / 1_000_000 } });
  const isPng = format === "png" || hasAlpha;
  const shaped = picture
    .timeout({ seconds: LONGEST })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true });
  const encode = async (isPng: boolean, palette = false): Promise<Rewritten> => {
    const written = isPng ? shaped.png({ palette }) : shaped.jpeg({ quality: 82, chromaSubsampling: "4:4:4" });
    return { type: isPng ? "image/png" : "image/jpeg", bytes: await written.toBuffer().catch(refuse) };
  };
  const kept = await encode(isPng);
  // A photograph as PNG may take ten times the room of what was sent.
  return isPng && kept.bytes.length > LARGEST_PNG ? encode(hasAlpha, true) : kept;
}

/** Loaded at the first picture: it takes 0.2 s and 30 MB, and most processes never see one. */
async function decoder() {
  const { default: sharp } = await import("sharp");
  // It knows many more formats, whose decoders read nothing that strangers send.
  sharp.block({ operation: ["VipsForeignLoad"] });
  const loaders = ["Jpeg", "Png", "Webp"].map((format) => `VipsForeignLoad${format}Buffer`);
  sharp.unblock({ operation: loaders });
  // No picture is read twice, and requests have the other cores.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
