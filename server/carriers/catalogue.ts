import { type Decimal, decimal } from "@/lib/decimal";
import type { Language } from "@/lib/i18n/validation";
import type { Db } from "@/server/context";
import { type CatalogueRows, readCatalogueRows } from "./queries";

/** A row that holds from a day on; in the lists of a catalogue the newest stands first. */
type Dated = { validFrom: string };

export type Provider = {
  code: string;
  shipType: "intl" | "local";
  nameEn: string;
  nameZh: string;
  volumetricDivisor: number;
  /** kg a parcel, by actual weight. */
  maxWeight: string;
  palletMaxWeight: string | null;
  /** cm; null: no limit. */
  maxSide: string | null;
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

export type Tariff = Dated & {
  firstWeight: Decimal;
  firstPrice: Decimal;
  stepWeight: Decimal;
  stepPrice: Decimal;
  heavy: { from: Decimal; stepWeight: Decimal; stepPrice: Decimal } | null;
  minDays: number;
  maxDays: number;
};

export type Surcharge = Dated & { kind: "FIXED" | "PERCENT"; amount: Decimal; minimum: Decimal };

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
  /** What a search looks in: lower case. */
  haystack: string;
};

/** The carriers' tables as one object: prices and rules are judged by it without asking the database. */
export type Catalogue = {
  readonly version: string;
  /** By code, in the order of `position`. */
  readonly providers: ReadonlyMap<string, Provider>;
  /** By country; `REST` stands for those without a row. */
  readonly zones: ReadonlyMap<string, readonly (Dated & { zone: string })[]>;
  /** By {@link tariffKey}. */
  readonly tariffs: ReadonlyMap<string, readonly Tariff[]>;
  /** By {@link surchargeKey}. */
  readonly surcharges: ReadonlyMap<string, readonly Surcharge[]>;
  /** By provider: per cent. */
  readonly fuel: ReadonlyMap<string, readonly (Dated & { percent: Decimal })[]>;
  /** By currency: what one unit is worth in HKD. */
  readonly currencies: ReadonlyMap<string, readonly (Dated & { hkd: Decimal })[]>;
  /** General holidays but Sundays. */
  readonly holidays: ReadonlySet<string>;
  /** Finds a remote area in an address of either language; null when there is none. */
  readonly remoteArea: RegExp | null;
  /** By provider, then by delivery code. */
  readonly pickupPoints: ReadonlyMap<string, ReadonlyMap<string, PickupPoint>>;
  /** A provider's name; the code itself when it is unknown. */
  nameOf(provider: string, language?: Language): string;
  /** The codes of all providers of a kind, also those that no longer serve: old orders have them. */
  providersOf(shipType: "intl" | "local"): string[];
};

export function tariffKey(provider: string, zone: string): string {
  return `${provider} ${zone}`;
}

export function surchargeKey(shipType: string, code: string): string {
  return `${shipType} ${code}`;
}

/** The row that holds on a day: the newest that has begun. */
export function newest<T extends Dated>(rows: readonly T[] | undefined, date: string): T | undefined {
  return rows?.find(({ validFrom }) => validFrom <= date);
}

