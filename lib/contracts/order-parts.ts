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
    name: text({ max: 35, visible: true }).describe("Name of the person, in Latin letters if customs must read it"),
    company_name: optionalText({ max: 35, visible: true }).describe("Company"),
    mobile,
    mobile_prefix: z
      .string()
      .superRefine(rule((value) => (/^\+\d{1,4}$/.test(value) ? undefined : "prefixPlus")))
      .meta({ pattern: "^\\+\\d{1,4}$" })
      .describe("Country calling code, a plus sign and 1 to 4 digits, such as `+852`"),
    email,
    address: text({ min: 5, max: 29, visible: true }).describe("First line of the address: street and number"),
    address_line_2: optionalText({ max: 29, visible: true }).describe("Second line of the address, if any"),
    address_line_3: optionalText({ max: 29, visible: true }).describe("Third line of the address, if any"),
    city: optionalText({ max: 100 }).describe("City or town"),
    state: optionalText({ max: 100 }).describe("State, province or region; with country US, `PR` means Puerto Rico"),
    post_code: code(32).optional().describe("Postal or ZIP code"),
    country,
  })
  .meta({ id: "IntlParty" });

export const intlRecipient = intlParty
  .extend({
    tax_code: code(100).optional().describe("Tax or VAT id of the recipient"),
    eori_number: code(20)
      .optional()
      .describe("EORI number of the recipient, if goods enter the European Union or the United Kingdom"),
  })
  .meta({ id: "IntlRecipient" });

