import { randomBytes } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/services";
import type { Concerned, Feed, FeedDifference, FeedPoint, FeedPreview, WholeFeed } from "@/lib/contracts/services";
import { invalid, notFound } from "@/lib/errors";
import { actorNames, recordAudit, recordRead } from "@/server/accounts";
import { findService, lockService, readPoints } from "@/server/carriers";
import { actorOf, type Context } from "@/server/context";
import { type Db, withTransaction } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import { listAtPoints } from "@/server/orders";
import { applyFeed, type PlannedFeed } from "./apply-feed";
import { closesMany, countsOf, type Difference, differenceOf, fatesOf } from "./feed-difference";
import { readFeedFile } from "./feed-file";
import { tellOfChanges, tellOfStaying } from "./feed-notices";

/** A feed but for its list, which may be long. */
const COLUMNS = [
  ...(["id", "provider", "status", "apply_at", "opens", "moves", "closes", "same", "told"] as const),
  ...(["created_at", "created_by", "ended_at", "ended_by"] as const),
] as const;
type Row = Pick<Selectable<Tables["pickup_feeds"]>, (typeof COLUMNS)[number]>;

async function present(db: Db, rows: readonly Row[]): Promise<Feed[]> {
  const names = await actorNames(
    db,
    rows.flatMap(({ created_by, ended_by }) => [created_by, ended_by]),
  );
  const nameOf = (actor: string) => names.get(actor) ?? actor;
  return rows.map(({ apply_at, created_at, created_by, ended_at, ended_by, told, ...row }) => ({
    ...row,
    apply_time: hongKongIso(apply_at),
    create_time: hongKongIso(created_at),
    created_by: nameOf(created_by),
    end_time: ended_at && hongKongIso(ended_at),
    ended_by: ended_by && nameOf(ended_by),
    told: told.length,
  }));
}

async function presentOne(db: Db, id: string): Promise<Feed> {
  const row = await db.selectFrom("pickup_feeds").select(COLUMNS).where("id", "=", id).executeTakeFirstOrThrow();
  const [feed] = await present(db, [row]);
  if (!feed) throw notFound();
  return feed;
}

type List = { points?: FeedPoint[] | undefined; csv?: string | undefined };

/** The points of a request, whichever way they are given. @throws ApiError BAD_REQUEST with every fault of a file */
function pointsOf({ points, csv }: List, { language }: Context): { points: readonly FeedPoint[]; ignored: string[] } {
  return points ? { points, ignored: [] } : readFeedFile(csv ?? "", language);
}

/** A service as one whose points a list may be about. @throws ApiError 400470 at `provider` for one without pickup points */
function withPoints<S extends { supports_pickup_point: boolean }>(provider: string, service: S | undefined) {
  if (service?.supports_pickup_point) return { code: provider, ...service };
  throw invalid({
    path: ["provider"],
    reason: "SERVICE_NOT_AVAILABLE",
    ...(service ? { key: "noPickupPoints", params: { provider } } : { key: "providerUnknown" }),
  });
}

/** What names points that close, are suspended or move, in the environment of the caller, who is recorded as looking at each merchant. */
async function concernedBy(
  ctx: Context,
  operation: string,
  provider: string,
  codes: readonly string[],
  feedId?: string,
): Promise<Concerned> {
  const concerned = await listAtPoints(ctx.db, ctx.environment, provider, codes);
  const accounts = [...new Set(concerned.rows.map(({ account_id }) => account_id))];
  if (accounts.length > 0) await recordRead(ctx, accounts, operation, feedId);
  return concerned;
}

/**
 * Compares a provider's whole list with what is there, and changes nothing (contract §29.3).
 * @throws ApiError BAD_REQUEST with each fault of the list by row and column; 400470 at `provider`
 */
export async function previewPickupFeed(
  ctx: Context,
  input: InputOf<typeof contracts.previewPickupFeed>,
): Promise<FeedPreview> {
  const { points, ignored } = pointsOf(input, ctx);
  const { provider } = input;
  withPoints(provider, await findService(ctx.db, provider));
  const found = differenceOf(await readPoints(ctx.db, provider), points);
  const { opening, moving, closing } = found;
  return {
    provider,
    ...countsOf(found),
    ...{ opening, moving, closing },
    needs_confirmation: closesMany(found),
    ignored_columns: ignored,
    concerned: await concernedBy(ctx, "previewPickupFeed", provider, [...fatesOf(found).keys()]),
  };
}

/** @throws ApiError 400 at `confirm_closing` */
function requireConfirmation(found: Difference, isConfirmed: boolean): void {
  if (closesMany(found) && !isConfirmed)
    throw invalid({
      path: ["confirm_closing"],
      key: "closingMany",
      params: { closes: found.closing.length, open: found.open },
    });
}

/**
 * Takes a provider's whole list of pickup points, and applies it at once or at its time (contract §29.3, §29.4).
 * Merchants whose orders and drafts name a point that closes, is suspended or moves are notified in the same transaction (§29.5).
 * @throws ApiError BAD_REQUEST with each fault of the list by row and column; 400470 at `provider`; 400 at `apply_at`
 * for a time that is past, at `confirm_closing` if more than a fifth would close
 */
