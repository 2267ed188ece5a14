import { addDays, hongKongDate } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type {
  listPickupPoints as pickupPointsContract,
  listProviders as providersContract,
  getRates as ratesContract,
} from "@/lib/contracts/rate";
import { decimal, plain } from "@/lib/decimal";
import { ENTRY_ERRORS, invalid } from "@/lib/errors";
import { type Language, validationMessage } from "@/lib/i18n/validation";
import type { AccountContext } from "@/server/context";
import { type Catalogue, catalogue, newest, type PickupPoint, type Provider } from "./catalogue";
import { consignmentOfRate } from "./consignment";
import { priceConsignment } from "./pricing";
import { fingerprint, type QuotedPrices, saveQuote } from "./quotes";
import { collectsOn, problemOf, tariffFor, unknownProvider } from "./rules";

/** How far ahead the days without collection are told. */
const CLOSED_DATES_DAYS = 60;

type Rates = DataOf<typeof ratesContract>;

/**
 * Prices a consignment with every provider of its kind, the cheapest first, and keeps the prices as a quote
 * (decisions §7, `rates/get`).
 */
export async function getRates(ctx: AccountContext, input: InputOf<typeof ratesContract>): Promise<Rates> {
  const current = await catalogue(ctx);
  const today = hongKongDate(new Date());
  const consignment = consignmentOfRate(input);
  const print = fingerprint(current, consignment);
  const quoted: QuotedPrices = {};
  const rates: Rates["rate_list"] = [];
  const unavailable: Rates["unavailable_list"] = [];
  for (const provider of current.providers.values()) {
    if (!provider.active || provider.shipType !== consignment.shipType) continue;
    const priced = priceConsignment(current, provider.code, consignment, today);
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

/** The countries that a provider serves today; null: all but those with a row that it has no tariff for. */
function destinationsOf(current: Catalogue, provider: Provider, today: string): string[] | null {
  if (provider.shipType === "local") return ["HK"];
  const rest = newest(current.zones.get("REST"), today);
  if (rest && tariffFor(current, provider, "REST", today)) return null;
  return [...current.zones.keys()].filter((country) => tariffFor(current, provider, country, today)).sort();
}

function closedDates(current: Catalogue, provider: Provider, today: string): string[] {
  if (!provider.supportsPickupArrange) return [];
  return Array.from({ length: CLOSED_DATES_DAYS }, (_, days) => addDays(today, days)).filter(
    (date) => !collectsOn(current, provider, date),
  );
}

/** The providers that can be chosen, in their order (decisions §7, `providers`). */
export async function listProviders(
  ctx: AccountContext,
  input: InputOf<typeof providersContract>,
): Promise<DataOf<typeof providersContract>> {
  const current = await catalogue(ctx);
  const today = hongKongDate(new Date());
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
        max_side: provider.maxSide === null ? null : plain(provider.maxSide),
        volumetric_divisor: provider.volumetricDivisor,
        package_types: [...provider.packageTypes],
      },
      countries: destinationsOf(current, provider, today),
    }));
}

/** "灣仔" means 灣仔區, and "Kowloon" 九龍; part of a name is not enough. */
function isPlace(wanted: string, english: string, chinese: string): boolean {
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
 * The pickup points of a provider, by code; filters are in either language (decisions §7, `pickup-points`).
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
  const wanted = input.q?.toLowerCase();
  const found = [...(current.pickupPoints.get(provider.code)?.values() ?? [])].filter(
    (point) =>
      (!region || isPlace(region, point.regionEn, point.regionZh)) &&
      (!district || isPlace(district, point.districtEn, point.districtZh)) &&
      (!wanted || point.haystack.includes(wanted)),
  );
  const offset = Number(input.offset);
  return {
    rows: found.slice(offset, offset + Number(input.limit)).map((point) => presentPoint(point, ctx.language)),
    total: found.length,
  };
}
