import { sql } from "kysely";
import type { FeedPoint } from "@/lib/contracts/services";
import { lockService, readPoints, writePoints } from "@/server/carriers";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import { closesMany, closingCodes, countsOf, differenceOf, fatesOf } from "./feed-difference";
import { tellOfChanges, tellOfStaying } from "./feed-notices";

/** What is needed of a planned feed to apply it. */
export type PlannedFeed = {
  id: string;
  provider: string;
  points: readonly FeedPoint[];
  confirm_closing: boolean;
  told: string[];
};

/**
 * Applies a planned feed to the points as they are now, and tells the merchants who do not know yet. If by now it would
 * close so many that it needs a confirmation that it does not have, it is refused instead (contract §29.4).
 * `actor`: who applies it; null: the worker, at its time.
 */
export async function applyFeed(tx: Tx, feed: PlannedFeed, actor: string | null): Promise<void> {
  const { id, provider, confirm_closing, told } = feed;
  const service = await lockService(tx, provider);
  const found = differenceOf(await readPoints(tx, provider), feed.points);
  const { opening, moving, closing } = found;
  const isRefused = !service || (closesMany(found) && !confirm_closing);
  const end = { ...countsOf(found), points: null, ended_at: sql<Date>`clock_timestamp()`, ended_by: actor };
  if (isRefused) {
    await tx
      .updateTable("pickup_feeds")
      .set({ ...end, status: "REFUSED" })
      .where("id", "=", id)
      .execute();
    if (service) await tellOfStaying(tx, { code: provider, ...service }, told);
    return;
  }
  await writePoints(tx, provider, { rows: found.rows, closing: closingCodes(found) });
  const changes = { fates: fatesOf(found), points: found.rows };
  const notifiedNow = await tellOfChanges(tx, { code: provider, ...service }, changes, null, told);
  await tx
    .updateTable("pickup_feeds")
    .set({
      ...end,
      status: "APPLIED",
      changes: JSON.stringify({ opening, moving, closing }),
      told: [...told, ...notifiedNow],
    })
    .where("id", "=", id)
    .execute();
}

/** Applies a feed if it is still planned. */
async function applyPlanned(db: Db, id: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    const feed = await tx
      .selectFrom("pickup_feeds")
      .select(["id", "provider", "points", "confirm_closing", "told"])
      .where("id", "=", id)
      .where("status", "=", "PLANNED")
      .forUpdate()
      .executeTakeFirst();
    if (feed?.points) await applyFeed(tx, { ...feed, points: feed.points }, null);
  });
}

/**
 * Applies the planned feeds whose time has come, each in its own transaction, in the order of their times. Any number
 * of workers may do so at once. Throws the first failure, after it has tried all.
 */
export async function applyDueFeeds(db: Db): Promise<void> {
  const due = await db
    .selectFrom("pickup_feeds")
    .select("id")
    .where("status", "=", "PLANNED")
    .where("apply_at", "<=", sql<Date>`now()`)
    .orderBy("apply_at")
    .orderBy("created_at")
    .execute();
  const failures: unknown[] = [];
  for (const { id } of due) await applyPlanned(db, id).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
