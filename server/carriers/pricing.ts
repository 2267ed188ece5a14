import { hongKongDate } from "@/lib/calendar";
import { type Decimal, decimal, money, plain } from "@/lib/decimal";
import { liesInArea } from "@/server/address-parser";
import type { PriceLine } from "@/server/db/types";
import { type Catalogue, newestOn, surchargeKey, type Tariff } from "./catalogue";
import type { Consignment, ConsignmentParcel } from "./consignment";
import { faultsOf, findProvider, tariffFor, type Unavailable, unknownProvider } from "./rules";

/** What a provider charges for a consignment. */
export type Priced = {
  ok: true;
  /** HKD. */
  price: string;
  /** BASE, REMOTE_AREA, FUEL, then fees; they add up to the price. */
  breakdown: PriceLine[];
  /** kg, rounded up to the tariff's step. */
  chargeableWeight: string;
  /** VOLUMETRIC when any parcel is charged by volume. */
  weightBasis: "ACTUAL" | "VOLUMETRIC";
  minDays: number;
  maxDays: number;
};

const ZERO = decimal(0);
const CENTS = 2;

/** How many steps cover an amount. Exact, whereas a division of decimals would be cut after 20 places. */
function stepsFor(amount: Decimal, step: Decimal): Decimal {
  if (amount.lte(0)) return ZERO;
  const whole = amount.div(step).round(0, 0);
  return whole.times(step).lt(amount) ? whole.plus(1) : whole;
}

/** cm³; 0 when a side is missing. */
export function volumeOf({ length, width, height }: ConsignmentParcel): Decimal {
  return length && width && height ? decimal(length).times(width).times(height) : ZERO;
}

/** Sums the chargeable weights of the parcels times the divisor, so that thirds of a kilogram stay whole numbers. */
function weigh(parcels: readonly ConsignmentParcel[], divisor: number): { scaled: Decimal; isVolumetric: boolean } {
  let scaled = ZERO;
  let isVolumetric = false;
  for (const parcel of parcels) {
    const byWeight = decimal(parcel.weight).times(divisor);
    const volume = volumeOf(parcel);
    if (volume.gt(byWeight)) isVolumetric = true;
    scaled = scaled.plus(volume.gt(byWeight) ? volume : byWeight);
  }
  return { scaled, isVolumetric };
}

/**
 * Above `heavy.from` the heavy rate applies to every kilogram, not just to those above it: the sample rates are the 20
 * kg price divided by 21, rounded up. If that would make a heavier parcel cheaper, the price at `from` applies.
 */
function baseOf(tariff: Tariff, scaled: Decimal, divisor: number): { price: Decimal; weight: Decimal } {
  const { firstWeight, firstPrice, stepWeight, stepPrice, heavy } = tariff;
  const isHeavy = heavy !== null && scaled.gt(heavy.from.times(divisor));
  const light = isHeavy ? heavy.from.times(divisor) : scaled;
  const steps = stepsFor(light.minus(firstWeight.times(divisor)), stepWeight.times(divisor));
  const price = firstPrice.plus(steps.times(stepPrice));
  if (!isHeavy) return { price, weight: firstWeight.plus(steps.times(stepWeight)) };
  const heavySteps = stepsFor(scaled, heavy.stepWeight.times(divisor));
  const heavyPrice = heavySteps.times(heavy.stepPrice);
  return { price: heavyPrice.gt(price) ? heavyPrice : price, weight: heavySteps.times(heavy.stepWeight) };
}

function percentOf(amount: Decimal, percent: Decimal): Decimal {
  return amount.times(percent).times("0.01").round(CENTS);
}

/** A sum of values in HKD. Throws when the catalogue has no rate for the currency, because its data are wrong then. */
function inHkd(catalogue: Catalogue, sum: Decimal, currency: string, date: string): Decimal {
  if (currency === "HKD" || sum.eq(0)) return sum;
  const rate = newestOn(catalogue.currencies, date)?.rows.get(currency);
  if (!rate) throw new Error(`no rate for ${currency} on ${date}`);
  return sum.times(rate);
}

