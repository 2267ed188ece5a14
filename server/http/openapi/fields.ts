/**
 * Descriptions of request fields whose contracts have none, or only their bounds. They are kept out of the contracts,
 * because forms load those into the browser. Keys are a field's name, or schema name and field name.
 */

export type Json = Record<string, unknown>;

const PARTIES: Record<string, string> = {
  sender: "The sender, who also gets returns",
  recipient: "Who receives it",
  "IntlParty.name": "Name of the person, in Latin letters if customs must read it",
  name: "Name of the person or company",
  company_name: "Company",
  "IntlParty.mobile_prefix": "Country calling code, a plus sign and 1 to 4 digits, such as `+852`",
  mobile_prefix: "Country calling code, 1 to 4 digits; with a plus sign for international orders",
  "LocalParty.mobile_prefix": "Country calling code, 1 to 4 digits, such as `852`",
  email: "E-mail: one `@` with text on both sides, no blank",
  address: "The complete address",
  "IntlParty.address": "First line of the address: street and number",
  address_line_2: "Second line of the address, if any",
  address_line_3: "Third line of the address, if any",
  city: "City or town",
  state: "State, province or region; with country US, `PR` means Puerto Rico",
  post_code: "Postal or ZIP code",
  tax_code: "Tax or VAT id of the recipient",
  eori_number: "EORI number of the recipient, if goods enter the European Union or the United Kingdom",
  district: "District of Hong Kong, in English or Chinese; decides whether the place is remote",
};

const SAVED: Record<string, string> = {
  "CreateAddressRequest.kind": "Whether it sends or receives",
  "ListAddresses.kind": "Senders or recipients alone",
  "ListAddresses.ship_type": "Those that have the fields of this kind of order",
  "CreateAddressRequest.party": "Who it is: the fields of an order's sender or recipient, as far as they are known",
  "UpdateAddressRequest.clear": "Fields to empty: the label",
};

