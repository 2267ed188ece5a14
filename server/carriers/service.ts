import { addDays, hongKongDate, hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type {
  listPickupPoints as pickupPointsContract,
  listProviders as providersContract,
  getRates as ratesContract,
} from "@/lib/contracts/rate";
import type { SuspensionView } from "@/lib/contracts/suspension";
import { decimal, plain } from "@/lib/decimal";
import { ENTRY_ERRORS, entryOf, invalid } from "@/lib/errors";
import { type Language, validationMessage } from "@/lib/i18n/validation";
import { heavierThan, NET_WARNED } from "@/lib/orders/net-weight";
import { REST } from "@/lib/tariff-sheets";
import type { AccountContext, Context } from "@/server/context";
import { wordsOf } from "@/server/search";
import { type Catalogue, catalogue, newestOn, type PickupPoint, type Provider, type Suspension } from "./catalogue";
import { consignmentOfRate } from "./consignment";
import { priceConsignment } from "./pricing";
import { fingerprint, type QuotedPrices, saveQuote } from "./quotes";
import { collectsOn, problemOf, sizeLimit, suspendedProblem, suspensionAt, unknownProvider } from "./rules";

/** How many days ahead the days without collection are listed. */
const CLOSED_DATES_DAYS = 60;

type Rates = DataOf<typeof ratesContract>;

/**
 * Prices a consignment with every provider of its kind, the cheapest first, and stores the prices as a quote (contract
 * §13.8).
 */
export async function getRates(ctx: AccountContext, input: InputOf<typeof ratesContract>): Promise<Rates> {
  const current = await catalogue(ctx);
  const now = new Date();
  const today = hongKongDate(now);
  const consignment = consignmentOfRate(input);
  const print = fingerprint(current, consignment);
  const quoted: QuotedPrices = {};
  const rates: Rates["rate_list"] = [];
  const unavailable: Rates["unavailable_list"] = [];
  for (const provider of current.providers.values()) {
    if (!provider.active || provider.shipType !== consignment.shipType) continue;
    const suspension = suspensionAt(current, provider.code, now);
    const priced = suspension
      ? suspendedProblem(provider.code, suspension)
      : priceConsignment(current, provider.code, consignment, today);
    if (priced.ok) {
      const { ok: _ok, ...price } = priced;
      quoted[provider.code] = { ...price, fingerprint: print };
      rates.push(presentRate(current, provider, price, ctx.language));
    } else {
      const { key, params } = priced.problem;
      unavailable.push({
        shipping_provider: provider.code,
        code: ENTRY_ERRORS.SERVICE_NOT_AVAILABLE.code,
        code_reason: "SERVICE_NOT_AVAILABLE",
        message: validationMessage(key, params, ctx.language),
      });
    }
  }
  rates.sort((a, b) => decimal(a.quote_price).cmp(b.quote_price));
  const quote = await saveQuote(ctx, quoted);
  return {
    quote_id: quote.id,
    expires_at: quote.expiresAt,
    currency: "HKD",
    rate_list: rates,
    unavailable_list: unavailable,
    warnings: heavierThan(input, NET_WARNED).map((found) => entryOf({ ...found, key: "itemsHeavier" }, ctx.language)),
  };
}

function presentRate(
  current: Catalogue,
  provider: Provider,
  price: Omit<QuotedPrices[string], "fingerprint">,
  language: Language,
): Rates["rate_list"][number] {
  return {
    shipping_provider: provider.code,
    provider_name: current.nameOf(provider.code, language),
    quote_price: price.price,
    price_breakdown: price.breakdown,
    chargeable_weight: price.chargeableWeight,
    weight_basis: price.weightBasis,
    min_days: price.minDays,
    max_days: price.maxDays,
    supports_cod: provider.supportsCod,
    supports_pickup_point: provider.supportsPickupPoint,
    supports_pickup_arrange: provider.supportsPickupArrange,
  };
}

/** The countries that a provider serves today; null: all. */
function destinationsOf(current: Catalogue, provider: Provider, today: string): string[] | null {
  if (provider.shipType === "local") return ["HK"];
  const rows = newestOn(current.tariffs.get(provider.code), today)?.rows;
  return rows?.has(REST) ? null : [...(rows?.keys() ?? [])].sort();
}

function closedDates(current: Catalogue, provider: Provider, today: string): string[] {
  if (!provider.supportsPickupArrange) return [];
  return Array.from({ length: CLOSED_DATES_DAYS }, (_, days) => addDays(today, days)).filter(
    (date) => !collectsOn(current, provider, date),
  );
}

const plainOrNull = (value: string | null | undefined) => (value ? plain(value) : null);

function sizesOf(current: Catalogue, { code }: Provider, today: string, packed: "parcel" | "pallet" = "parcel") {
  const limit = sizeLimit(current, code, packed, today);
  return { max_side: plainOrNull(limit?.maxSide), max_sides_sum: plainOrNull(limit?.maxSidesSum) };
}

/** The limits of a pallet in words; null if the provider takes no pallets. */
function palletOf(current: Catalogue, provider: Provider, today: string): string | null {
  if (!provider.packageTypes.includes("pallet")) return null;
  const { max_side, max_sides_sum } = sizesOf(current, provider, today, "pallet");
  const limits = [
    `At most ${plain(provider.palletMaxWeight ?? provider.maxWeight)} kg`,
    max_side && `${max_side} cm on the longest side`,
    max_sides_sum && `${max_sides_sum} cm for the three sides together`,
  ];
  return limits.filter(Boolean).join(", ");
}

/** A suspension as it is answered, also before it begins; null: none, or it is over (contract §29.1). */
export function presentSuspension(suspension: Suspension | undefined, now: Date): SuspensionView | null {
  if (!suspension || (suspension.endsAt && suspension.endsAt <= now)) return null;
  const { startsAt, endsAt, noticeEn, noticeZh } = suspension;
  return {
    from: hongKongIso(startsAt),
    until: endsAt && hongKongIso(endsAt),
    notice_en: noticeEn,
    notice_zh: noticeZh,
  };
}

/** The suspension because of which a service's saved orders cannot be confirmed now; null: they can (contract §29.1). */
export function presentSuspended(current: Catalogue, provider: string): SuspensionView | null {
  const now = new Date();
  return presentSuspension(suspensionAt(current, provider, now), now);
}

/** The providers that can be chosen, in display order (contract §13.14). */
export async function listProviders(
  ctx: Context,
  input: InputOf<typeof providersContract>,
): Promise<DataOf<typeof providersContract>> {
  const current = await catalogue(ctx);
  const now = new Date();
  const today = hongKongDate(now);
  return [...current.providers.values()]
    .filter(({ active, shipType }) => active && (!input.ship_type || shipType === input.ship_type))
    .map((provider) => ({
      code: provider.code,
      ship_type: provider.shipType,
      name_en: provider.nameEn,
      name_zh: provider.nameZh,
      services: {
        supports_cod: provider.supportsCod,
        supports_pickup_point: provider.supportsPickupPoint,
        supports_pickup_arrange: provider.supportsPickupArrange,
        pickup_weekdays: [...provider.pickupWeekdays],
        pickup_on_holidays: provider.pickupOnHolidays,
        pickup_closed_dates: closedDates(current, provider, today),
      },
      limits: {
        max_weight: plain(provider.maxWeight),
        ...sizesOf(current, provider, today),
        pallet: palletOf(current, provider, today),
        volumetric_divisor: provider.volumetricDivisor,
        package_types: [...provider.packageTypes],
      },
      countries: destinationsOf(current, provider, today),
      suspended: suspensionAt(current, provider.code, now) !== undefined,
      suspension: presentSuspension(current.suspensions.get(provider.code), now),
    }));
}

/** "灣仔" matches 灣仔區, and "Kowloon" matches 九龍; part of a name is not enough. */
function isNamed(wanted: string, english: string, chinese: string): boolean {
  const place = wanted.toLowerCase();
  return place === english.toLowerCase() || place === chinese || `${place}區` === chinese;
}

function presentPoint(point: PickupPoint, language: Language): DataOf<typeof pickupPointsContract> {
  const isEnglish = language === "en";
  return {
    delivery_code: point.code,
    point_type: point.type,
    name_en: point.nameEn,
    name_zh: point.nameZh,
    address_en: point.addressEn,
    address_zh: point.addressZh,
    region: isEnglish ? point.regionEn : point.regionZh,
    district: isEnglish ? point.districtEn : point.districtZh,
    opening_hours: point.openingHours,
    max_weight: plain(point.maxWeight),
    status: point.status,
    address_value: `${point.addressZh}^${point.code}`,
  };
}

/**
 * The pickup points of a provider, by code; filters are in either language (contract §13.14).
 * @throws ApiError 400470 when there is no such provider
 */
export async function listPickupPoints(
  ctx: AccountContext,
  input: InputOf<typeof pickupPointsContract>,
): Promise<{ rows: DataOf<typeof pickupPointsContract>[]; total: number }> {
  const current = await catalogue(ctx);
  const provider = current.providers.get(input.shipping_provider);
  if (!provider?.active) throw invalid(problemOf(unknownProvider()));
  const { region, district } = input;
  const words = wordsOf(input.q ?? "");
  const found = [...(current.pickupPoints.get(provider.code)?.values() ?? [])].filter(
    (point) =>
      (!region || isNamed(region, point.regionEn, point.regionZh)) &&
      (!district || isNamed(district, point.districtEn, point.districtZh)) &&
      words.every((readings) => readings.some((reading) => point.haystack.includes(reading))),
  );
  const offset = Number(input.offset);
  return {
    rows: found.slice(offset, offset + Number(input.limit)).map((point) => presentPoint(point, ctx.language)),
    total: found.length,
  };
}
