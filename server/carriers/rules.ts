import { countryCode, countryName, destinationCountry } from "@/lib/addresses/country";
import { addDays, isRealDate, weekday } from "@/lib/calendar";
import { BOUNDS } from "@/lib/contracts/common";
import { INTL_PACKAGES, LOCAL_PACKAGES, splitDeliveryCode } from "@/lib/contracts/order-parts";
import { atLeast, DECIMAL, decimal, plain } from "@/lib/decimal";
import type { Path, Problem } from "@/lib/errors";
import type { MessageKey, MessageParams } from "@/lib/i18n/validation";
import { type Loose, list, object, string } from "@/lib/loose";
import { LOCAL, REST } from "@/lib/tariff-sheets";
import {
  type Catalogue,
  newestOn,
  type PickupPoint,
  type Provider,
  type SizeLimit,
  type Suspension,
  sizeKey,
  sortedSides,
  type Tariff,
} from "./catalogue";

/**
 * Why a provider does not take a consignment; `at` says what is wrong, and {@link problemOf} finds its place in an
 * order.
 */
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

/** The problem of an order whose provider does not take it: at `shipping_provider`, unless another field is wrong. */
export function problemOf({ at, problem }: Unavailable): Problem {
  return { ...problem, path: PATHS[at] };
}

/** The parts of a consignment that decide whether a provider takes it; null: unknown, and not judged. */
export type Traits = {
  shipType: "intl" | "local";
  packageType: string | null;
  country: string | null;
  deliveryCode: string | null;
  codAmount: string | null;
  parcels: readonly { weight: string | null; length: string | null; width: string | null; height: string | null }[];
};

/** The tariff of a destination on a day; undefined: the provider does not serve it. */
export function tariffFor(catalogue: Catalogue, provider: Provider, country: string, date: string): Tariff | undefined {
  const rows = newestOn(catalogue.tariffs.get(provider.code), date)?.rows;
  if (provider.shipType === "local") return rows?.get(LOCAL);
  // Only local orders go to Hong Kong, whatever the rest of the world costs.
  return country === "HK" ? undefined : (rows?.get(country) ?? rows?.get(REST));
}

/** Whether a date is a general holiday, but for Sundays, by the holidays that hold then. */
function isHoliday(catalogue: Catalogue, date: string): boolean {
  return newestOn(catalogue.holidays, date)?.rows.has(date) ?? false;
}

/** Whether a provider collects on a date in Hong Kong; every Sunday is a general holiday. */
export function collectsOn(catalogue: Catalogue, provider: Provider, date: string): boolean {
  const day = weekday(date);
  if (!provider.supportsPickupArrange || !provider.pickupWeekdays.includes(day)) return false;
  return provider.pickupOnHolidays || (day !== 7 && !isHoliday(catalogue, date));
}

/** Days on which a courier comes to the warehouse, for couriers whose rows name none. */
const WAREHOUSE_WEEKDAYS = [1, 2, 3, 4, 5, 6];
const DAYS_AHEAD = 60;

/**
 * The next day after a date on which a provider collects from the warehouse; simply the next day if its rows allow
 * none.
 */
export function nextCollection(catalogue: Catalogue, providerCode: string, after: string): string {
  const provider = catalogue.providers.get(providerCode);
  const weekdays = provider?.pickupWeekdays.length ? provider.pickupWeekdays : WAREHOUSE_WEEKDAYS;
  const isOpen = (day: string) =>
    weekdays.includes(weekday(day)) &&
    (provider?.pickupOnHolidays || (weekday(day) !== 7 && !isHoliday(catalogue, day)));
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
    // An unknown side counts as 0.
    sortedSides([length ?? "0", width ?? "0", height ?? "0"]).every((side, i) => decimal(maxSides[i] ?? "0").gte(side));
  if (parcels.every(fits)) return undefined;
  return unavailable("pickup_point", "tooLarge", { provider: code, max: maxSides.map(plain).join(" × ") });
}

/** The size limit of a provider on a day; undefined: none. */
export function sizeLimit(
  catalogue: Catalogue,
  provider: string,
  packed: "parcel" | "pallet",
  date: string,
): SizeLimit | undefined {
  return newestOn(catalogue.sizes.get(sizeKey(provider, packed)), date);
}