const SHIPMENT: Record<string, string> = {
  ship_type:
    "`intl` for an international order, `local` for one within Hong Kong; decides which other fields are accepted",
  shipping_provider: "Code of the service, from `POST /rates/get` or `GET /providers`",
  shipment_detail: "What is sent: the parcels and their contents",
  "IntlShipment.package_type": "What it is; pallets have their own limits",
  package_type: "What it is",
  consignment_declaration: "What the shipment contains, printed on the label",
  consignment_invoice_number: "Number of the commercial invoice",
  consignment_remarks: "Remarks for the courier, printed on the label",
  currency: "Currency of the declared values, ISO 4217",
  "ParcelItem.currency": "Stored with the value, which is in HKD: 3 letters",
  reason_of_export: "Why the goods leave Hong Kong, for customs",
  parcel_list: "The parcels",
  item_remarks: "Remarks on this parcel",
  declaration_list: "What the parcel contains, as declared to customs",
  parcel_items: "What the parcel contains",
  act_weight: "Actual weight",
  length: "Length",
  width: "Width",
  height: "Height",
  item_length: "Length of one unit",
  item_width: "Width of one unit",
  item_height: "Height of one unit",
  qty: "How many units",
  insurance_fee: "The value to insure, not a premium; in the currency of the declared values",
  "LocalParcel.insurance_fee":
    "The value to insure, not a premium; in HKD. Above 0 in at least one parcel if is_local_insurance is Y",
  "DeclarationItem.description": "What it is, in words that customs accept",
  "ParcelItem.name": "What it is",
  single_price: "Value of one unit, in the currency of the shipment",
  single_value: "Value of one unit, in HKD",
  single_weight: "Weight of one unit",
  sku: "Stock keeping unit. Required for pick-and-pack accounts, and with bar_code_eid",
  bar_code_eid: "Barcode, given together with sku. Required for pick-and-pack accounts",
  item_application: "What it is used for",
  material: "What it is made of",
  merchant_product_id: "Product safety: your own product number",
  manufacturer_product_id: "Product safety: the manufacturer's product number; may equal the sku",
  standardised_product_id: "Product safety: GTIN, EAN or UPC; may equal the sku",
  is_cpsc_registered: "Product safety, United States: whether the product is registered with the CPSC",
  cpsc_product_id: "Product safety, United States: CPSC product id",
  cpsc_certifier_id: "Product safety, United States: CPSC certifier id",
  cpsc_version_id: "Product safety, United States: CPSC version id",
  manufacture_date: "Product safety: day of manufacture",
  most_recent_test_date: "Product safety: day of the latest test",
  ...Object.fromEntries(
    [
      ["manufacturer", "the manufacturer"],
      ["testing_laboratory", "the testing laboratory"],
      ["records_keeper", "the keeper of the test records"],
    ].flatMap(([field, words]) => [
      [`${field}_name`, `Product safety: name of ${words}`],
      [`${field}_address`, `Product safety: address of ${words}`],
      [`${field}_phone`, `Product safety: telephone number of ${words}`],
      [`${field}_email`, `Product safety: e-mail of ${words}`],
    ]),
  ),
  unit: "Unit of the quantity: pieces, boxes, bags, pairs, cartons, sets, dozens, or none",
  battery: "The lithium battery in it, if any; then both of its fields are required",
  "Battery.type": "Whether the battery is rechargeable",
  "Battery.location": "Whether the battery is inside the goods or packed with them",
  shipment_options: "Options of an international order; may be left out",
  tax_party: "Who pays duties and taxes; the recipient if it is left out",
  ioss_number: "IOSS number, for sales to the European Union",
  courier_account_number:
    "Your account with the carrier. Exactly 9 digits, and required, for Express Export to Puerto Rico with tax_party recipient; any text otherwise",
  recipient_signature: "`N` none, `O` a signature, `A` the signature of an adult",
  is_local_insurance: "Y insures the parcels for their insurance_fee, whose sum must then be above 0",
  cod: "Cash on delivery; Y requires cod_amount",
  delivery_proof: "Proof of delivery: `E` electronic, `W` on paper, `N` none",
  pickup_arrange: "Asks the courier to collect the parcels; may be left out",
  pickup_date:
    "Day of the collection, today or later in Hong Kong and a day on which the provider collects. Required if a time is given",
  pickup_start_time: "From 09:30 to 18:00; 09:30 if it is left out",
  pickup_end_time: "From 12:00 to 20:30 and at least 150 minutes after the start; 20:30 if it is left out",
  client_remarks: "Your own remarks; they are not printed on the label",
  confirm_shipment: "Y buys the shipment; N, or leaving it out, only saves the order",
  local: "What local orders begin with",
  intl: "What international orders begin with",
  parcel: "Weight and size that the first parcel begins with",
  package: "The only parcel",
  dimensions: "Its three sides in cm",
  phone: "Telephone number; a Hong Kong number unless it begins with a plus sign or 00",
  "CancelOrderRequest.reason": "Why the order is cancelled",
  "CancelOrderRequest.remarks": "Details, for yourself and the warehouse",
  "RateParcel.declaration_list.qty": "A whole number of units",
};

const READING: Record<string, string> = {
  order_id: "The order's id",
  order_ids: "The orders' ids, in the order in which they are printed",
  "ExportOrders.format": "Kind of file: text with commas, or an Excel workbook",
  sort: "What rows are sorted by; a minus sign before it reverses the order",
  paper: "Paper that the label is drawn for",
  event: "The event type",
  status: "Only those in this state",
  since: "From this time on, inclusive",
  id: "The id of the webhook endpoint",
  delivery_id: "The id of the delivery",
  product_id: "The id of the product",
  wave_id: "The id of the wave",
  "ListPickPack.wave_id": "Only orders of this wave",
  "ListPickPack.is_cancel_requested": "Whether the merchant has requested cancellation and nobody has answered",
  "ListProducts.is_low_stock": "Whether available units are at the low stock mark or below",
  "ListMovements.order_id": "Only movements of this order",
  "ListDeliveries.order_id": "Only deliveries of this order's events",
};

const TRACKING: Record<string, string> = {
  "RecordScanRequest.event": "What the scan reports",
  occurred_at: "When it was scanned, at most 30 days in the future",
  location: "Where it was scanned",
  "Location.city": "City of the scan",
  "Location.state": "State or province of the scan",
  "Location.country": "Country of the scan",
  "RecordScanRequest.description": "The carrier's words",
  sub_status: "More detail than the event, such as available_for_pickup or not_home",
  estimated_delivery: "When delivery is expected; replaces the order's estimate",
  delivered_to: "Who took the parcel",
  signature_required: "Whether a signature was required",
  proof_of_delivery_url: "Where the proof of delivery is: an https address of at most 2048 characters",
};

