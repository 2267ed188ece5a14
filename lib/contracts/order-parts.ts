import { z } from "zod";
import { countryCode } from "@/lib/addresses/country";
import { judgeMobile } from "@/lib/addresses/phone";
import {
  BATTERY_LOCATIONS,
  BATTERY_TYPES,
  CURRENCIES,
  EXPORT_REASONS,
  INTL_PACKAGES,
  LOCAL_PACKAGES,
  MAX_ITEMS,
  MAX_PARCELS,
  splitDeliveryCode,
  UNITS,
  withCodeInCapitals,
} from "@/lib/orders/choices";
import {
  amount,
  BOUNDS,
  choice,
  code,
  date,
  email,
  hsCode,
  isVisible,
  optionalText,
  quantity,
  rule,
  side,
  text,
  time,
  weight,
  yesNo,
} from "./common";

export {
  CURRENCIES,
  INTL_PACKAGES,
  LOCAL_PACKAGES,
  MAX_ITEMS,
  MAX_PARCELS,
  splitDeliveryCode,
} from "@/lib/orders/choices";

/** A country, turned into its alpha-2 code (contract §3.9). */
export const country = z
  .string()
  .overwrite((value) => countryCode(value) ?? value)
  .superRefine(rule((value) => (countryCode(value) ? undefined : "country")))
  .meta({ description: "ISO 3166-1 alpha-2 in any case, or a country name in English or traditional Chinese" });

const mobile = z
  .string()
  .superRefine(rule(judgeMobile))
  .meta({ description: "Without the country prefix: 4 to 15 digits; 8 with prefix 852" });

/** Who sends or receives an international order. */
export const intlParty = z
  .object({
    name: text({ max: 35, visible: true }),
    company_name: optionalText({ max: 35, visible: true }),
    mobile,
    mobile_prefix: z
      .string()
      .superRefine(rule((value) => (/^\+\d{1,4}$/.test(value) ? undefined : "prefixPlus")))
      .meta({ pattern: "^\\+\\d{1,4}$" }),
    email,
    address: text({ min: 5, max: 29, visible: true }),
    address_line_2: optionalText({ max: 29, visible: true }),
    address_line_3: optionalText({ max: 29, visible: true }),
    city: optionalText({ max: 100 }),
    state: optionalText({ max: 100 }),
    post_code: code(32).optional(),
    country,
  })
  .meta({ id: "IntlParty" });

export const intlRecipient = intlParty
  .extend({
    tax_code: code(100).optional(),
    eori_number: code(20).optional(),
  })
  .meta({ id: "IntlRecipient" });

/** Who sends or receives a local order. */
export const localParty = z
  .object({
    name: text({ max: 200, visible: true }),
    mobile,
    mobile_prefix: z
      .string()
      .superRefine(rule((value) => (/^\d{1,4}$/.test(value) ? undefined : "prefixDigits")))
      .meta({ pattern: "^\\d{1,4}$" }),
    email: email.optional(),
    address: text({ min: 5, max: 500, visible: true }),
  })
  .meta({ id: "LocalParty" });

/** A recipient's address may end with a caret and a delivery code; the minimum is the address's own (contract §12.11). */
export const localRecipient = localParty
  .extend({
    address: text({ max: 500 })
      .overwrite(withCodeInCapitals)
      .superRefine(
        rule((value) => {
          const { address } = splitDeliveryCode(value);
          if (value === "") return undefined;
          if ([...address].length < 5) return ["tooShort", { min: 5 }];
          return isVisible(address) ? undefined : "nothingVisible";
        }),
      )
      .meta({ description: "Full address; `address^delivery_code` delivers to a pickup point" }),
  })
  .meta({ id: "LocalRecipient" });

export const battery = z
  .object({
    type: choice(BATTERY_TYPES),
    location: choice(BATTERY_LOCATIONS),
  })
  .meta({ id: "Battery" });

const person = (role: string) => ({
  [`${role}_name`]: optionalText({ max: 200, visible: true }),
  [`${role}_address`]: optionalText({ max: 500, visible: true }),
  [`${role}_phone`]: code(50).optional(),
  [`${role}_email`]: email.optional(),
});
type PersonFields<R extends string> = Record<`${R}_name` | `${R}_address`, ReturnType<typeof optionalText>> &
  Record<`${R}_phone`, z.ZodOptional<ReturnType<typeof code>>> &
  Record<`${R}_email`, z.ZodOptional<typeof email>>;