function grouped<Row, Item>(
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

function datedGroups<Row extends { valid_from: string }, Item extends Dated>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  itemOf: (row: Row) => Item,
): Map<string, Item[]> {
  const newestFirst = rows.toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1));
  return grouped(newestFirst, keyOf, itemOf);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function remoteAreaPattern(areas: CatalogueRows["remoteAreas"]): RegExp | null {
  const english = areas.map(({ name_en }) => name_en.trim()).filter(Boolean);
  const chinese = areas.flatMap(({ names_zh }) => names_zh).filter(Boolean);
  if (english.length + chinese.length === 0) return null;
  // "Clearwater Bay" is Clear Water Bay, but "Stanleyville" is not Stanley.
  const words = english.map((name) => `(?<![a-z])${name.split(/\s+/).map(literal).join("[\\s-]*")}(?![a-z])`);
  return new RegExp([...words, ...chinese.map(literal)].join("|"), "i");
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
    maxSide: row.max_side,
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

function tariffOf(row: CatalogueRows["tariffs"][number]): Tariff {
  const { heavy_from, heavy_step_weight, heavy_step_price } = row;
  return {
    validFrom: row.valid_from,
    firstWeight: decimal(row.first_weight),
    firstPrice: decimal(row.first_price),
    stepWeight: decimal(row.step_weight),
    stepPrice: decimal(row.step_price),
    heavy:
      heavy_from && heavy_step_weight && heavy_step_price
        ? { from: decimal(heavy_from), stepWeight: decimal(heavy_step_weight), stepPrice: decimal(heavy_step_price) }
        : null,
    minDays: row.min_days,
    maxDays: row.max_days,
  };
}

/** Three sides, longest first: a parcel fits when each of its sides does, however it is turned. */
export function sortedSides(sides: readonly string[]): [string, string, string] {
  const [a = "0", b = "0", c = "0"] = sides.toSorted((one, other) => decimal(other).cmp(one));
  return [a, b, c];
}

function pickupPointOf(row: CatalogueRows["pickupPoints"][number]): PickupPoint {
  const { max_length, max_width, max_height } = row;
  const words = [
    row.delivery_code,
    row.name_en,
    row.name_zh,
    row.address_en,
    row.address_zh,
    row.district_en,
    row.district_zh,
  ];
  return {
    code: row.delivery_code,
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
    haystack: words.join("\n").toLowerCase(),
  };
}

/** Makes a catalogue of rows. */
export function buildCatalogue(version: string, rows: CatalogueRows): Catalogue {
  const providers = rows.providers
    .map(providerOf)
    .sort((a, b) => a.position - b.position || (a.code < b.code ? -1 : 1));
  const points = grouped(rows.pickupPoints, ({ provider }) => provider, pickupPointOf);
  const byCode = new Map(providers.map((provider) => [provider.code, provider]));
  return {
    version,
    providers: byCode,
    nameOf: (code, language = "en") => byCode.get(code)?.[language === "en" ? "nameEn" : "nameZh"] ?? code,
    providersOf: (shipType) => providers.filter((provider) => provider.shipType === shipType).map(({ code }) => code),
    zones: datedGroups(
      rows.zones,
      ({ country }) => country,
      ({ zone, valid_from }) => ({ zone, validFrom: valid_from }),
    ),
    tariffs: datedGroups(rows.tariffs, ({ provider, zone }) => tariffKey(provider, zone), tariffOf),
    surcharges: datedGroups(
      rows.surcharges,
      ({ ship_type, code }) => surchargeKey(ship_type, code),
      ({ valid_from, kind, amount, minimum }) => ({
        validFrom: valid_from,
        kind,
        amount: decimal(amount),
        minimum: decimal(minimum),
      }),
    ),
    fuel: datedGroups(
      rows.fuelRates,
      ({ provider }) => provider,
      ({ valid_from, percent }) => ({ validFrom: valid_from, percent: decimal(percent) }),
    ),
    currencies: datedGroups(
      rows.currencyRates,
      ({ currency }) => currency,
      ({ valid_from, hkd }) => ({ validFrom: valid_from, hkd: decimal(hkd) }),
    ),
    holidays: new Set(rows.holidays.map(({ date }) => date)),
    remoteArea: remoteAreaPattern(rows.remoteAreas),
    pickupPoints: new Map(
      [...points].map(([provider, list]) => [
        provider,
        new Map(list.sort((a, b) => (a.code < b.code ? -1 : 1)).map((point) => [point.code, point])),
      ]),
    ),
  };
}

// On globalThis: a hot reload loads this module again.
const KEPT = Symbol.for("sampan.catalogue");
type Kept = { current: Catalogue | null; loading: Promise<Catalogue> | null };
const globals = globalThis as typeof globalThis & { [KEPT]?: Kept };

async function load(db: Db): Promise<Catalogue> {
  const { version, ...rows } = await readCatalogueRows(db);
  return buildCatalogue(version, rows);
}

/**
 * The catalogue of the version that the request saw, or a newer one; read again only when the version differs.
 * Inside a transaction nothing is kept, for it may be rolled back: ask for the catalogue before opening one.
 */
export async function catalogue(ctx: { db: Db; catalogueVersion: string }): Promise<Catalogue> {
  globals[KEPT] ??= { current: null, loading: null };
  const kept = globals[KEPT];
  for (let hasJoined = false; ; hasJoined = true) {
    if (kept.current?.version === ctx.catalogueVersion) return kept.current;
    if (ctx.db.isTransaction) return load(ctx.db);
    // A load that others began may be older than this request; the one after it, whoever begins it, is not.
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
    if (!mayBeOld) return loaded;
  }
}
