import { z } from "zod";
import { DISTRICTS } from "@/lib/addresses/districts";
import type { Problem } from "@/lib/errors";
import { type Loose, list, string } from "@/lib/loose";
import { BOUNDS, choice, code, decimalText, paging, rule, side, text, timestampUpTo, yesNo } from "./common";
import { defineContract } from "./contract";
import type { Rules } from "./judge";
import { SHIP_TYPES } from "./order";
import { suspension } from "./suspension";

const base = { account: "optional", audience: "people", tag: "Services" } as const;

/** How many days ahead a suspension or a feed may be planned. */
const PLANNED_DAYS = 366;
/** The most pickup points of a feed, and its size in MiB. */
export const MAX_POINTS = 5000;
const FEED_MIB = 4;
/** How many orders and drafts are listed of those that name a pickup point that closes. */
export const MAX_CONCERNED = 100;

export const POINT_TYPES = ["LOCKER", "STORE", "SHOP"] as const;
export const POINT_STATES = ["ACTIVE", "SUSPENDED", "CLOSED"] as const;
export const FEED_STATES = ["PLANNED", "APPLIED", "WITHDRAWN", "REFUSED"] as const;
export type FeedStatus = (typeof FEED_STATES)[number];

// ── Suspensions ──

const serviceState = z.object({ code: z.string(), suspended: z.boolean(), suspension: suspension.nullable() });

export const listServices = defineContract("listServices", {
  ...base,
  summary: "List every service with its state and how many pickup points it has",
  response: z.array(
    serviceState.extend({
      ship_type: z.enum(SHIP_TYPES),
      name_en: z.string(),
      name_zh: z.string(),
      supports_pickup_point: z.boolean(),
      /** Pickup points that orders may name, and others that are not closed. */
      points_active: z.int(),
      points_suspended: z.int(),
    }),
  ),
});
export type Service = z.output<typeof listServices.response>[number];

const ofProvider = z.object({ code: code(64) });
const notice = text({ max: 300, visible: true });

export const setSuspension = defineContract("setSuspension", {
  ...base,
  summary: "Suspend a service, or change its suspension",
  params: ofProvider,
  body: z.object({
    /** Without it: from now on. */
    from: timestampUpTo(PLANNED_DAYS).optional(),
    /** Without it: until support ends it. */
    until: timestampUpTo(PLANNED_DAYS).optional(),
    notice_en: notice,
    notice_zh: notice,
  }),
  response: serviceState,
  errors: ["NOT_FOUND"],
});

export const endSuspension = defineContract("endSuspension", {
  ...base,
  summary: "End a service's suspension, or take back one that has not begun",
  params: ofProvider,
  response: serviceState,
  errors: ["NOT_FOUND"],
});

// ── Feeds of pickup points ──

/** Whether the text is a district's name in either language, with or without 區. */
function districtNamed(name: string) {
  const wanted = name.trim().toLowerCase();
  return DISTRICTS.find(([en, zh]) => [en.toLowerCase(), zh, zh.slice(0, -1)].includes(wanted));
}

/** A district as `DISTRICTS` has it. @throws Error for a name that the contract refuses */
export function districtOf(name: string): (typeof DISTRICTS)[number] {
  const found = districtNamed(name);
  if (!found) throw new Error(`no district ${name}`);
  return found;
}

export const feedPoint = z.object({
  // The same in any case.
  delivery_code: z
    .string()
    .toUpperCase()
    .superRefine(rule((value) => (/^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/.test(value) ? undefined : "deliveryCode"))),
  point_type: choice(POINT_TYPES),
  name_en: text({ max: 200, visible: true }),
  name_zh: text({ max: 200, visible: true }),
  // As an order's recipient has it, to which the code is added.
  address_en: text({ min: 5, max: 400, visible: true }),
  address_zh: text({ min: 5, max: 400, visible: true }),
  district: z.string().superRefine(rule((value) => (districtNamed(value) ? undefined : "district"))),
  opening_hours: text({ max: 200, visible: true }),
  /** kg a parcel. */
  max_weight: decimalText({ above: "0", max: BOUNDS.weight }),
  /** cm, in any order; none of them: no limit. */
  max_length: side({ above: "0" }).optional(),
  max_width: side({ above: "0" }).optional(),
  max_height: side({ above: "0" }).optional(),
  /** A closed one counts as not in the list. */
  status: choice(POINT_STATES).default("ACTIVE"),
});
export type FeedPoint = z.output<typeof feedPoint>;
type FeedColumn = keyof typeof feedPoint.shape;
export const FEED_COLUMNS = Object.keys(feedPoint.shape) as FeedColumn[];
const SIDES = ["max_length", "max_width", "max_height"] as const;

/** Rules between the fields and the rows of a list, at `points`. */
function rowProblems(rows: readonly Loose[]): Problem[] {
  const first = new Map<string, number>();
  return rows.flatMap((row, index): Problem[] => {
    const given = SIDES.filter((name) => row[name] !== undefined);
    const missing = given.length === 0 ? [] : SIDES.filter((name) => !given.includes(name));
    const problems = missing.map((name): Problem => ({ path: ["points", index, name], key: "allSides" }));
    const own = string(row.delivery_code)?.toUpperCase();
    if (own === undefined) return problems;
    const before = first.get(own);
    if (before === undefined) first.set(own, index);
    else problems.push({ path: ["points", index, "delivery_code"], key: "pointRepeated", params: { row: before + 1 } });
    return problems;
  });
}

