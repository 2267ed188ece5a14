import { z } from "zod";
import { amount, BOUNDS, choice, code, decimalText, optionalText, paging, side, weight, yesNo } from "./common";
import { defineContract } from "./contract";
import { priceLine, SHIP_TYPES } from "./order";
import {
  battery,
  CURRENCIES,
  codAmount,
  country,
  INTL_PACKAGES,
  LOCAL_PACKAGES,
  MAX_ITEMS,
  MAX_PARCELS,
} from "./order-parts";
import { rateRules } from "./rate-rules";
import { suspension } from "./suspension";

const place = {
  address: optionalText({ max: 500 }).describe("The complete address"),
  district: optionalText({ max: 100 }).describe(
    "District of Hong Kong, in English or Chinese; decides whether the place is remote",
  ),
  city: optionalText({ max: 100 }).describe("City or town"),
  state: optionalText({ max: 100 }).describe("State, province or region; with country US, `PR` means Puerto Rico"),
  post_code: code(32).optional().describe("Postal or ZIP code"),
};

/** To be priced, items need values and batteries, but no description. */
const rateParcel = z
  .object({
    act_weight: weight({ min: "0.01" }).describe("Actual weight"),
    length: side().optional().describe("Length"),
    width: side().optional().describe("Width"),
    height: side().optional().describe("Height"),
    insurance_fee: amount()
      .optional()
      .describe("The value to insure, not a premium; in the currency of the declared values, of local orders in HKD"),
    declaration_list: z
      .array(
        z.object({
          qty: decimalText({ max: BOUNDS.quantity }).optional().describe("A whole number of units"),
          single_weight: weight().optional().describe("Weight of one unit"),
          single_price: amount().optional().describe("Value of one unit, in the currency of the shipment"),
          battery: battery
            .optional()
            .describe("The lithium battery in it, if any; then both of its fields are required"),
        }),
      )
      .max(MAX_ITEMS)
      .optional()
      .describe("What the parcel contains, as declared to customs"),
  })
  .meta({ id: "RateParcel" });

export const intlRateRequest = z
  .object({
    ship_type: z
      .literal("intl")
      .describe(
        "`intl` for an international order, `local` for one within Hong Kong; decides which other fields are accepted",
      ),
    sender: z
      .object({ ...place, country: country.optional() })
      .optional()
      .describe("The sender, who also gets returns"),
    recipient: z.object({ ...place, country }).describe("Who receives it"),
    shipment_detail: z
      .object({
        package_type: choice(INTL_PACKAGES).default("parcel").describe("What it is"),
        currency: choice(CURRENCIES).optional().describe("Currency of the declared values, ISO 4217"),
        parcel_list: z.array(rateParcel).min(1).max(MAX_PARCELS).describe("The parcels"),
      })
      .describe("What is sent: the parcels and their contents"),
    shipment_options: z
      .object({
        tax_party: choice(["sender", "recipient"])
          .optional()
          .describe("Who pays duties and taxes; the recipient if it is left out"),
        recipient_signature: choice(["N", "O", "A"])
          .default("N")
          .describe("`N` none, `O` a signature, `A` the signature of an adult"),
      })
      .optional()
      .describe("Options of an international order; may be left out"),
  })
  .meta({ id: "IntlRateRequest" });

export const localRateRequest = z
  .object({
    ship_type: z
      .literal("local")
      .describe(
        "`intl` for an international order, `local` for one within Hong Kong; decides which other fields are accepted",
      ),
    sender: z.object(place).optional().describe("The sender, who also gets returns"),
    recipient: z.object(place).optional().describe("Who receives it"),
    shipment_detail: z
      .object({
        package_type: choice(LOCAL_PACKAGES).default("parcel").describe("What it is"),
        parcel_list: z
          .array(rateParcel.omit({ declaration_list: true }))
          .min(1)
          .max(MAX_PARCELS)
          .describe("The parcels"),
      })
      .describe("What is sent: the parcels and their contents"),
    is_local_insurance: yesNo
      .default("N")
      .describe("Y insures the parcels for their insurance_fee, whose sum must then be above 0"),
    cod: yesNo.default("N").describe("Cash on delivery; Y requires cod_amount"),
    cod_amount: codAmount,
    delivery_proof: choice(["E", "W", "N"])
      .default("N")
      .describe("Proof of delivery: `E` electronic, `W` on paper, `N` none"),
  })
  .meta({ id: "LocalRateRequest" });

/** What `POST /rates/get` takes: the fields of an order that its price depends on (contract §13.8). */
export const rateRequest = z.discriminatedUnion("ship_type", [intlRateRequest, localRateRequest]);
export type RateRequest = z.output<typeof rateRequest>;