export async function createPickupFeed(ctx: Context, input: InputOf<typeof contracts.createPickupFeed>): Promise<Feed> {
  const { points } = pointsOf(input, ctx);
  const { provider, apply_at, confirm_closing } = input;
  const applyAt = apply_at === undefined ? new Date() : new Date(apply_at);
  if (apply_at !== undefined && applyAt.getTime() <= Date.now()) throw invalid({ path: ["apply_at"], key: "timePast" });
  const id = `pf_${randomBytes(12).toString("hex")}`;
  return withTransaction(ctx.db, async (tx) => {
    const service = withPoints(provider, await lockService(tx, provider));
    const found = differenceOf(await readPoints(tx, provider), points);
    requireConfirmation(found, confirm_closing === "Y");
    const told =
      apply_at === undefined
        ? []
        : await tellOfChanges(tx, service, { fates: fatesOf(found), points: found.rows }, applyAt, []);
    const planned: PlannedFeed = {
      ...{ id, provider, points, told },
      confirm_closing: confirm_closing === "Y",
    };
    await tx
      .insertInto("pickup_feeds")
      .values({
        ...planned,
        ...countsOf(found),
        status: "PLANNED",
        apply_at: applyAt,
        points: JSON.stringify(points),
        created_by: actorOf(ctx),
      })
      .execute();
    if (apply_at === undefined) await applyFeed(tx, planned, actorOf(ctx));
    await recordAudit({ ...ctx, db: tx }, [null], {
      operation: "createPickupFeed",
      objectId: id,
      after: { provider, apply_at: hongKongIso(applyAt), confirm_closing, ...countsOf(found) },
    });
    return presentOne(tx, id);
  });
}

/** The feeds, the newest first. */
export async function listPickupFeeds(
  { db }: Context,
  { limit, offset }: InputOf<typeof contracts.listPickupFeeds>,
): Promise<{ rows: Feed[]; total: number }> {
  const { total } = await db
    .selectFrom("pickup_feeds")
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("pickup_feeds")
    .select(COLUMNS)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(Number(limit))
    .offset(Number(offset))
    .execute();
  return { rows: await present(db, rows), total: Number(total) };
}

const NOTHING: FeedDifference = { opening: [], moving: [], closing: [] };

/** What a planned feed would change now, and what an applied one has changed. */
async function differenceOfFeed(db: Db, id: string, provider: string): Promise<FeedDifference> {
  const { points, changes } = await db
    .selectFrom("pickup_feeds")
    .select(["points", "changes"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return changes ?? (points ? differenceOf(await readPoints(db, provider), points) : NOTHING);
}

/**
 * A feed with what it changes, and the orders and drafts that name a point that closes, is suspended or moves.
 * @throws ApiError NOT_FOUND
 */
export async function readPickupFeed(
  ctx: Context,
  { id }: InputOf<typeof contracts.readPickupFeed>,
): Promise<WholeFeed> {
  const row = await ctx.db.selectFrom("pickup_feeds").select(COLUMNS).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  const { provider, status } = row;
  const { opening, moving, closing } = await differenceOfFeed(ctx.db, id, provider);
  const stored = status === "APPLIED" ? await readPoints(ctx.db, provider) : null;
  // A later feed may have opened them again; and orders made since a point moved know where it is.
  const codes = [...fatesOf({ closing, moving }).keys()].filter((code) => stored?.get(code)?.status !== "ACTIVE");
  const [feed] = await present(ctx.db, [row]);
  if (!feed) throw notFound();
  return {
    ...feed,
    opening,
    moving,
    closing,
    concerned: await concernedBy(ctx, "readPickupFeed", provider, codes, id),
  };
}

/**
 * Withdraws a planned feed. Merchants who were notified of what it changes are notified that it does not come.
 * @throws ApiError NOT_FOUND; 400 at `id` for a feed that is not planned any more
 */
export function withdrawPickupFeed(ctx: Context, { id }: InputOf<typeof contracts.withdrawPickupFeed>): Promise<Feed> {
  return withTransaction(ctx.db, async (tx) => {
    const feed = await tx
      .selectFrom("pickup_feeds")
      .innerJoin("providers", "providers.code", "pickup_feeds.provider")
      .select(["provider as code", "status", "told", "name_en", "name_zh"])
      .where("id", "=", id)
      .forUpdate("pickup_feeds")
      .executeTakeFirst();
    if (!feed) throw notFound();
    if (feed.status !== "PLANNED") throw invalid({ path: ["id"], key: "feedEnded", params: { status: feed.status } });
    await tx
      .updateTable("pickup_feeds")
      .set({ status: "WITHDRAWN", points: null, ended_at: sql<Date>`clock_timestamp()`, ended_by: actorOf(ctx) })
      .where("id", "=", id)
      .execute();
    await tellOfStaying(tx, feed, feed.told);
    await recordAudit({ ...ctx, db: tx }, [null], {
      operation: "withdrawPickupFeed",
      objectId: id,
      before: { status: "PLANNED" },
      after: { status: "WITHDRAWN" },
    });
    return presentOne(tx, id);
  });
}