/** A line of the customs declaration. */
export const declarationItem = z
  .object({
    description: text({ max: 35 }),
    qty: quantity(1),
    single_price: amount(),
    single_weight: weight().optional(),
    hscode: hsCode(1).optional(),
    origin: country.optional(),
    sku: code(100).optional(),
    bar_code_eid: code(100).optional(),
    item_application: optionalText({ max: 200 }),
    material: optionalText({ max: 200 }),
    merchant_product_id: code(100).optional(),
    manufacturer_product_id: code(100).optional(),
    standardised_product_id: code(100).optional(),
    is_cpsc_registered: yesNo.optional(),
    cpsc_product_id: code(100).optional(),
    cpsc_certifier_id: code(100).optional(),
    cpsc_version_id: code(100).optional(),
    manufacture_date: date.optional(),
    ...(person("manufacturer") as PersonFields<"manufacturer">),
    most_recent_test_date: date.optional(),
    ...(person("testing_laboratory") as PersonFields<"testing_laboratory">),
    ...(person("records_keeper") as PersonFields<"records_keeper">),
    item_length: side().optional(),
    item_width: side().optional(),
    item_height: side().optional(),
    unit: choice(UNITS).default("PCS"),
    battery: battery.optional(),
  })
  .meta({ id: "DeclarationItem" });

/** A parcel of an international order, with its declaration. */
const intlParcel = z
  .object({
    act_weight: weight({ min: "0.01" }),
    height: side(),
    width: side(),
    length: side(),
    insurance_fee: amount().optional(),
    item_remarks: optionalText({ max: 30, lines: true }),
    declaration_list: z.array(declarationItem).min(1).max(MAX_ITEMS),
  })
  .meta({ id: "IntlParcel" });

/** An item of a local parcel. */
const parcelItem = z
  .object({
    name: text({ max: 200, visible: true }),
    qty: quantity(1),
    currency: z
      .string()
      .superRefine(rule((value) => (/^[A-Za-z]{3}$/.test(value) ? undefined : "currency")))
      .default("HKD"),
    single_value: amount(),
    sku: code(100).optional(),
    bar_code_eid: code(100).optional(),
    item_length: side().optional(),
    item_width: side().optional(),
    item_height: side().optional(),
  })
  .meta({ id: "ParcelItem" });

const localParcel = z
  .object({
    act_weight: weight({ min: "0.01" }),
    length: side().optional(),
    width: side().optional(),
    height: side().optional(),
    insurance_fee: amount().default("0"),
    parcel_items: z.array(parcelItem).min(1).max(MAX_ITEMS),
  })
  .meta({ id: "LocalParcel" });

/** What an international order sends. */
export const intlShipment = z
  .object({
    package_type: choice(INTL_PACKAGES),
    consignment_declaration: optionalText({ max: 35 }),
    consignment_invoice_number: code(50).optional(),
    consignment_remarks: optionalText({ max: 200, lines: true }),
    currency: choice(CURRENCIES).optional(),
    reason_of_export: choice(EXPORT_REASONS).optional(),
    parcel_list: z.array(intlParcel).min(1).max(MAX_PARCELS),
  })
  .meta({ id: "IntlShipment" });

export const localShipment = z
  .object({
    package_type: choice(LOCAL_PACKAGES),
    consignment_declaration: text({ max: 35 }),
    consignment_remarks: optionalText({ max: 200, lines: true }),
    parcel_list: z.array(localParcel).min(1).max(MAX_PARCELS),
  })
  .meta({ id: "LocalShipment" });

/** Options of an international order. An empty string instead of the object counts as leaving it out. */
export const shipmentOptions = z
  .object({
    tax_party: choice(["sender", "recipient"]).optional(),
    ioss_number: code(50).optional(),
    courier_account_number: code(100).optional(),
    recipient_signature: choice(["N", "O", "A"]).default("N"),
  })
  .meta({ id: "ShipmentOptions" });

/** Judged only when cod is Y, by `order-rules.ts`: otherwise it may be anything (contract §3.5). */
export const codAmount = z
  .unknown()
  .optional()
  .meta({
    type: "string",
    description: `HKD, more than 0 and at most ${BOUNDS.money}, at most 2 decimals; required when cod is Y, else not read`,
  }) as unknown as z.ZodOptional<z.ZodString>;

/** When the courier comes (contract §12.10); the rules across fields are in `order-rules.ts`. */
export const pickupArrange = z
  .object({
    pickup_date: date.optional(),
    pickup_start_time: time.optional(),
    pickup_end_time: time.optional(),
  })
  .meta({ id: "PickupArrange" });