/** The same for a comparison: not a number where there is no rate for the currency. */
export function inHongKongDollars(catalogue: Catalogue, sum: number, currency: string): number {
  if (currency === "HKD") return sum;
  const rate = newestOn(catalogue.currencies, hongKongDate(new Date()))?.rows.get(currency);
  return rate ? decimal(String(sum)).times(rate).toNumber() : Number.NaN;
}

/** The sum of one value over the parcels. */
export function sumOf(parcels: readonly ConsignmentParcel[], field: "insuredValue" | "declaredValue"): Decimal {
  let sum = ZERO;
  for (const parcel of parcels) if (parcel[field] !== "0") sum = sum.plus(parcel[field]);
  return sum;
}

/** Whether the recipient of a local consignment is in a remote area, judged by what is known of the address (contract §13.16). */
export function isRemote(catalogue: Catalogue, { address }: Consignment): boolean {
  return address ? liesInArea(address, catalogue.remoteAreas) : false;
}

/** What a provider charges for a consignment on a date in Hong Kong, or why it does not take it (contract §13.7). */
export function priceConsignment(
  catalogue: Catalogue,
  providerCode: string,
  consignment: Consignment,
  date: string,
): Priced | Unavailable {
  const provider = findProvider(catalogue, providerCode, consignment.shipType);
  const [fault] = provider ? faultsOf(catalogue, provider, consignment, date) : [];
  return fault ?? priceJudged(catalogue, providerCode, consignment, date);
}

/** The same for what the rules of an order have let through (`serviceProblems`), which is not judged again. */
export function priceJudged(
  catalogue: Catalogue,
  providerCode: string,
  consignment: Consignment,
  date: string,
): Priced | Unavailable {
  const { shipType, parcels, currency } = consignment;
  const provider = findProvider(catalogue, providerCode, shipType);
  const tariff = provider && tariffFor(catalogue, provider, consignment.country, date);
  if (!tariff) return unknownProvider();

  const { scaled, isVolumetric } = weigh(parcels, provider.volumetricDivisor);
  const base = baseOf(tariff, scaled, provider.volumetricDivisor);
  const breakdown: PriceLine[] = [];
  let price = ZERO;
  const add = (code: string, amount: Decimal) => {
    const line = amount.round(CENTS);
    if (line.eq(0) && code !== "BASE") return ZERO;
    breakdown.push({ code, amount: money(line) });
    price = price.plus(line);
    return line;
  };
  const fee = (code: string, value: Decimal = ZERO) => {
    const row = newestOn(catalogue.surcharges, date)?.rows.get(surchargeKey(shipType, code));
    if (!row) return;
    const amount = row.kind === "FIXED" ? row.amount : percentOf(value, row.amount);
    add(code, amount.lt(row.minimum) ? row.minimum : amount);
  };

  add("BASE", base.price);
  if (isRemote(catalogue, consignment)) fee("REMOTE_AREA", price);
  const fuel = newestOn(catalogue.fuel, date)?.rows.get(providerCode);
  if (fuel) add("FUEL", percentOf(price, fuel));
  if (consignment.codAmount !== null) fee("COD", decimal(consignment.codAmount));
  const insured = sumOf(parcels, "insuredValue");
  if (insured.gt(0)) fee("INSURANCE", inHkd(catalogue, insured, currency, date));
  if (consignment.signature !== "N") fee(`SIGNATURE_${consignment.signature}`);
  if (consignment.taxParty === "sender")
    fee("DUTIES_PAID", inHkd(catalogue, sumOf(parcels, "declaredValue"), currency, date));
  if (consignment.hasBattery) fee("BATTERY");
  if (consignment.deliveryProof === "W") fee("PAPER_PROOF");

  return {
    ok: true,
    price: money(price),
    breakdown,
    chargeableWeight: plain(base.weight),
    weightBasis: isVolumetric ? "VOLUMETRIC" : "ACTUAL",
    minDays: tariff.minDays,
    maxDays: tariff.maxDays,
  };
}