/** Judges the longest side of each parcel and the sum of its three sides, as far as they are known (contract §3.1). */
function sizeFaults(
  parcels: Traits["parcels"],
  { maxSide, maxSidesSum }: Partial<SizeLimit> = {},
  provider: string,
): Unavailable[] {
  const sorted = parcels.map(({ length, width, height }) => sortedSides([length ?? "0", width ?? "0", height ?? "0"]));
  const side = maxSide && sorted.map(([longest]) => longest).find((longest) => decimal(longest).gt(maxSide));
  if (maxSide && side)
    return [unavailable("provider", "sideTooLong", { provider, max: plain(maxSide), side: plain(side) })];
  const sums = sorted.map(([a, b, c]) => decimal(a).plus(b).plus(c));
  const sum = maxSidesSum && sums.find((each) => each.gt(maxSidesSum));
  if (!maxSidesSum || !sum) return [];
  return [unavailable("provider", "sidesTooLong", { provider, max: plain(maxSidesSum), sum: plain(sum) })];
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

/** The problem of a provider that is unknown, closed or of the other kind. */
export function unknownProvider(): Unavailable {
  return unavailable("provider", "providerUnknown");
}

/** Whether a suspension has begun and is not over. */
export function isSuspendedAt(suspension: Suspension | undefined, at: Date): suspension is Suspension {
  return (
    suspension !== undefined && suspension.startsAt <= at && (suspension.endsAt === null || suspension.endsAt > at)
  );
}

/** The suspension of a service at an instant; undefined: it is offered (contract §29.1). */
export function suspensionAt(catalogue: Catalogue, provider: string, at: Date): Suspension | undefined {
  const suspension = catalogue.suspensions.get(provider);
  return isSuspendedAt(suspension, at) ? suspension : undefined;
}

/** The problem of an order that would be bought from a suspended service. */
export function suspendedProblem(provider: string, { noticeEn, noticeZh }: Suspension): Unavailable {
  return unavailable("provider", "serviceSuspended", { provider, notice: { en: noticeEn, "zh-Hant": noticeZh } });
}

/** Every reason why a provider does not take a consignment on a day. Weights are the actual ones, not by volume. */
export function faultsOf(catalogue: Catalogue, provider: Provider, traits: Traits, date: string): Unavailable[] {
  const { packageType, country, parcels } = traits;
  const name = provider.code;
  const faults: (Unavailable | undefined)[] = [];
  if (packageType !== null && !provider.packageTypes.includes(packageType))
    faults.push(unavailable("provider", "packageTypeNotServed", { provider: name, type: packageType }));
  if (country !== null && !tariffFor(catalogue, provider, country, date))
    faults.push(unavailable("provider", "routeNotServed", { provider: name, country: countryName(country) }));
  const isPallet = packageType === "pallet";
  const max = isPallet ? (provider.palletMaxWeight ?? provider.maxWeight) : provider.maxWeight;
  faults.push(tooHeavy(parcels, max, "provider", name));
  if (traits.codAmount !== null && !provider.supportsCod)
    faults.push(unavailable("cod", "codNotSupported", { provider: name }));
  faults.push(...pickupPointFaults(catalogue, provider, traits));
  faults.push(...sizeFaults(parcels, sizeLimit(catalogue, name, isPallet ? "pallet" : "parcel", date), name));
  return faults.filter((fault) => fault !== undefined);
}

// ── Requests whose other fields may be wrong ──

// A value beyond the general bounds is reported only at its own field.
const measure = (value: unknown, max: string): string | null =>
  typeof value === "string" && DECIMAL.test(value) && atLeast(max, value) ? value : null;

function traitsOf(body: Loose, shipType: "intl" | "local"): Traits {
  const recipient = object(body.recipient);
  const detail = object(body.shipment_detail);
  const country = string(recipient.country) ?? null;
  const alpha2 = country && countryCode(country);
  const address = string(recipient.address) ?? null;
  const isLocal = shipType === "local";
  const packageTypes: readonly unknown[] = isLocal ? LOCAL_PACKAGES : INTL_PACKAGES;
  // What the contract or another rule refuses (an international order to Hong Kong) is not reported twice.
  const destination = alpha2 && alpha2 !== "HK" ? destinationCountry(alpha2, string(recipient.state)) : null;
  return {
    shipType,
    packageType: packageTypes.includes(detail.package_type) ? (string(detail.package_type) ?? null) : null,
    country: isLocal ? "HK" : destination,
    deliveryCode: isLocal && address !== null ? splitDeliveryCode(address.trim()).deliveryCode : null,
    codAmount: isLocal && body.cod === "Y" ? "0" : null,
    parcels: list(detail.parcel_list).map((parcel) => ({
      weight: measure(parcel.act_weight, BOUNDS.weight),
      length: measure(parcel.length, BOUNDS.side),
      width: measure(parcel.width, BOUNDS.side),
      height: measure(parcel.height, BOUNDS.side),
    })),
  };
}

/** The provider's row says when the account number is required (contract §12.9). */
function accountProblem({ accountRule }: Provider, country: string | null, options: Loose): Problem | undefined {
  if (!accountRule || country !== accountRule.country || options.tax_party !== accountRule.taxParty) return undefined;
  const number = options.courier_account_number;
  // A value of another type is reported elsewhere.
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
  // A past day is reported elsewhere.
  if (typeof pickup_date !== "string" || !isRealDate(pickup_date) || pickup_date < today) return undefined;
  if (collectsOn(catalogue, provider, pickup_date)) return undefined;
  return { path: ["pickup_arrange", "pickup_date"], key: "pickupClosed", params };
}

/**
 * The rules of an order that need the catalogue (contract §12.9, §12.11, §13.7, §29.1). The body may be incomplete or wrong
 * elsewhere: everything that can be read is judged, so that all failures are reported at once.
 */
export function serviceProblems(catalogue: Catalogue, value: unknown, today: string): Problem[] {
  const body = object(value);
  const code = string(body.shipping_provider);
  const shipType = body.ship_type;
  if (code === undefined || (shipType !== "intl" && shipType !== "local")) return [];
  const provider = findProvider(catalogue, code, shipType);
  if (!provider) return [problemOf(unknownProvider())];
  const traits = traitsOf(body, shipType);
  const problems: (Problem | undefined)[] = faultsOf(catalogue, provider, traits, today).map(problemOf);
  // Only what is bought needs the service now.
  const suspension = body.confirm_shipment === "Y" ? suspensionAt(catalogue, code, new Date()) : undefined;
  if (suspension) problems.unshift(problemOf(suspendedProblem(code, suspension)));
  if (shipType === "intl") problems.push(accountProblem(provider, traits.country, object(body.shipment_options)));
  else problems.push(pickupProblem(catalogue, provider, object(body.pickup_arrange), today));
  return problems.filter((problem) => problem !== undefined);
}
