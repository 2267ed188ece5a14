import { addDays, isRealDate, weekday } from "@/lib/calendar";
import { INTL_PACKAGES, LOCAL_PACKAGES, splitDeliveryCode } from "@/lib/contracts/order-parts";
import { countryCode, countryName, destinationCountry } from "@/lib/country";
import { atLeast, DECIMAL, decimal, plain } from "@/lib/decimal";
import type { Path, Problem } from "@/lib/errors";
import type { MessageKey, MessageParams } from "@/lib/i18n/validation";
import {
  type Catalogue,
  newest,
  type PickupPoint,
  type Provider,
  sortedSides,
  type Tariff,
  tariffKey,
} from "./catalogue";

/** Why a provider does not take a consignment; `at` tells what is at fault, {@link problemOf} where that stands in an order. */
export type Unavailable = {
  ok: false;
  at: "provider" | "pickup_point" | "cod";
  problem: Omit<Problem, "path">;
};

const PATHS: Record<Unavailable["at"], Path> = {
  provider: ["shipping_provider"],
  pickup_point: ["recipient", "address"],
  cod: ["cod"],
};

/** The problem of an order whose provider does not take it: at `shipping_provider`, unless another field is at fault. */
export function problemOf({ at, problem }: Unavailable): Problem {
  return { ...problem, path: PATHS[at] };
}

/** What of a consignment decides whether a provider takes it; null: not known, and not judged. */
export type Traits = {
  shipType: "intl" | "local";
  packageType: string | null;
  country: string | null;
  deliveryCode: string | null;
  codAmount: string | null;
  parcels: readonly { weight: string | null; length: string | null; width: string | null; height: string | null }[];
};

/** The tariff of a destination on a day; undefined: not served. */
export function tariffFor(catalogue: Catalogue, provider: Provider, country: string, date: string): Tariff | undefined {
  if (provider.shipType === "local") return newest(catalogue.tariffs.get(tariffKey(provider.code, "LOCAL")), date);
  const { zones, tariffs } = catalogue;
  const zone = newest(zones.get(country), date) ?? newest(zones.get("REST"), date);
  return zone && newest(tariffs.get(tariffKey(provider.code, zone.zone)), date);
}

/** Whether a provider collects on a date in Hong Kong; every Sunday is a general holiday. */
export function collectsOn(catalogue: Catalogue, provider: Provider, date: string): boolean {
  const day = weekday(date);
  if (!provider.supportsPickupArrange || !provider.pickupWeekdays.includes(day)) return false;
  return provider.pickupOnHolidays || (day !== 7 && !catalogue.holidays.has(date));
}

/** Days on which couriers come to the warehouse whose rows name none. */
const WAREHOUSE_WEEKDAYS = [1, 2, 3, 4, 5, 6];
const DAYS_AHEAD = 60;

/** The next day after a date on which a provider collects from the warehouse; the next day of all where its rows leave none. */
export function nextCollection(catalogue: Catalogue, providerCode: string, after: string): string {
  const provider = catalogue.providers.get(providerCode);
  const weekdays = provider?.pickupWeekdays.length ? provider.pickupWeekdays : WAREHOUSE_WEEKDAYS;
  const isOpen = (day: string) =>
    weekdays.includes(weekday(day)) &&
    (provider?.pickupOnHolidays || (weekday(day) !== 7 && !catalogue.holidays.has(day)));
  const days = Array.from({ length: DAYS_AHEAD }, (_, n) => addDays(after, n + 1));
  return days.find(isOpen) ?? addDays(after, 1);
}

function unavailable(at: Unavailable["at"], key: MessageKey, params?: MessageParams): Unavailable {
  return { ok: false, at, problem: { key, reason: "SERVICE_NOT_AVAILABLE", ...(params ? { params } : {}) } };
}