/** The rules of a list of points; each problem names row (from 1) and column. */
export const pointRules: Rules = (body, found) =>
  [...found, ...rowProblems(list(body.points))].map((problem) => {
    const [root, index, column] = problem.path;
    if (root !== "points" || typeof index !== "number") return problem;
    return { ...problem, extra: { row: index + 1, ...(column === undefined ? {} : { column }) } };
  });

const oneList: Rules = (body, found) =>
  (body.points === undefined) === (body.csv === undefined)
    ? [...found, { path: [body.csv === undefined ? "points" : "csv"], key: "pointsOrCsv" }]
    : found;

const feedList = {
  provider: code(64),
  /** Either the points, or a CSV file of them with the names of the fields in its first line. */
  points: z.array(feedPoint).min(1).max(MAX_POINTS).optional(),
  csv: z.string().optional(),
};
export const pointList = z.object({ points: feedList.points.unwrap() });

const point = z.object({ delivery_code: z.string(), name_en: z.string(), name_zh: z.string() });
const difference = z.object({
  opening: z.array(
    point.extend({
      /** It was open before. */
      reopened: z.boolean(),
    }),
  ),
  moving: z.array(
    point.extend({
      fields: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
    }),
  ),
  closing: z.array(point),
});
export type FeedDifference = z.output<typeof difference>;

const counts = {
  opens: z.int(),
  moves: z.int(),
  closes: z.int(),
  same: z.int(),
};

/** Orders that no courier has yet, and drafts, that name a point that closes, is suspended or moves: all are counted, the newest listed. */
const concerned = z.object({
  orders: z.int(),
  drafts: z.int(),
  accounts: z.int(),
  rows: z.array(
    z.object({
      kind: z.enum(["ORDER", "DRAFT"]),
      id: z.string(),
      account_id: z.string(),
      account_name: z.string(),
      delivery_code: z.string(),
      status: z.enum(["DRAFT", "PENDING_CONFIRM", "READY_TO_SHIP"]),
      reference: z.string().nullable(),
    }),
  ),
});
export type Concerned = z.output<typeof concerned>;

export const previewPickupFeed = defineContract("previewPickupFeed", {
  ...base,
  summary: "Show what a provider's list of pickup points would open, move and close; nothing changes",
  mib: FEED_MIB,
  onFullDisk: true,
  body: z.object(feedList),
  rules: (body, found) => oneList(body, pointRules(body, found)),
  response: difference.extend({
    provider: z.string(),
    ...counts,
    /** More than a fifth of the open points would close: `confirm_closing` must say so. */
    needs_confirmation: z.boolean(),
    /** Columns of the file that are not read. */
    ignored_columns: z.array(z.string()),
    concerned,
  }),
  errors: ["SERVICE_NOT_AVAILABLE"],
});
export type FeedPreview = z.output<typeof previewPickupFeed.response>;

const feed = z.object({
  id: z.string(),
  provider: z.string(),
  status: choice(FEED_STATES),
  apply_time: z.string(),
  create_time: z.string(),
  created_by: z.string(),
  end_time: z.string().nullable(),
  /** Null for one that was applied or refused at its time. */
  ended_by: z.string().nullable(),
  ...counts,
  /** Accounts that were told. */
  told: z.int(),
});
export type Feed = z.output<typeof feed>;

export const createPickupFeed = defineContract("createPickupFeed", {
  ...base,
  summary: "Apply a provider's whole list of pickup points, at once or at a time; what it lacks closes",
  mib: FEED_MIB,
  body: z.object({
    ...feedList,
    /** Without it: at once. */
    apply_at: timestampUpTo(PLANNED_DAYS).optional(),
    confirm_closing: yesNo.default("N"),
  }),
  rules: (body, found) => oneList(body, pointRules(body, found)),
  response: feed,
  errors: ["SERVICE_NOT_AVAILABLE"],
});

export const listPickupFeeds = defineContract("listPickupFeeds", {
  ...base,
  summary: "List feeds of pickup points, the newest first",
  query: z.object(paging),
  response: feed,
  list: true,
});
export type ListPickupFeedsQuery = z.output<NonNullable<typeof listPickupFeeds.query>>;

const byId = z.object({ id: code(40) });

export const readPickupFeed = defineContract("readPickupFeed", {
  ...base,
  summary: "Read a feed: what a planned one would change now, what an applied one has changed",
  params: byId,
  response: feed.extend({ ...difference.shape, concerned }),
  errors: ["NOT_FOUND"],
});
export type WholeFeed = z.output<typeof readPickupFeed.response>;

export const withdrawPickupFeed = defineContract("withdrawPickupFeed", {
  ...base,
  summary: "Withdraw a planned feed; merchants who were told of it are told again",
  params: byId,
  response: feed,
  errors: ["NOT_FOUND"],
});
