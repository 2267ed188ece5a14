import { normalise } from "@/lib/contracts/normalise";
import { type Loose, object, text } from "@/lib/loose";
import { MAX_PARCELS } from "@/lib/orders/choices";
import type { ShipType } from "@/lib/orders/form-values";

/** The address's names of what a price depends on, with their places in an order. */
const FIELDS = {
  country: "recipient.country",
  package: "shipment_detail.package_type",
  weight: "parcel.act_weight",
  length: "parcel.length",
  width: "parcel.width",
  height: "parcel.height",
  insurance: "parcel.insurance_fee",
  cod: "cod_amount",
} as const;

/** What the price desk's form holds: an order's fields, with one parcel for all and how many there are of it. */
export type Desk = {
  ship_type: ShipType;
  recipient: { country: string };
  shipment_detail: { package_type: string };
  parcel: Record<"act_weight" | "length" | "width" | "height" | "insurance_fee", string>;
  parcels: string;
  cod_amount: string;
};

export type Asked = Readonly<Record<string, string | string[] | undefined>>;

/** The form's values by an address; what is not in it is empty. Longer values are no figures. */
export function deskOf(shipType: ShipType, asked: Asked): Desk {
  const given = (name: string) => {
    const value = asked[name];
    return typeof value === "string" && value.length <= 20 ? value : "";
  };
  return {
    ship_type: shipType,
    recipient: { country: given("country") },
    shipment_detail: { package_type: given("package") || "parcel" },
    parcel: {
      act_weight: given("weight"),
      length: given("length"),
      width: given("width"),
      height: given("height"),
      insurance_fee: given("insurance"),
    },
    parcels: given("parcels") || "1",
    cod_amount: given("cod"),
  };
}

/** The part of an address that `deskOf` reads back. */
export function deskQuery(desk: Desk): URLSearchParams {
  const at = (path: string) => text(path.split(".").reduce<unknown>((from, name) => object(from)[name], desk));
  const query = new URLSearchParams({ type: desk.ship_type });
  for (const [name, path] of Object.entries(FIELDS)) if (at(path)) query.set(name, at(path));
  if (desk.parcels !== "1") query.set("parcels", desk.parcels);
  return query;
}

/** How many equal parcels are asked for; null for anything but 1 to the most that an order has. */
export function parcelsOf({ parcels }: Desk): number | null {
  const count = /^\d{1,3}$/.test(parcels.trim()) ? Number(parcels) : 0;
  return count >= 1 && count <= MAX_PARCELS ? count : null;
}

/** What the form's values have of an order, as its fields: for a price, and for the form of the order itself. */
export function partOfOrder(desk: Desk): Loose {
  const isLocal = desk.ship_type === "local";
  const { country } = desk.recipient;
  return {
    ship_type: desk.ship_type,
    ...(isLocal ? {} : { recipient: { country } }),
    shipment_detail: {
      ...desk.shipment_detail,
      parcel_list: Array.from({ length: parcelsOf(desk) ?? 1 }, () => ({ ...desk.parcel })),
    },
    ...(isLocal
      ? {
          is_local_insurance: desk.parcel.insurance_fee.trim() ? "Y" : "N",
          ...(desk.cod_amount.trim() ? { cod: "Y", cod_amount: desk.cod_amount } : {}),
        }
      : {}),
  };
}

/** The body of `POST /rates/get` for the form's values. */
export function rateBody(desk: Desk): Loose {
  return normalise(partOfOrder(desk));
}

/** The field of the form that a path of the body is about. */
export function deskField(field: string): string {
  return field.replace(/^shipment_detail\.parcel_list\.\d+\./, "parcel.");
}