const WAREHOUSE: Record<string, string> = {
  is_require_repack: "Whether it is packed into other parcels; Y requires parcel_list",
  "PriceRepackRequest.parcel_list": "The repacked parcels, the same number and order as in the order",
  "ReadyPickPackRequest.parcel_list": "The repacked parcels, the same number and order as in the order",
  reject_type: "Why the warehouse cannot accept the order; OTHERS requires reject_reason",
  code: "What was scanned: a barcode, a sku, or a number",
  "FindPickPack.code": "What was scanned: a tracking number or an order id",
  "ScanLabelRequest.code": "What was scanned: the parcel's tracking number",
  parcel: "Number of the parcel in the order, from 1",
  "ScanItemRequest.parcel":
    "Number of the parcel in the order, from 1; if left out, the first that still needs the item",
  "ReopenParcelRequest.parcel":
    "Number of the parcel in the order, from 1; if left out, the whole order is packed again",
  position: "Number of the item in its parcel, from 1",
  "NoteShortRequest.reason": "Why units are missing; OTHERS requires remarks",
  "CancelPickPackRequest.remarks": "The reason, for the merchant",
  "DeclineCancelRequest.remarks": "Why the order goes on, for the merchant",
  is_picked: "Y ticks the lines off, N unticks them",
  customer_eid: "The merchant's account id",
  "CreateWaveRequest.order_list.order_id": "The order's id",
  "CreateWaveRequest.name": "What people call the wave",
  "UpdateWaveRequest.name": "What people call the wave",
  "UpdateWaveRequest.clear": "Names of fields to empty",
  "ListWaves.status": "Only waves in this state",
  "CreateWaveRequest.shipping_provider": "Only orders of this service",
};

const PRODUCTS: Record<string, string> = {
  weight: "Weight of one unit",
  "ProductInput.sku": "Stock keeping unit, unique within the account and environment",
  "ProductInput.bar_code_eid": "Barcode, unique within the account and environment",
  "ItemInput.description": "What it is for customs, if not its name",
  "ItemInput.single_price": "Value of one unit, in `currency`",
  "ItemInput.currency": "Currency of single_price, ISO 4217",
  "UpdateItemRequest.clear": "Names of fields to empty; none of them may have a value in the same request",
  "ProductInput.name": "Name of the product",
  "ProductInput.currency": "Currency of unit_value, ISO 4217",
  unit_value: "Value of one unit, in the product's currency",
  warehouse_location: "Where it is in the warehouse",
  "UpdateProductRequest.clear": "Names of fields to empty; none of them may have a value in the same request",
  kind: "What is done with the stock",
  product_list: "The products, each sku once",
};

const ACCESS: Record<string, string> = {
  grant_type: "Always `client_credentials`",
  client_id: "Id of the API client, of this environment",
  client_secret: "Its secret",
  "CreateOAuthTokenRequest.client_id": "Id of the API client, of this environment; left out if HTTP Basic has it",
  "CreateOAuthTokenRequest.client_secret": "Its secret; left out if HTTP Basic has it",
  "CreateWebhookRequest.description": "What the endpoint is for, in your own words",
  "CreateWebhookRequest.auth_header.name": "Name of the header; not one that deliveries already have",
  value: "Value of the header: visible ASCII characters and blanks between them",
  signature: "Whether deliveries are signed; turning it off requires auth_header or legacy_signature",
  legacy_signature: "Whether the older X-Service-Signature is sent too",
  "CreateWebhookRequest.secret":
    "Your own secret to sign with, 16 to 256 visible ASCII characters, whose whole text is the key; left out: one is made. The Standard Webhooks headers are sent only if it is `whsec_` and the base64 of 24 to 64 bytes",
  "RollWebhookSecretRequest.secret": "Your own new secret, as for a new endpoint; left out: one is made",
  overlap_hours: "Hours during which the old secret signs too",
  "TestWebhookRequest.event": "The event type to send an example of",
};

const FIELDS: Record<string, string> = {
  ...PARTIES,
  ...SAVED,
  ...SHIPMENT,
  ...READING,
  ...TRACKING,
  ...WAREHOUSE,
  ...PRODUCTS,
  ...ACCESS,
};

