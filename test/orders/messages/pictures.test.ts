// Pictures that people send, and what is kept of them.
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { created, localOrder, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import { noise, plain } from "@/test/pictures";

type Person = Awaited<ReturnType<typeof personOf>>;

let shop: Merchant;
let owner: Person;
let staff: Person;
let order_id: string;

const asStaff = (method: string, path: string, body?: unknown, headers = {}) =>
  staff.api.call(method, path, { body, headers: { "x-account-id": shop.accountId, ...headers } });
const adjust = async () =>
  (await asStaff("POST", "/adjustments", { order_id, kind: "OTHER", effect: "CHARGE", amount: "12", note: "2 kg" }))
    .body.data.id as string;

/** Support proves a new adjustment with a picture. */
const prove = async (content: Buffer | string, headers = {}, adjustment?: string) =>
  asStaff(
    "POST",
    `/adjustments/${adjustment ?? (await adjust())}/pictures`,
    { content: typeof content === "string" ? content : content.toString("base64") },
    headers,
  );
/** What is kept of a picture that support sends. */
async function kept(content: Buffer): Promise<{ type: string; bytes: Buffer }> {
  const made = await prove(content);
  expect(made.entries).toEqual([]);
  const { type, content: read } = (await owner.api.get(`/order/pictures/${made.body.data.id}`)).body.data;
  return { type, bytes: Buffer.from(read, "base64") };
}
/** The format and the sides of what is kept. */
async function shapeOf(content: Buffer): Promise<[type: string, width: number, height: number]> {
  const { type, bytes } = await kept(content);
  const { format, width, height } = await sharp(bytes).metadata();
  expect(type).toBe(`image/${format}`);
  return [type, width, height];
}
/** What is wrong with a picture that a merchant sends with a dispute, and support with an adjustment. */
async function faultsOf(content: Buffer | string): Promise<{ field: string; message: string }[]> {
  const text = typeof content === "string" ? content : content.toString("base64");
  const dispute = await owner.api.post(`/adjustments/${await adjust()}/dispute`, { note: "No", content: text });
  const proof = await prove(text);
  expect([dispute.status, proof.status]).toEqual([400, 400]);
  expect(dispute.entries).toEqual(proof.entries);
  return proof.entries.map(({ field, message }) => ({ field, message }));
}
const NO_PICTURE = [{ field: "content", message: "Must be a complete JPEG, PNG or WebP picture in base64." }];

beforeAll(async () => {
  shop = await merchant();
  owner = await personOf("owner", shop.accountId, "production");
  staff = await personOf("support", null, "production");
  await asStaff("POST", "/support/visit", { reason: "BILLING" });
  await asStaff("PATCH", "/support/visit", { acting: "Y" });
  ({ order_id } = await created(shop.production, localOrder({ confirm_shipment: "Y" })));
});

describe("a picture is kept", () => {
  it("as a PNG if it was one or may be transparent, else as a JPEG", async () => {
    expect(await shapeOf(await plain(40, 30).jpeg().toBuffer())).toEqual(["image/jpeg", 40, 30]);
    expect(await shapeOf(await plain(40, 30).png().toBuffer())).toEqual(["image/png", 40, 30]);
    expect(await shapeOf(await plain(40, 30).webp().toBuffer())).toEqual(["image/jpeg", 40, 30]);
    const glass = await kept(await plain(40, 30, { alpha: true }).webp().toBuffer());
    expect(await sharp(glass.bytes).metadata()).toMatchObject({ format: "png", hasAlpha: true });
  });

  it("with sides of at most 2,048 pixels", async () => {
    expect(await shapeOf(await plain(4000, 1000).jpeg().toBuffer())).toEqual(["image/jpeg", 2048, 512]);
    expect(await shapeOf(await plain(1000, 4000).png().toBuffer())).toEqual(["image/png", 512, 2048]);
    expect(await shapeOf(await plain(8000, 8000).jpeg().toBuffer())).toEqual(["image/jpeg", 2048, 2048]);
  });

  it("with 256 colours where it may be transparent and takes more than 2 MB", async () => {
    const grain = sharp(randomBytes(1200 * 1200 * 3), { raw: { width: 1200, height: 1200, channels: 3 } });
    const photo = await grain.ensureAlpha(0.5).webp({ quality: 20 }).toBuffer();
    expect((await sharp(photo).png().toBuffer()).length).toBeGreaterThan(2_000_000);
    const { bytes } = await kept(photo);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", hasAlpha: true, isPalette: true });
    expect(bytes.length).toBeLessThan(2_000_000);
  });

  it("upright, and without metadata or anything else that the file held", async () => {
    const [width, height] = [60, 40];
    const left = { input: await plain(30, 40).negate().png().toBuffer(), left: 0, top: 0 };
    const photo = await plain(width, height)
      .composite([left])
      .withExif({
        IFD0: { Artist: "Zedmark" },
        IFD3: {
          GPSLatitudeRef: "N",
          GPSLatitude: "22/1 17/1 0/1",
          GPSLongitudeRef: "E",
          GPSLongitude: "114/1 9/1 0/1",
        },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await sharp(photo).metadata()).toMatchObject({ width: 60, orientation: 6, exif: expect.any(Buffer) });
    expect(photo.includes("Zedmark")).toBe(true);
    const { bytes } = await kept(Buffer.concat([photo, Buffer.from("Zedmark")]));
    const { exif, icc, xmp, iptc, orientation, ...metadata } = await sharp(bytes).metadata();
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
    expect(metadata).toMatchObject({ width: height, height: width });
    expect(bytes.includes("Zedmark") || bytes.includes("Exif")).toBe(false);
    // What was left is above.
    const redness = async (top: number) => {
      const half = await sharp(bytes).extract({ left: 0, top, width: height, height: 30 }).png().toBuffer();
      return (await sharp(half).stats()).channels[0]?.mean;
    };
    expect(await redness(0)).toBeGreaterThan(200);
    expect(await redness(30)).toBeLessThan(50);
  });

  it("in sRGB", async () => {
    const { bytes } = await kept(await plain(40, 30).withIccProfile("p3").png().toBuffer());
    const { channels } = await sharp(bytes).stats();
    for (const [index, expected] of [20, 90, 160].entries())
      expect(Math.abs((channels[index]?.mean ?? 0) - expected)).toBeLessThan(4);
  });

  it("as it is if it was kept before", async () => {
    const made = await prove(await plain(40, 30).jpeg().toBuffer());
    const before = Buffer.from("RIFF0000WEBPVP8 ");
    await sql`update order_pictures set type = 'image/webp', content = ${before}
      where id = ${made.body.data.id}`.execute(await testDb());
    const { data } = (await owner.api.get(`/order/pictures/${made.body.data.id}`)).body;
    expect(data).toMatchObject({ type: "image/webp", content: before.toString("base64") });
  });
});

describe("a picture is refused", () => {
  it("unless it is a JPEG, a PNG or a WebP", async () => {
    const others = [plain(9, 9).gif(), plain(9, 9).tiff(), plain(9, 9).avif()].map((each) => each.toBuffer());
    const drawn = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    const [jpeg, png] = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from("\x89PNG\r\n\x1a\n", "latin1")];
    for (const wrong of [
      ...(await Promise.all(others)),
      Buffer.from(drawn),
      jpeg,
      png,
      Buffer.from("RIFF0000WEBPVP8 "),
    ])
      expect(await faultsOf(wrong)).toEqual(NO_PICTURE);
    for (const wrong of ["not base64!", "iVBORw0KGg"]) expect(await faultsOf(wrong)).toEqual(NO_PICTURE);
    expect((await prove("")).entries.map(({ field }) => field)).toEqual(["content"]);
  });

  it("if a part of it is missing", async () => {
    const whole = [noise(300, 200).jpeg(), noise(300, 200).jpeg({ progressive: true }), noise(300, 200).png()];
    for (const each of [...whole, noise(300, 200).webp()]) {
      const bytes = await each.toBuffer();
      await kept(bytes);
      expect(await faultsOf(bytes.subarray(0, bytes.length * 0.9))).toEqual(NO_PICTURE);
    }
  });

  it("if its header says more than 64 million pixels, whatever follows", async () => {
    const bomb = await plain(9000, 9000).png({ compressionLevel: 9 }).toBuffer();
    const many = [{ field: "content", message: "The picture has more than 64 million pixels." }];
    expect(await faultsOf(bomb)).toEqual(many);
    expect(await faultsOf(bomb.subarray(0, 2000))).toEqual(many);
  });

  it("if it is larger than 700 kB", async () => {
    const jpeg = await plain(40, 30).jpeg().toBuffer();
    const sized = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);
    expect(await shapeOf(sized(700_000))).toEqual(["image/jpeg", 40, 30]);
    for (const bytes of [700_001, 700_002])
      expect(await faultsOf(sized(bytes))).toEqual([
        { field: "content", message: "The picture is larger than 700 kB." },
      ]);
  });

  it("as a used key, if it has one", async () => {
    const [adjustment, headers] = [await adjust(), { "idempotency-key": "picture-1" }];
    const made = await prove(await plain(9, 9).png().toBuffer(), headers, adjustment);
    const again = await prove(Buffer.from([0xff, 0xd8, 0xff]), headers, adjustment);
    expect(again.body.error).toMatchObject({ code_reason: "idempotency_key_exists", id: made.body.data.id });
  });
});

it("is decoded while others are answered", async () => {
  const slow = await plain(8000, 8000).toColourspace("b-w").png({ progressive: true, compressionLevel: 9 }).toBuffer();
  let isDecoded = false;
  const proof = prove(slow, {}, await adjust()).finally(() => {
    isDecoded = true;
  });
  for (let n = 0; n < 5; n++) expect((await owner.api.get(`/adjustments?order_id=${order_id}`)).status).toBe(200);
  expect(isDecoded).toBe(false);
  expect((await proof).status).toBe(200);
});
