/** Owns the pictures that prove an adjustment or a dispute (contract §26.5). */
import { randomBytes } from "node:crypto";
import type * as contracts from "@/lib/contracts/adjustment";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type { Picture } from "@/lib/contracts/thread";
import { invalid, notFound } from "@/lib/errors";
import { MOST_PICTURES, PICTURE_SIDE } from "@/lib/pictures";
import { type AccountContext, actorOf, scopeOf } from "@/server/context";
import { scoped } from "@/server/db/scoped";
import type { Db, Tx } from "@/server/db/transaction";
import { Download, withPreparation } from "@/server/handler";
import { createOnce } from "@/server/idempotency";
import { type Rewritten, rewritePicture } from "@/server/pictures";
import { lockAdjustment } from "./money/adjustments";

/** A picture in base64, encoded again. @throws ApiError 400 at `content` for what `rewritePicture` refuses */
export const rewrittenContent = (content: string): Promise<Rewritten> =>
  rewritePicture(Buffer.from(content, "base64"), { maxSide: PICTURE_SIDE, path: ["content"] });

export const newPictureId = () => `op_${randomBytes(12).toString("hex")}`;

/** Stores a picture of an adjustment or a message of an order. */
export async function insertPicture(
  tx: Tx,
  ctx: AccountContext,
  row: { id: string; order_id: string; about: string },
  { type, bytes }: Rewritten,
): Promise<void> {
  await scoped(tx, scopeOf(ctx))
    .insertInto("order_pictures", { ...row, type, content: bytes, actor: actorOf(ctx) })
    .execute();
}

/** The pictures of an order by what they are about, the oldest first, without their bytes. */
export async function picturesOf(db: Db, ctx: AccountContext, orderId: string): Promise<Map<string, Picture[]>> {
  const rows = await scoped(db, scopeOf(ctx))
    .selectFrom("order_pictures")
    .select((eb) => ["id", "about", "type", eb.fn<number>("octet_length", ["content"]).as("bytes")])
    .where("order_id", "=", orderId)
    .orderBy("at")
    .orderBy("id")
    .execute();
  const found = new Map<string, Picture[]>();
  for (const { about, ...picture } of rows) found.set(about, [...(found.get(about) ?? []), picture]);
  return found;
}

/**
 * Adds a picture that proves an adjustment.
 * @throws ApiError NOT_FOUND; idempotency_key_exists; 400 at `content` for what is no picture, and past the third
 */
export const addAdjustmentPicture = withPreparation(
  ({ content }: InputOf<typeof contracts.addAdjustmentPicture>) => rewrittenContent(content),
  async (ctx: AccountContext, { adjustment_id }, picture): Promise<Picture> => {
    const id = newPictureId();
    await createOnce(ctx, "addAdjustmentPicture", id, async (tx) => {
      // Locked, so that two at once are counted one after the other.
      const { order_id } = await lockAdjustment(tx, ctx, adjustment_id);
      const there = (await picturesOf(tx, ctx, order_id)).get(adjustment_id) ?? [];
      if (there.length >= MOST_PICTURES)
        throw invalid({ path: ["content"], key: "tooManyPictures", params: { max: MOST_PICTURES } });
      await insertPicture(tx, ctx, { id, order_id, about: adjustment_id }, picture);
    });
    return { id, type: picture.type, bytes: picture.bytes.length };
  },
);

/** A picture, also as the file that it is. @throws ApiError NOT_FOUND */
export async function readOrderPicture(
  ctx: AccountContext,
  { picture_id }: InputOf<typeof contracts.readOrderPicture>,
  asFile?: string,
): Promise<DataOf<typeof contracts.readOrderPicture> | Download> {
  const row = await scoped(ctx.db, scopeOf(ctx))
    .selectFrom("order_pictures")
    .select(["id", "order_id", "type", "content"])
    .where("id", "=", picture_id)
    .executeTakeFirst();
  if (!row) throw notFound();
  const { id, type, content } = row;
  if (asFile) return new Download(content, type, `${row.order_id}-${id}.${type.slice("image/".length)}`);
  return { id, type, bytes: content.length, content: content.toString("base64") };
}
