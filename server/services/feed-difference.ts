import { REGIONS } from "@/lib/addresses/districts";
import { districtOf, type FeedDifference, type FeedPoint } from "@/lib/contracts/services";
import { plain } from "@/lib/decimal";
import type { PointRow } from "@/server/carriers";

/** What a list changes: for merchants to read, and the rows to write. */
export type Difference = FeedDifference & {
  /** Points that stay as they are. */
  same: number;
  /** Points that are open before. */
  open: number;
  rows: PointRow[];
};

/** A list that closes more of the open points than one in so many may be cut off. */
const CLOSING_SHARE = 5;

function rowOf(point: FeedPoint): PointRow {
  const { district, max_length = null, max_width = null, max_height = null, ...fields } = point;
  const [districtEn, districtZh, region] = districtOf(district);
  return {
    ...fields,
    // Of a list that was planned before codes were in capitals.
    delivery_code: fields.delivery_code.toUpperCase(),
    region_en: REGIONS[region].en,
    region_zh: REGIONS[region].zh,
    district_en: districtEn,
    district_zh: districtZh,
    max_length,
    max_width,
    max_height,
  };
}

const DECIMALS = ["max_weight", "max_length", "max_width", "max_height"];
const shown = (name: string, value: string | null) =>
  value !== null && DECIMALS.includes(name) ? plain(value) : value;

/** The fields in which a stored point differs from the list. */
function changesOf(before: PointRow, after: PointRow): FeedDifference["moving"][number]["fields"] {
  return (Object.keys(after) as (keyof PointRow)[]).flatMap((field) => {
    const change = { field, before: shown(field, before[field]), after: shown(field, after[field]) };
    return change.before === change.after ? [] : [change];
  });
}

const named = ({ delivery_code, name_en, name_zh }: PointRow) => ({ delivery_code, name_en, name_zh });

/** Compares a provider's whole list with what is stored: what opens, moves and closes (contract §29.3). */
export function differenceOf(stored: ReadonlyMap<string, PointRow>, points: readonly FeedPoint[]): Difference {
  const rows = points.filter(({ status }) => status !== "CLOSED").map(rowOf);
  // A list that was planned before codes were in capitals may have one twice: the open one counts.
  const ranked = rows.toSorted((one, other) => Number(one.status === "ACTIVE") - Number(other.status === "ACTIVE"));
  const last = new Map(ranked.map((row) => [row.delivery_code, row]));
  const listed = rows.filter((row) => last.get(row.delivery_code) === row);
  const found: Difference = { opening: [], moving: [], closing: [], same: 0, open: 0, rows: [] };
  for (const row of listed) {
    const before = stored.get(row.delivery_code);
    const isOpen = before !== undefined && before.status !== "CLOSED";
    const fields = isOpen ? changesOf(before, row) : [];
    if (!isOpen) found.opening.push({ ...named(row), reopened: before !== undefined });
    else if (fields.length > 0) found.moving.push({ ...named(row), fields });
    else found.same++;
    if (!isOpen || fields.length > 0) found.rows.push(row);
  }
  const codes = new Set(listed.map(({ delivery_code }) => delivery_code));
  const open = [...stored.values()].filter(({ status }) => status !== "CLOSED");
  found.closing = open.filter(({ delivery_code }) => !codes.has(delivery_code)).map(named);
  found.open = open.length;
  return found;
}

/** Whether so many points close that the list may be cut off (contract §29.4). */
export function closesMany({ closing, open }: Difference): boolean {
  return closing.length * CLOSING_SHARE > open;
}

/** How many points a list opens, moves, closes and leaves. */
export function countsOf({ opening, moving, closing, same }: Difference) {
  return { opens: opening.length, moves: moving.length, closes: closing.length, same };
}

/** What becomes of a pickup point that orders may name. */
export type Fate = "closes" | "suspended" | "moves";

const PLACE = ["address_en", "address_zh", "district_en"];

/** The points to which parcels do not go any more, or not where they went, by their codes (contract §29.5). */
export function fatesOf({
  closing,
  moving,
  rows = [],
}: Pick<FeedDifference, "closing" | "moving"> & Partial<Pick<Difference, "rows">>): Map<string, Fate> {
  const fates = new Map<string, Fate>();
  const suspended = new Set(
    rows.flatMap(({ status, delivery_code }) => (status === "SUSPENDED" ? [delivery_code] : [])),
  );
  for (const { delivery_code, fields } of moving) {
    const isSuspended = fields.some(({ field, after }) => field === "status" && after === "SUSPENDED");
    const isMoved = fields.some(({ field }) => PLACE.includes(field));
    if (isSuspended || (isMoved && suspended.has(delivery_code))) fates.set(delivery_code, "suspended");
    else if (isMoved) fates.set(delivery_code, "moves");
  }
  for (const { delivery_code } of closing) fates.set(delivery_code, "closes");
  return fates;
}

/** The codes of the points that close. */
export function closingCodes({ closing }: Pick<FeedDifference, "closing">): string[] {
  return closing.map(({ delivery_code }) => delivery_code);
}