function noPickupPoint(key: MessageKey, params: MessageParams): Unavailable {
  return { ok: false, at: "pickup_point", problem: { key, reason: "PICKUP_POINT_UNAVAILABLE", params } };
}

function tooHeavy(
  parcels: Traits["parcels"],
  max: string,
  at: Unavailable["at"],
  provider: string,
): Unavailable | undefined {
  const limit = decimal(max);
  const weight = parcels.find((parcel) => parcel.weight !== null && limit.lt(parcel.weight))?.weight;
  return weight ? unavailable(at, "tooHeavy", { provider, max: plain(max), weight: plain(weight) }) : undefined;
}

function tooLarge(parcels: Traits["parcels"], { code, maxSides }: PickupPoint): Unavailable | undefined {
  if (!maxSides) return undefined;
  const fits = ({ length, width, height }: Traits["parcels"][number]) =>
    // A side that is not known is taken for none.
    sortedSides([length ?? "0", width ?? "0", height ?? "0"]).every((side, i) => decimal(maxSides[i] ?? "0").gte(side));
  if (parcels.every(fits)) return undefined;
  return unavailable("pickup_point", "tooLarge", { provider: code, max: maxSides.map(plain).join(" × ") });
}

function pickupPointFaults(catalogue: Catalogue, provider: Provider, traits: Traits): (Unavailable | undefined)[] {
  const { deliveryCode, parcels } = traits;
  if (deliveryCode === null) return [];
  if (!provider.supportsPickupPoint) return [noPickupPoint("pickupNotSupported", { provider: provider.code })];
  const point = catalogue.pickupPoints.get(provider.code)?.get(deliveryCode);
  if (point?.status !== "ACTIVE")
    return [noPickupPoint("pickupPointUnknown", { code: deliveryCode, provider: provider.code })];
  return [tooHeavy(parcels, point.maxWeight, "pickup_point", point.code), tooLarge(parcels, point)];
}

/** A provider that can be chosen for a kind of order. */
export function findProvider(catalogue: Catalogue, code: string, shipType: string): Provider | undefined {
  const provider = catalogue.providers.get(code);
  return provider?.active && provider.shipType === shipType ? provider : undefined;
}

/** What is said of a provider that is unknown, closed or of the other kind. */
export function unknownProvider(): Unavailable {
  return unavailable("provider", "providerUnknown");
}

/** Every reason for which a provider does not take a consignment on a day; weights are judged as they are, not by volume. */
export function faultsOf(catalogue: Catalogue, provider: Provider, traits: Traits, date: string): Unavailable[] {
  const { packageType, country, parcels } = traits;
  const name = provider.code;
  const faults: (Unavailable | undefined)[] = [];
  if (packageType !== null && !provider.packageTypes.includes(packageType))
    faults.push(unavailable("provider", "packageTypeNotServed", { provider: name, type: packageType }));
  if (country !== null && !tariffFor(catalogue, provider, country, date))
    faults.push(unavailable("provider", "routeNotServed", { provider: name, country: countryName(country) }));
  const max = packageType === "pallet" ? (provider.palletMaxWeight ?? provider.maxWeight) : provider.maxWeight;
  faults.push(tooHeavy(parcels, max, "provider", name));
  const { maxSide } = provider;
  const sides = parcels.flatMap(({ length, width, height }) => [length, width, height]);
  if (maxSide !== null && sides.some((side) => side && !atLeast(maxSide, side)))
    faults.push(unavailable("provider", "tooLarge", { provider: name, max: plain(maxSide) }));
  if (traits.codAmount !== null && !provider.supportsCod)
    faults.push(unavailable("cod", "codNotSupported", { provider: name }));
  faults.push(...pickupPointFaults(catalogue, provider, traits));
  return faults.filter((fault) => fault !== undefined);
}

// ── Requests whose other fields may be wrong ──

type Loose = Record<string, unknown>;
const object = (value: unknown): Loose =>
  value && typeof value === "object" && !Array.isArray(value) ? (value as Loose) : {};