export const rate = z
  .object({
    shipping_provider: z.string(),
    provider_name: z.string(),
    quote_price: z.string(),
    price_breakdown: z.array(priceLine),
    chargeable_weight: z.string(),
    weight_basis: z.enum(["ACTUAL", "VOLUMETRIC"]),
    min_days: z.int(),
    max_days: z.int(),
    supports_cod: z.boolean(),
    supports_pickup_point: z.boolean(),
    supports_pickup_arrange: z.boolean(),
  })
  .meta({ id: "Rate" });

export const getRates = defineContract("getRates", {
  audience: "public",
  tag: "Rates",
  summary: "Quote every service for a route and parcels",
  description: "The quote_id holds these prices for 30 minutes: give it to POST /order/create or POST /order/confirm.",
  body: rateRequest,
  rules: rateRules,
  response: z.object({
    quote_id: z.string(),
    expires_at: z.string(),
    currency: z.literal("HKD"),
    rate_list: z.array(rate),
    unavailable_list: z.array(
      z.object({ shipping_provider: z.string(), code: z.string(), code_reason: z.string(), message: z.string() }),
    ),
    /** What is probably wrong, as entries of `error_trace`. Nothing is refused for it. */
    warnings: z.array(z.object({ field: z.string(), message: z.string(), pointer: z.string() })),
  }),
  example: {
    ship_type: "intl",
    recipient: { country: "JP" },
    shipment_detail: { parcel_list: [{ act_weight: "3.2", length: "40", width: "30", height: "20" }] },
  },
});

export const listProviders = defineContract("listProviders", {
  audience: "public",
  tag: "Rates",
  summary: "List the shipping providers",
  query: z.object({
    ship_type: z.enum(SHIP_TYPES).optional().describe("Only services for international orders, or within Hong Kong"),
  }),
  response: z.array(
    z.object({
      code: z.string(),
      ship_type: z.enum(SHIP_TYPES),
      name_en: z.string(),
      name_zh: z.string(),
      services: z.object({
        supports_cod: z.boolean(),
        supports_pickup_point: z.boolean(),
        supports_pickup_arrange: z.boolean(),
        pickup_weekdays: z.array(z.int()).meta({ description: "ISO 8601 weekdays: 1 is Monday" }),
        pickup_on_holidays: z.boolean(),
        /** Days in the next 60 on which the provider does not collect. */
        pickup_closed_dates: z.array(z.string()),
      }),
      limits: z.object({
        max_weight: z.string().meta({ description: "kg a parcel, by its actual weight" }),
        max_side: z.string().nullable().meta({ description: "cm, the longest side of a parcel; null: no limit" }),
        max_sides_sum: z
          .string()
          .nullable()
          .meta({ description: "cm, the three sides of a parcel together; null: no limit" }),
        pallet: z
          .string()
          .nullable()
          .meta({ description: "In words: the weight and size of a pallet; null: takes none" }),
        volumetric_divisor: z.int(),
        package_types: z.array(z.string()),
      }),
      countries: z.array(z.string()).nullable().meta({ description: "Destinations; null for all" }),
      suspended: z.boolean().meta({ description: "Now: it is in no rates, and orders of it cannot be confirmed" }),
      suspension: suspension.nullable().meta({ description: "Also one that begins later" }),
    }),
  ),
});

export const listPickupPoints = defineContract("listPickupPoints", {
  audience: "public",
  tag: "Rates",
  summary: "Find pickup points",
  query: z.object({
    shipping_provider: code(64).describe("Code of the service, from `POST /rates/get` or `GET /providers`"),
    region: optionalText({ max: 100 }).meta({ description: "English or Chinese" }),
    district: optionalText({ max: 100 }).meta({ description: "English or Chinese" }),
    q: optionalText({ max: 200 }).meta({ description: "Part of the code, name or address in either language" }),
    ...paging,
  }),
  response: z.object({
    delivery_code: z.string(),
    point_type: z.enum(["LOCKER", "STORE", "SHOP"]),
    name_en: z.string(),
    name_zh: z.string(),
    address_en: z.string(),
    address_zh: z.string(),
    region: z.string(),
    district: z.string(),
    opening_hours: z.string(),
    max_weight: z.string(),
    status: z.enum(["ACTIVE", "SUSPENDED", "CLOSED"]),
    address_value: z.string().meta({ description: "What to send as recipient.address" }),
  }),
  list: true,
  errors: ["SERVICE_NOT_AVAILABLE"],
});
