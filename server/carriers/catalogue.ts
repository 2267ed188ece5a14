import { type Decimal, decimal } from "@/lib/decimal";
import type { Language } from "@/lib/i18n/validation";
import { countriesOf, type SheetKind, type SheetRow } from "@/lib/tariff-sheets";
import { areasOf } from "@/server/address-parser";
import type { Sheet } from "@/server/db/sheets";
import type { Db } from "@/server/db/transaction";
import { processWide } from "@/server/process-wide";
import { fold } from "@/server/search";
import { type CatalogueRows, readCatalogueRows, readSheetsSince } from "./queries";

/** What is valid from a day on; a catalogue lists the newest first. */
type Begun = { validFrom: string };
/** The rows of a sheet: all that holds from its day on. */
type Dated<Row> = Begun & { rows: ReadonlyMap<string, Row> };

export type Provider = {
  code: string;
  shipType: "intl" | "local";
  nameEn: string;
  nameZh: string;
  volumetricDivisor: number;
  /** kg a parcel, by actual weight. */
  maxWeight: string;
  palletMaxWeight: string | null;
  packageTypes: readonly string[];
  supportsCod: boolean;
  supportsPickupPoint: boolean;
  supportsPickupArrange: boolean;
  /** ISO 8601: Monday is 1. */
  pickupWeekdays: readonly number[];
  pickupOnHolidays: boolean;
  accountRule: { country: string; taxParty: string; pattern: RegExp } | null;
  active: boolean;
  position: number;
};

export type Tariff = {
  firstWeight: Decimal;
  firstPrice: Decimal;
  stepWeight: Decimal;
  stepPrice: Decimal;
  heavy: { from: Decimal; stepWeight: Decimal; stepPrice: Decimal } | null;
  minDays: number;
  maxDays: number;
};

type Surcharge = { kind: "FIXED" | "PERCENT"; amount: Decimal; minimum: Decimal };

/** cm; null: no limit. */
export type SizeLimit = Begun & { maxSide: string | null; maxSidesSum: string | null };

export type PickupPoint = {
  code: string;
  type: "LOCKER" | "STORE" | "SHOP";
  nameEn: string;
  nameZh: string;
  addressEn: string;
  addressZh: string;
  regionEn: string;
  regionZh: string;
  districtEn: string;
  districtZh: string;
  openingHours: string;
  maxWeight: string;
  /** cm, longest first; null: no limit. */
  maxSides: readonly [string, string, string] | null;
  status: "ACTIVE" | "SUSPENDED" | "CLOSED";
  /** The text that a search looks in, {@link fold}. */
  haystack: string;
};

/** From when until when (null: not known yet) a service is not offered, and what merchants read about it. */
export type Suspension = { startsAt: Date; endsAt: Date | null; noticeEn: string; noticeZh: string };

/** The carriers' tables as one object, so that prices and rules need no query. */
export type Catalogue = {
  readonly version: string;
  /** By code, in the order of `position`. */
  readonly providers: ReadonlyMap<string, Provider>;
  /** The approved sheets from which the five below are made, in any order. */
  readonly sheets: readonly Sheet[];
  /** By provider, then by country, `REST` or `LOCAL`. */
  readonly tariffs: ReadonlyMap<string, readonly Dated<Tariff>[]>;
  /** By {@link sizeKey}. */
  readonly sizes: ReadonlyMap<string, readonly SizeLimit[]>;
  /** By {@link surchargeKey}. */
  readonly surcharges: readonly Dated<Surcharge>[];
  /** By provider: per cent. */
  readonly fuel: readonly Dated<Decimal>[];
  /** By currency: what one unit is worth in HKD. */
  readonly currencies: readonly Dated<Decimal>[];
  /** General holidays by date, except Sundays. */
  readonly holidays: readonly Dated<true>[];
  /** The places that cost the surcharge for remote areas, as the table of places knows them. */
  readonly remoteAreas: ReadonlySet<string>;
  /** By provider, then by delivery code. */
  readonly pickupPoints: ReadonlyMap<string, ReadonlyMap<string, PickupPoint>>;
  /** By provider; also those that begin later or are over. */
  readonly suspensions: ReadonlyMap<string, Suspension>;
  /** A provider's name; the code itself when it is unknown. */
  nameOf(provider: string, language?: Language): string;
  /** The codes of all providers of a kind, including those no longer offered, because old orders have them. */
  providersOf(shipType: "intl" | "local"): string[];
};

export function sizeKey(provider: string, packed: "parcel" | "pallet"): string {
  return `${provider} ${packed}`;
}

export function surchargeKey(shipType: string, code: string): string {
  return `${shipType} ${code}`;
}

/** What is valid on a day: the newest that has started. */
export function newestOn<T extends Begun>(rows: readonly T[] | undefined, date: string): T | undefined {
  return rows?.find(({ validFrom }) => validFrom <= date);
}