/** The keys of the table that no field has used yet; none may be left once the document is built. */
export const unusedFields = new Set(Object.keys(FIELDS));

const FORMS: Record<string, string> = {
  "^\\d{1,12}(\\.\\d{1,6})?$": "a decimal number as a string",
  "^\\d{1,12}$": "a whole number as a string",
  "^-?\\d{1,12}$": "a whole number as a string",
  "^\\d{1,15}$": "1 to 15 digits",
  "^([01]\\d|2[0-3]):[0-5]\\d$": "`HH:MM`, Hong Kong time",
};
const FORMATS: Record<string, string> = {
  date: "`YYYY-MM-DD`",
  "date-time": "ISO 8601 with an offset",
};

/** The bounds of a field in words, derived from its schema. */
function boundsOf(schema: Json): string[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, exclusiveMinimum } = schema as Record<
    string,
    number
  >;
  const words: unknown[] = [
    FORMS[String(schema.pattern)],
    FORMATS[String(schema.format)],
    maxLength &&
      (minLength && minLength > 1 ? `${minLength} to ${maxLength} characters` : `at most ${maxLength} characters`),
    maxItems && (minItems ? `${minItems} to ${maxItems} of them` : `at most ${maxItems} of them`),
    minItems && !maxItems ? `at least ${minItems} of them` : undefined,
    minimum !== undefined && maximum !== undefined && `a whole number from ${minimum} to ${maximum}`,
    minimum !== undefined && maximum === undefined && `at least ${minimum}`,
    exclusiveMinimum !== undefined && `more than ${exclusiveMinimum}`,
  ];
  return words.filter((each) => typeof each === "string");
}

/** Schemas that share the fields of another schema. */
const ALIKE: Record<string, string> = {
  IntlAddressParty: "IntlParty",
  LocalAddressParty: "LocalParty",
  UpdateAddressRequest: "CreateAddressRequest",
  IntlRecipient: "IntlParty",
  LocalRecipient: "LocalParty",
  UpdateProductRequest: "ProductInput",
  UpdateItemRequest: "ItemInput",
  SimulateScanRequest: "RecordScanRequest",
  UpdateWebhookRequest: "CreateWebhookRequest",
};

function keyOf(owner: string, name: string, isBare: boolean): string | undefined {
  const [root = "", ...path] = owner.split(".");
  const alike = [ALIKE[root] ?? root, ...path, name].join(".");
  return [`${owner}.${name}`, alike, ...(isBare ? [name] : [])].find((key) => key in FIELDS);
}

/**
 * Descriptions that only give bounds and unit, as builders of fields generate them; they do not say what the field is.
 */
const BARE = /^(At most |cm, |kg, |A whole number of units)/;

function described(schema: Json, owner: string, name: string): Json {
  const said = typeof schema.description === "string" ? schema.description : undefined;
  const isBare = said === undefined || BARE.test(said);
  const key = keyOf(owner, name, isBare);
  if (key) unusedFields.delete(key);
  const before = key && FIELDS[key];
  const after = before && isBare ? said?.replace(/^[A-Z]/, (letter) => letter.toLowerCase()) : said;
  const text = [before, after]
    .filter(Boolean)
    .map((words) => words?.replace(/\.$/, ""))
    .join(isBare ? ", " : ". ");
  const bounds = boundsOf(schema).filter((words) => !text.toLowerCase().includes(words));
  const description = [text, ...bounds].filter(Boolean).join("; ");
  return description ? { ...schema, description } : schema;
}

/** A request schema with a description of each field; `owner` is its name in the document. */
export function withDescriptions(schema: Json, owner: string): Json {
  const made: Json = { ...schema };
  if (schema.properties)
    made.properties = Object.fromEntries(
      Object.entries(schema.properties as Record<string, Json>).map(([name, field]) => [
        name,
        described(withDescriptions(field, `${owner}.${name}`), owner, name),
      ]),
    );
  if (schema.items) made.items = withDescriptions(schema.items as Json, owner);
  for (const key of ["anyOf", "oneOf", "allOf"])
    if (Array.isArray(schema[key]))
      made[key] = (schema[key] as Json[]).map((member) => withDescriptions(member, owner));
  return made;
}