/** Who sends or receives a local order. */
export const localParty = z
  .object({
    name: text({ max: 200, visible: true }).describe("Name of the person or company"),
    mobile,
    mobile_prefix: z
      .string()
      .superRefine(rule((value) => (/^\d{1,4}$/.test(value) ? undefined : "prefixDigits")))
      .meta({ pattern: "^\\d{1,4}$" })
      .describe("Country calling code, 1 to 4 digits, such as `852`"),
    email: email.optional(),
    address: text({ min: 5, max: 500, visible: true }).describe("The complete address"),
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

/** What the quantity of goods counts. */
export const unit = choice(UNITS).describe(
  "Unit of the quantity: pieces, boxes, bags, pairs, cartons, sets, dozens, or none",
);

export const battery = z
  .object({
    type: choice(BATTERY_TYPES).describe("Whether the battery is rechargeable"),
    location: choice(BATTERY_LOCATIONS).describe("Whether the battery is inside the goods or packed with them"),
  })
  .meta({
    id: "Battery",
    description: "The lithium battery in it, if any; then both of its fields are required",
  });

const person = (role: string, whom: string) => ({
  [`${role}_name`]: optionalText({ max: 200, visible: true }).describe(`Product safety: name of ${whom}`),
  [`${role}_address`]: optionalText({ max: 500, visible: true }).describe(`Product safety: address of ${whom}`),
  [`${role}_phone`]: code(50).optional().describe(`Product safety: telephone number of ${whom}`),
  [`${role}_email`]: email.optional().describe(`Product safety: e-mail of ${whom}`),
});
type PersonFields<R extends string> = Record<`${R}_name` | `${R}_address`, ReturnType<typeof optionalText>> &
  Record<`${R}_phone`, z.ZodOptional<ReturnType<typeof code>>> &
  Record<`${R}_email`, z.ZodOptional<typeof email>>;

/** A line of the customs declaration. */
export const declarationItem = z
  .object({
    description: text({ max: 35 }).describe("What it is, in words that customs accept"),
    qty: quantity(1).describe("How many units"),
    single_price: amount().describe("Value of one unit, in the currency of the shipment"),
    single_weight: weight().optional().describe("Weight of one unit"),
    hscode: hsCode(1).optional(),
    origin: country.optional(),
    sku: code(100)
      .optional()
      .describe("Stock keeping unit. Required for pick-and-pack accounts, and with bar_code_eid"),
    bar_code_eid: code(100)
      .optional()
      .describe("Barcode, given together with sku. Required for pick-and-pack accounts"),
    item_application: optionalText({ max: 200 }).describe("What it is used for"),
    material: optionalText({ max: 200 }).describe("What it is made of"),
    merchant_product_id: code(100).optional().describe("Product safety: your own product number"),
    manufacturer_product_id: code(100)
      .optional()
      .describe("Product safety: the manufacturer's product number; may equal the sku"),
    standardised_product_id: code(100).optional().describe("Product safety: GTIN, EAN or UPC; may equal the sku"),
    is_cpsc_registered: yesNo
      .optional()
      .describe("Product safety, United States: whether the product is registered with the CPSC"),
    cpsc_product_id: code(100).optional().describe("Product safety, United States: CPSC product id"),
    cpsc_certifier_id: code(100).optional().describe("Product safety, United States: CPSC certifier id"),
    cpsc_version_id: code(100).optional().describe("Product safety, United States: CPSC version id"),
    manufacture_date: date.optional().describe("Product safety: day of manufacture"),
    ...(person("manufacturer", "the manufacturer") as PersonFields<"manufacturer">),
    most_recent_test_date: date.optional().describe("Product safety: day of the latest test"),
    ...(person("testing_laboratory", "the testing laboratory") as PersonFields<"testing_laboratory">),
    ...(person("records_keeper", "the keeper of the test records") as PersonFields<"records_keeper">),
    item_length: side().optional().describe("Length of one unit"),
    item_width: side().optional().describe("Width of one unit"),
    item_height: side().optional().describe("Height of one unit"),
    unit: unit.default("PCS"),
    battery: battery.optional(),
  })
  .meta({ id: "DeclarationItem" });

/** A parcel of an international order, with its declaration. */
const intlParcel = z
  .object({
    act_weight: weight({ min: "0.01" }).describe("Actual weight"),
    height: side().describe("Height"),
    width: side().describe("Width"),
    length: side().describe("Length"),
    insurance_fee: amount()
      .optional()
      .describe("The value to insure, not a premium; in the currency of the declared values"),
    item_remarks: optionalText({ max: 30, lines: true }).describe("Remarks on this parcel"),
    declaration_list: z
      .array(declarationItem)
      .min(1)
      .max(MAX_ITEMS)
      .describe("What the parcel contains, as declared to customs"),
  })
  .meta({ id: "IntlParcel" });

/** An item of a local parcel. */
const parcelItem = z
  .object({
    name: text({ max: 200, visible: true }).describe("What it is"),
    qty: quantity(1).describe("How many units"),
    currency: z
      .string()
      .superRefine(rule((value) => (/^[A-Za-z]{3}$/.test(value) ? undefined : "currency")))
      .default("HKD")
      .describe("Stored with the value, which is in HKD: 3 letters"),
    single_value: amount().describe("Value of one unit, in HKD"),
    sku: code(100)
      .optional()
      .describe("Stock keeping unit. Required for pick-and-pack accounts, and with bar_code_eid"),
    bar_code_eid: code(100)
      .optional()
      .describe("Barcode, given together with sku. Required for pick-and-pack accounts"),
    item_length: side().optional().describe("Length of one unit"),
    item_width: side().optional().describe("Width of one unit"),
    item_height: side().optional().describe("Height of one unit"),
  })
  .meta({ id: "ParcelItem" });

const localParcel = z
  .object({
    act_weight: weight({ min: "0.01" }).describe("Actual weight"),
    length: side().optional().describe("Length"),
    width: side().optional().describe("Width"),
    height: side().optional().describe("Height"),
    insurance_fee: amount()
      .default("0")
      .describe(
        "The value to insure, not a premium; in HKD. Above 0 in at least one parcel if is_local_insurance is Y",
      ),
    parcel_items: z.array(parcelItem).min(1).max(MAX_ITEMS).describe("What the parcel contains"),
  })
  .meta({ id: "LocalParcel" });

/** What an international order sends. */
export const intlShipment = z
  .object({
    package_type: choice(INTL_PACKAGES).describe("What it is; pallets have their own limits"),
    consignment_declaration: optionalText({ max: 35 }).describe("What the shipment contains, printed on the label"),
    consignment_invoice_number: code(50).optional().describe("Number of the commercial invoice"),
    consignment_remarks: optionalText({ max: 200, lines: true }).describe(
      "Remarks for the courier, printed on the label",
    ),
    currency: choice(CURRENCIES).optional().describe("Currency of the declared values, ISO 4217"),
    reason_of_export: choice(EXPORT_REASONS).optional().describe("Why the goods leave Hong Kong, for customs"),
    parcel_list: z.array(intlParcel).min(1).max(MAX_PARCELS).describe("The parcels"),
  })
  .meta({ id: "IntlShipment" });

export const localShipment = z
  .object({
    package_type: choice(LOCAL_PACKAGES).describe("What it is"),
    consignment_declaration: text({ max: 35 }).describe("What the shipment contains, printed on the label"),
    consignment_remarks: optionalText({ max: 200, lines: true }).describe(
      "Remarks for the courier, printed on the label",
    ),
    parcel_list: z.array(localParcel).min(1).max(MAX_PARCELS).describe("The parcels"),
  })
  .meta({ id: "LocalShipment" });

/** Options of an international order. An empty string instead of the object counts as leaving it out. */
export const shipmentOptions = z
  .object({
    tax_party: choice(["sender", "recipient"])
      .optional()
      .describe("Who pays duties and taxes; the recipient if it is left out"),
    ioss_number: code(50).optional().describe("IOSS number, for sales to the European Union"),
    courier_account_number: code(100)
      .optional()
      .describe(
        "Your account with the carrier. Exactly 9 digits, and required, for Express Export to Puerto Rico with tax_party recipient; any text otherwise",
      ),
    recipient_signature: choice(["N", "O", "A"])
      .default("N")
      .describe("`N` none, `O` a signature, `A` the signature of an adult"),
  })
  .meta({ id: "ShipmentOptions" });

/** Of a local order. */
export const deliveryProof = choice(["E", "W", "N"]).describe(
  "Proof of delivery: `E` electronic, `W` on paper, `N` none",
);

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
    pickup_date: date
      .optional()
      .describe(
        "Day of the collection, today or later in Hong Kong and a day on which the provider collects. Required if a time is given",
      ),
    pickup_start_time: time.optional().describe("From 09:30 to 18:00; 09:30 if it is left out"),
    pickup_end_time: time
      .optional()
      .describe("From 12:00 to 20:30 and at least 150 minutes after the start; 20:30 if it is left out"),
  })
  .meta({ id: "PickupArrange" });
