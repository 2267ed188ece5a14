import type { OrderRecord } from "@/lib/contracts/order";
import { BATTERY_LOCATIONS, BATTERY_TYPES } from "@/lib/order-choices";

type Loose = Record<string, unknown>;
export type ShipType = "intl" | "local";

const DECLARATION: Loose = {
  description: "",
  qty: "1",
  unit: "PCS",
  single_price: "",
  single_weight: "",
  hscode: "",
  origin: "",
  battery: null,
  sku: "",
  bar_code_eid: "",
};
const ITEM: Loose = { name: "", qty: "1", single_value: "", currency: "HKD", sku: "", bar_code_eid: "" };
const MEASURES: Loose = { act_weight: "", length: "", width: "", height: "", insurance_fee: "" };

/** A line of a declaration, or an item of a local parcel, with nothing in it yet. */
export function emptyItem(shipType: ShipType): Loose {
  return structuredClone(shipType === "intl" ? DECLARATION : ITEM);
}

/** Where a parcel's items stand. */
export function itemsKey(shipType: ShipType): "declaration_list" | "parcel_items" {
  return shipType === "intl" ? "declaration_list" : "parcel_items";
}

/** A parcel with one item, nothing in it yet. */
export function emptyParcel(shipType: ShipType): Loose {
  return shipType === "intl"
    ? { ...MEASURES, item_remarks: "", declaration_list: [emptyItem("intl")] }
    : { ...MEASURES, parcel_items: [emptyItem("local")] };
}

/** A sender with nothing in it but what nearly all have in common. */
export function emptySender(shipType: ShipType): Loose {
  return shipType === "intl"
    ? { ...intlParty(), mobile_prefix: "+852", country: "HK" }
    : { name: "", mobile_prefix: "852", mobile: "", email: "", address: "" };
}

function intlParty(): Loose {
  return {
    name: "",
    company_name: "",
    mobile_prefix: "",
    mobile: "",
    email: "",
    country: "",
    address: "",
    address_line_2: "",
    address_line_3: "",
    city: "",
    state: "",
    post_code: "",
  };
}

/** The values of an empty order form: the API's body, with `""` where nothing is given. */
export function emptyOrder(shipType: ShipType): Loose {
  const shared = { ship_type: shipType, shipping_provider: "", sender: emptySender(shipType), client_remarks: "" };
  if (shipType === "intl")
    return {
      ...shared,
      recipient: { ...intlParty(), tax_code: "", eori_number: "" },
      shipment_detail: {
        package_type: "parcel",
        consignment_declaration: "",
        consignment_invoice_number: "",
        consignment_remarks: "",
        currency: "HKD",
        reason_of_export: "Sale of goods",
        parcel_list: [emptyParcel("intl")],
      },
      shipment_options: {
        tax_party: "recipient",
        ioss_number: "",
        courier_account_number: "",
        recipient_signature: "N",
      },
    };
  return {
    ...shared,
    recipient: emptySender("local"),
    shipment_detail: {
      package_type: "parcel",
      consignment_declaration: "",
      consignment_remarks: "",
      parcel_list: [emptyParcel("local")],
    },
    is_local_insurance: "N",
    cod: "N",
    cod_amount: "",
    delivery_proof: "N",
    pickup_arrange: { pickup_date: "", pickup_start_time: "", pickup_end_time: "" },
  };
}

const isObject = (value: unknown): value is Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// A draft is unjudged: only values of the kind that the form has there are taken, the rest stays as it is in an empty one.
function laid(over: Loose, saved: unknown): Loose {
  if (!isObject(saved)) return over;
  const merged: Loose = { ...over };
  for (const [key, value] of Object.entries(saved)) {
    const own = Object.hasOwn(over, key) ? over[key] : undefined;
    if (typeof value === "string" && (own === undefined || own === null || typeof own === "string"))
      merged[key] = value;
    else if (isObject(own)) merged[key] = laid(own, value);
    else if (key === "battery") merged[key] = batteryOf(value);
  }
  return merged;
}

function batteryOf(saved: unknown): Loose | null {
  if (!isObject(saved)) return null;
  const type = BATTERY_TYPES.find((each) => each === saved.type);
  const location = BATTERY_LOCATIONS.find((each) => each === saved.location);
  return type && location ? { type, location } : null;
}

function rows(saved: unknown, empty: () => Loose, read: (row: unknown) => Loose): Loose[] {
  return Array.isArray(saved) && saved.length > 0 ? saved.map(read) : [empty()];
}

/** The form's values of a saved draft, which may hold anything. */
export function orderOfDraft(shipType: ShipType, body: unknown): Loose {
  const saved = isObject(body) ? body : {};
  const values = laid(emptyOrder(shipType), { ...saved, ship_type: shipType });
  const key = itemsKey(shipType);
  const detail = values.shipment_detail as Loose;
  const savedDetail = isObject(saved.shipment_detail) ? saved.shipment_detail : {};
  detail.parcel_list = rows(
    savedDetail.parcel_list,
    () => emptyParcel(shipType),
    (parcel) => ({
      ...laid(emptyParcel(shipType), parcel),
      [key]: rows(
        isObject(parcel) ? parcel[key] : undefined,
        () => emptyItem(shipType),
        (item) => laid(emptyItem(shipType), item),
      ),
    }),
  );
  return values;
}

// What is not given in a stored order is `null`; in the form it is an empty field, not the form's own default.
function blanked(stored: unknown): unknown {
  if (stored === null) return "";
  if (Array.isArray(stored)) return stored.map(blanked);
  if (!isObject(stored)) return stored;
  return Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, blanked(value)]));
}

/** The form's values of a stored order. */
export function orderOfRecord(record: OrderRecord): Loose {
  const fields: Loose = { ...record, recipient: { ...record.recipient, delivery_code: undefined } };
  const own = Object.keys(emptyOrder(record.ship_type)).map((field) => [field, blanked(fields[field])]);
  return orderOfDraft(record.ship_type, Object.fromEntries(own));
}

/**
 * The root fields in which a body differs from another, each whole, as `POST /order/update` takes them. What is not
 * given any more must be said: a blank clears remarks, and all else that can be left out hangs on a field that is there.
 */
export function changedFields(before: Loose, after: Loose): Loose {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  return Object.fromEntries(
    changed.map((field) => [field, after[field] ?? (field === "client_remarks" ? " " : undefined)]),
  );
}
