import { destinationCountry } from "@/lib/addresses/country";
import { DISTRICTS } from "@/lib/addresses/districts";
import type { IntlOrderInput, LocalOrderInput, OrderInput } from "@/lib/contracts/order";
import { splitDeliveryCode } from "@/lib/contracts/order-parts";
import type { RateRequest } from "@/lib/contracts/rate";
import { decimal, plain } from "@/lib/decimal";

export type ConsignmentParcel = {
  /** kg. */
  weight: string;
  /** cm; null: not given. */
  length: string | null;
  width: string | null;
  height: string | null;
  /** In the consignment's currency; "0" where nothing is insured. */
  insuredValue: string;
  /** In the consignment's currency; "0" where no fee depends on it. */
  declaredValue: string;
};

/** Everything that a price depends on, the same whether it comes from an order or from a rate request. */
export type Consignment = {
  shipType: "intl" | "local";
  packageType: string;
  /** PR for Puerto Rico, even when the order says US. */
  country: string;
  /** The local recipient's location as far as known, without a delivery code; null for international. */
  address: string | null;
  deliveryCode: string | null;
  parcels: readonly ConsignmentParcel[];
  /** The currency of the insured and declared values. */
  currency: string;
  codAmount: string | null;
  /** Local only: whether `is_local_insurance` asks for it. */
  insured: boolean;
  deliveryProof: "E" | "W" | "N";
  taxParty: "sender" | "recipient" | null;
  signature: "N" | "O" | "A";
  hasBattery: boolean;
};

type IntlRate = Extract<RateRequest, { ship_type: "intl" }>;
type LocalRate = Extract<RateRequest, { ship_type: "local" }>;

type Item = { qty?: string; single_price?: string };

function valueOfItems(items: readonly Item[]): string {
  return plain(
    items.reduce((sum, { qty = "1", single_price = "0" }) => sum.plus(decimal(single_price).times(qty)), decimal(0)),
  );
}

function ofIntl({ recipient, shipment_detail, shipment_options }: IntlOrderInput | IntlRate): Consignment {
  const taxParty = shipment_options?.tax_party ?? null;
  return {
    shipType: "intl",
    packageType: shipment_detail.package_type,
    country: destinationCountry(recipient.country, recipient.state),
    address: null,
    deliveryCode: null,
    parcels: shipment_detail.parcel_list.map((parcel) => ({
      weight: parcel.act_weight,
      length: parcel.length ?? null,
      width: parcel.width ?? null,
      height: parcel.height ?? null,
      insuredValue: parcel.insurance_fee ?? "0",
      declaredValue: taxParty === "sender" ? valueOfItems(parcel.declaration_list ?? []) : "0",
    })),
    currency: shipment_detail.currency ?? "HKD",
    codAmount: null,
    insured: false,
    deliveryProof: "N",
    taxParty,
    signature: shipment_options?.recipient_signature ?? "N",
    hasBattery: shipment_detail.parcel_list.some((parcel) => parcel.declaration_list?.some(({ battery }) => battery)),
  };
}

function ofLocal(input: LocalOrderInput | LocalRate, place: string): Consignment {
  const { address, deliveryCode } = splitDeliveryCode(place);
  const insured = input.is_local_insurance === "Y";
  return {
    shipType: "local",
    packageType: input.shipment_detail.package_type,
    country: "HK",
    address,
    deliveryCode,
    parcels: input.shipment_detail.parcel_list.map((parcel) => ({
      weight: parcel.act_weight,
      length: parcel.length ?? null,
      width: parcel.width ?? null,
      height: parcel.height ?? null,
      insuredValue: insured ? (parcel.insurance_fee ?? "0") : "0",
      declaredValue: "0",
    })),
    currency: "HKD",
    codAmount: input.cod === "Y" ? (input.cod_amount ?? "0") : null,
    insured,
    deliveryProof: input.delivery_proof,
    taxParty: null,
    signature: "N",
    hasBattery: false,
  };
}

/** What the price of a valid order depends on. */
export function consignmentOfOrder(input: OrderInput): Consignment {
  return input.ship_type === "intl" ? ofIntl(input) : ofLocal(input, input.recipient.address);
}

/** "Sai Kung" as a district, which is larger than the town of that name. */
const AS_DISTRICT = new Map<string, string>(
  DISTRICTS.flatMap(([english, chinese]) => [
    [english.toLowerCase(), `${english} District`],
    [chinese.replace(/區$/, ""), chinese],
  ]),
);

/** What the prices of a valid rate request depend on; its destination may be only a district. */
export function consignmentOfRate(input: RateRequest): Consignment {
  if (input.ship_type === "intl") return ofIntl(input);
  const { district, city, address } = input.recipient ?? {};
  // The address comes last because it may end with a delivery code.
  const known = district && (AS_DISTRICT.get(district.trim().toLowerCase()) ?? district);
  return ofLocal(input, [known, city, address].filter(Boolean).join("\n"));
}