function groupRows<Row, Item>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  itemOf: (row: Row) => Item,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(itemOf(row));
    else groups.set(keyOf(row), [itemOf(row)]);
  }
  return groups;
}

function datedGroups<Row extends { valid_from: string }, Item extends Begun>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  itemOf: (row: Row) => Item,
): Map<string, Item[]> {
  const newestFirst = rows.toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1));
  return groupRows(newestFirst, keyOf, itemOf);
}

function providerOf(row: CatalogueRows["providers"][number]): Provider {
  const rule = row.account_rule;
  return {
    code: row.code,
    shipType: row.ship_type,
    nameEn: row.name_en,
    nameZh: row.name_zh,
    volumetricDivisor: row.volumetric_divisor,
    maxWeight: row.max_weight,
    palletMaxWeight: row.pallet_max_weight,
    packageTypes: row.package_types,
    supportsCod: row.supports_cod,
    supportsPickupPoint: row.supports_pickup_point,
    supportsPickupArrange: row.supports_pickup_arrange,
    pickupWeekdays: row.pickup_weekdays,
    pickupOnHolidays: row.pickup_on_holidays,
    accountRule: rule && { country: rule.country, taxParty: rule.tax_party, pattern: new RegExp(rule.pattern) },
    active: row.active,
    position: row.position,
  };
}

function tariffOf(row: SheetRow): Tariff {
  const { heavy_from, heavy_step_weight, heavy_step_price } = row;
  const figure = (name: string) => decimal(row[name] ?? "0");
  return {
    firstWeight: figure("first_weight"),
    firstPrice: figure("first_price"),
    stepWeight: figure("step_weight"),
    stepPrice: figure("step_price"),
    heavy:
      heavy_from && heavy_step_weight && heavy_step_price
        ? { from: decimal(heavy_from), stepWeight: decimal(heavy_step_weight), stepPrice: decimal(heavy_step_price) }
        : null,
    minDays: Number(row.min_days),
    maxDays: Number(row.max_days),
  };
}

function surchargeOf({ kind, amount = "0", minimum = "0" }: SheetRow): Surcharge {
  return { kind: kind === "PERCENT" ? "PERCENT" : "FIXED", amount: decimal(amount), minimum: decimal(minimum) };
}

/** The sheets of a kind, newest first, each with its rows indexed by the keys of `entriesOf`. */
function indexSheets<Row>(
  sheets: readonly Sheet[],
  kind: SheetKind,
  entriesOf: (row: SheetRow) => readonly (readonly [key: string, row: Row])[],
): (Dated<Row> & { provider: string | null })[] {
  return sheets
    .filter((sheet) => sheet.kind === kind)
    .sort((a, b) => (a.valid_from < b.valid_from ? 1 : -1))
    .map(({ provider, valid_from, rows }) => ({
      provider,
      validFrom: valid_from,
      rows: new Map(rows.flatMap((row) => entriesOf(row))),
    }));
}

function pricesOf(sheets: readonly Sheet[]) {
  const tariffs = indexSheets(sheets, "TARIFF", (row) => {
    const tariff = tariffOf(row);
    return countriesOf(row.countries ?? "").map((country) => [country, tariff]);
  });
  return {
    tariffs: groupRows(
      tariffs,
      ({ provider }) => provider ?? "",
      ({ validFrom, rows }): Dated<Tariff> => ({ validFrom, rows }),
    ),
    surcharges: indexSheets(sheets, "SURCHARGES", (row) => [
      [surchargeKey(row.ship_type ?? "", row.code ?? ""), surchargeOf(row)],
    ]),
    fuel: indexSheets(sheets, "FUEL", (row) => [[row.provider ?? "", decimal(row.percent ?? "0")]]),
    currencies: indexSheets(sheets, "CURRENCIES", (row) => [[row.currency ?? "", decimal(row.hkd ?? "0")]]),
    holidays: indexSheets<true>(sheets, "HOLIDAYS", (row) => [[row.date ?? "", true]]),
  };
}

/** Three sides, longest first: a parcel fits when each of its sides fits, however it is turned. */
export function sortedSides(sides: readonly string[]): [string, string, string] {
  const [a = "0", b = "0", c = "0"] = sides.toSorted((one, other) => decimal(other).cmp(one));
  return [a, b, c];
}

function pickupPointOf(row: CatalogueRows["pickupPoints"][number]): PickupPoint {
  const { max_length, max_width, max_height } = row;
  const texts = [
    row.delivery_code,
    row.name_en,
    row.name_zh,
    row.address_en,
    row.address_zh,
    row.district_en,
    row.district_zh,
  ];
  return {
    code: row.delivery_code.toUpperCase(),
    type: row.point_type,
    nameEn: row.name_en,
    nameZh: row.name_zh,
    addressEn: row.address_en,
    addressZh: row.address_zh,
    regionEn: row.region_en,
    regionZh: row.region_zh,
    districtEn: row.district_en,
    districtZh: row.district_zh,
    openingHours: row.opening_hours,
    maxWeight: row.max_weight,
    maxSides: max_length && max_width && max_height ? sortedSides([max_length, max_width, max_height]) : null,
    status: row.status,
    haystack: texts.map(fold).join("\n"),
  };
}

