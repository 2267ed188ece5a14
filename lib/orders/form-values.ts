import type { OrderRecord } from "@/lib/contracts/order";
import { isObject, type Loose, object } from "@/lib/loose";
import { BATTERY_LOCATIONS, BATTERY_TYPES, OTHER_KIND_FIELDS } from "@/lib/orders/choices";

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

/** An empty line of a declaration, or an empty item of a local parcel. */
export function emptyItem(shipType: ShipType): Loose {
  return structuredClone(shipType === "intl" ? DECLARATION : ITEM);
}

/** The field that holds a parcel's items. */
function itemsKey(shipType: ShipType): "declaration_list" | "parcel_items" {
  return shipType === "intl" ? "declaration_list" : "parcel_items";
}

/** A parcel with one empty item. */
export function emptyParcel(shipType: ShipType): Loose {
  return shipType === "intl"
    ? { ...MEASURES, item_remarks: "", declaration_list: [emptyItem("intl")] }
    : { ...MEASURES, parcel_items: [emptyItem("local")] };
}

/** A sender with only the values that nearly all senders share. */
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
  const shared = {
    ship_type: shipType,
    shipping_provider: "",
    sender: emptySender(shipType),
    reference: "",
    client_remarks: "",
  };
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

// A draft has not been judged: only values of the kind that the form has at that place are taken, the rest stays empty.
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
  const others: readonly string[] = OTHER_KIND_FIELDS[shipType];
  // Fields that only the other kind of order has would be refused, and this form does not show them.
  const saved = Object.fromEntries(Object.entries(object(body)).filter(([name]) => !others.includes(name)));
  const values = laid(emptyOrder(shipType), { ...saved, ship_type: shipType });
  const key = itemsKey(shipType);
  const detail = values.shipment_detail as Loose;
  const savedDetail = object(saved.shipment_detail);
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

/** The part of an order that the account's defaults for its kind fill in; the hours of a collection have no day. */
export function orderBegun(shipType: ShipType, defaults: Loose): Loose {
  const { sender, shipping_provider, parcel, tax_party, pickup_arrange, ...shipment } = defaults;
  const given = { sender, shipping_provider, pickup_arrange };
  return {
    ship_type: shipType,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    shipment_detail: { ...shipment, ...(parcel === undefined ? {} : { parcel_list: [parcel] }) },
    ...(tax_party === undefined ? {} : { shipment_options: { tax_party } }),
  };
}

/** A stored order has `null` for what is not given; the form needs an empty field there, not its own default. */
export function blanksForNull(stored: unknown): unknown {
  if (stored === null) return "";
  if (Array.isArray(stored)) return stored.map(blanksForNull);
  if (!isObject(stored)) return stored;
  return Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, blanksForNull(value)]));
}

/** The form's values of a stored order. */
export function orderOfRecord(record: OrderRecord): Loose {
  const fields: Loose = { ...record, recipient: { ...record.recipient, delivery_code: undefined } };
  const own = Object.keys(emptyOrder(record.ship_type)).map((field) => [field, blanksForNull(fields[field])]);
  return orderOfDraft(record.ship_type, Object.fromEntries(own));
}

/**
 * The root fields in which a body differs from another, each whole, as `POST /order/update` takes them; `clear` names
 * those that were emptied (contract §4.3).
 */
export function changedFields(before: Loose, after: Loose): Loose {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  const isEmpty = (field: string) => [undefined, "{}"].includes(JSON.stringify(after[field]));
  const cleared = changed.filter(isEmpty);
  const given = changed.filter((field) => !isEmpty(field)).map((field) => [field, after[field]]);
  return { ...Object.fromEntries(given), ...(cleared.length ? { clear: cleared } : {}) };
}