const string = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const measure = (value: unknown): string | null => (typeof value === "string" && DECIMAL.test(value) ? value : null);

function traitsOf(body: Loose, shipType: "intl" | "local"): Traits {
  const recipient = object(body.recipient);
  const detail = object(body.shipment_detail);
  const country = string(recipient.country);
  const alpha2 = country && countryCode(country);
  const address = string(recipient.address);
  const isLocal = shipType === "local";
  const packageTypes: readonly unknown[] = isLocal ? LOCAL_PACKAGES : INTL_PACKAGES;
  // What the contract or another rule refuses (an international order to Hong Kong) is not told twice.
  const destination = alpha2 && alpha2 !== "HK" ? destinationCountry(alpha2, string(recipient.state)) : null;
  return {
    shipType,
    packageType: packageTypes.includes(detail.package_type) ? string(detail.package_type) : null,
    country: isLocal ? "HK" : destination,
    deliveryCode: isLocal && address !== null ? splitDeliveryCode(address.trim()).deliveryCode : null,
    codAmount: isLocal && body.cod === "Y" ? "0" : null,
    parcels: (Array.isArray(detail.parcel_list) ? detail.parcel_list : []).map(object).map((parcel) => ({
      weight: measure(parcel.act_weight),
      length: measure(parcel.length),
      width: measure(parcel.width),
      height: measure(parcel.height),
    })),
  };
}

/** Decisions §3.13: the provider's row says when the account number must be given. */
function accountProblem({ accountRule }: Provider, country: string | null, options: Loose): Problem | undefined {
  if (!accountRule || country !== accountRule.country || options.tax_party !== accountRule.taxParty) return undefined;
  const number = options.courier_account_number;
  // A value of another type has its own problem.
  if (typeof number === "string" ? accountRule.pattern.test(number) : number !== undefined && number !== null)
    return undefined;
  return { path: ["shipment_options", "courier_account_number"], key: "courierAccount" };
}

function pickupProblem(catalogue: Catalogue, provider: Provider, arrange: Loose, today: string): Problem | undefined {
  const { pickup_date, pickup_start_time, pickup_end_time } = arrange;
  const isGiven = [pickup_date, pickup_start_time, pickup_end_time].some((value) => value ?? "");
  if (!isGiven) return undefined;
  const params = { provider: provider.code };
  if (!provider.supportsPickupArrange)
    return { path: ["pickup_arrange"], key: "pickupArrangeNotSupported", params, reason: "SERVICE_NOT_AVAILABLE" };
  // A past day has its own problem.
  if (typeof pickup_date !== "string" || !isRealDate(pickup_date) || pickup_date < today) return undefined;
  if (collectsOn(catalogue, provider, pickup_date)) return undefined;
  return { path: ["pickup_arrange", "pickup_date"], key: "pickupClosed", params };
}

/**
 * The rules of an order that need the catalogue (specification §4.2, decisions §3.13–3.15, §4.7). The body may be
 * incomplete or wrong elsewhere: what can be read off it is judged, so that all failures are told at once.
 */
export function serviceProblems(catalogue: Catalogue, value: unknown, today: string): Problem[] {
  const body = object(value);
  const code = string(body.shipping_provider);
  const shipType = body.ship_type;
  if (code === null || (shipType !== "intl" && shipType !== "local")) return [];
  const provider = findProvider(catalogue, code, shipType);
  if (!provider) return [problemOf(unknownProvider())];
  const traits = traitsOf(body, shipType);
  const problems: (Problem | undefined)[] = faultsOf(catalogue, provider, traits, today).map(problemOf);
  if (shipType === "intl") problems.push(accountProblem(provider, traits.country, object(body.shipment_options)));
  else problems.push(pickupProblem(catalogue, provider, object(body.pickup_arrange), today));
  return problems.filter((problem) => problem !== undefined);
}