/** Builds a catalogue from rows. */
export function buildCatalogue(version: string, rows: CatalogueRows): Catalogue {
  const providers = rows.providers
    .map(providerOf)
    .sort((a, b) => a.position - b.position || (a.code < b.code ? -1 : 1));
  const points = groupRows(rows.pickupPoints, ({ provider }) => provider, pickupPointOf);
  const byCode = new Map(providers.map((provider) => [provider.code, provider]));
  return {
    version,
    providers: byCode,
    nameOf: (code, language = "en") => byCode.get(code)?.[language === "en" ? "nameEn" : "nameZh"] ?? code,
    providersOf: (shipType) => providers.filter((provider) => provider.shipType === shipType).map(({ code }) => code),
    sheets: rows.sheets,
    ...pricesOf(rows.sheets),
    sizes: datedGroups(
      rows.sizeLimits,
      ({ provider, packed }) => sizeKey(provider, packed),
      ({ valid_from, max_side, max_sides_sum }) => ({
        validFrom: valid_from,
        maxSide: max_side,
        maxSidesSum: max_sides_sum,
      }),
    ),
    remoteAreas: areasOf(rows.remoteAreas.flatMap(({ name_en, names_zh }) => [name_en, ...names_zh])),
    pickupPoints: new Map(
      [...points].map(([provider, list]) => [
        provider,
        new Map(list.sort((a, b) => (a.code < b.code ? -1 : 1)).map((point) => [point.code, point])),
      ]),
    ),
    suspensions: new Map(
      rows.suspensions.map(({ provider, starts_at, ends_at, notice_en, notice_zh }) => [
        provider,
        {
          startsAt: new Date(starts_at),
          endsAt: ends_at === null ? null : new Date(ends_at),
          noticeEn: notice_en,
          noticeZh: notice_zh,
        },
      ]),
    ),
  };
}

/** The catalogue as it would be with a sheet, in place of one of the same day. */
export function withSheet(catalogue: Catalogue, sheet: Sheet): Catalogue {
  const isOther = ({ kind, provider, valid_from }: Sheet) =>
    kind !== sheet.kind || provider !== sheet.provider || valid_from !== sheet.valid_from;
  const sheets = [...catalogue.sheets.filter(isOther), sheet];
  return { ...catalogue, sheets, ...pricesOf(sheets) };
}

/** A catalogue, which prices today and later, that prices from an earlier day on. */
export async function catalogueSince(db: Db, catalogue: Catalogue, day: string): Promise<Catalogue> {
  const sheets = await readSheetsSince(db, day);
  return { ...catalogue, sheets, ...pricesOf(sheets) };
}

/** The rows of a kind, of a provider if it is a TARIFF, that hold on a day; none if nothing has begun. */
export function rowsOnDay(
  { sheets }: Catalogue,
  { kind, provider }: Pick<Sheet, "kind" | "provider">,
  day: string,
): readonly SheetRow[] {
  const begun = sheets.filter((sheet) => sheet.kind === kind && sheet.provider === provider && sheet.valid_from <= day);
  return begun.sort((a, b) => (a.valid_from < b.valid_from ? 1 : -1))[0]?.rows ?? [];
}

type Kept = { current: Catalogue | null; loading: Promise<Catalogue> | null };
const kept = processWide("catalogue", (): Kept => ({ current: null, loading: null }));

async function load(db: Db): Promise<Catalogue> {
  const { version, ...rows } = await readCatalogueRows(db);
  return buildCatalogue(version, rows);
}

/**
 * The catalogue of the version that the request saw, or a newer one. It is read from the database only when the version
 * differs. Inside a transaction nothing is cached, because the transaction may roll back: get the catalogue before
 * opening one.
 */
export async function catalogue(ctx: { db: Db; catalogueVersion: string }): Promise<Catalogue> {
  for (let hasJoined = false; ; hasJoined = true) {
    if (kept.current && BigInt(kept.current.version) >= BigInt(ctx.catalogueVersion)) return kept.current;
    if (ctx.db.isTransaction) return load(ctx.db);
    // A load that was already running may be older than this request; the next load, no matter who starts it, is not.
    const mayBeOld = kept.loading !== null && !hasJoined;
    kept.loading ??= load(ctx.db)
      .then((loaded) => {
        kept.current = loaded;
        return loaded;
      })
      .finally(() => {
        kept.loading = null;
      });
    const loaded = await kept.loading;
    if (mayBeOld) continue;
    // So that the request does not load it again.
    ctx.catalogueVersion = loaded.version;
    return loaded;
  }
}
