import { useTranslations } from "next-intl";
import { useCountryName } from "@/components/forms/country-names";
import { addressLine, phoneOf, pointOf } from "@/lib/addresses/party";
import { DECIMAL } from "@/lib/decimal";
import { formatMoney } from "@/lib/format";
import { type Loose, object, text } from "@/lib/loose";
import { itemsOf, parcelsOf, weightOf } from "@/lib/orders/form-parcels";
import type { ShipType } from "@/lib/orders/form-values";

/** A sender or recipient in one line. */
export function PartyLine({ party }: { party: unknown }) {
  const given = Object.fromEntries(Object.entries(object(party)).map(([field, value]) => [field, text(value)]));
  const country = useCountryName(given.country ?? "");
  return (
    <>
      <bdi className="font-semibold text-text">{given.name}</bdi>
      {[phoneOf(given), addressLine(given), pointOf(given), country].filter(Boolean).map((part) => (
        <span key={part}> · {part}</span>
      ))}
    </>
  );
}

/** How many parcels, how heavy, and what is in them, in one line. */
export function ParcelsLine({ detail }: { detail: unknown }) {
  const t = useTranslations("orderForm.parcel");
  const parcels = parcelsOf(detail);
  const goods = parcels
    .flatMap(itemsOf)
    .map((item) => ({ name: text(item.name) || text(item.description), qty: text(item.qty) }))
    .filter(({ name }) => name)
    .map(({ name, qty }) => `${name} ×${qty}`);
  const content = goods.length > 0 ? goods.join(", ") : text(object(detail).consignment_declaration);
  return (
    <>
      <span className="font-semibold text-text">
        {t("totals", { parcels: parcels.length, weight: weightOf(detail) })}
      </span>
      {content ? ` · ${content}` : null}
    </>
  );
}

/** What is used of what few orders need, in words; empty: nothing. */
export function useExtraLabels(): (values: Loose) => string[] {
  const t = useTranslations("orderForm");
  return (values) => {
    const { cod, cod_amount: amount, delivery_proof: proof, reference, client_remarks, shipment_options } = values;
    const signature = text(object(shipment_options).recipient_signature);
    const given = (field: "reference" | "consignment_remarks" | "client_remarks", value: unknown) =>
      text(value) && `${t(`fields.${field}`)}: ${text(value)}`;
    return [
      cod === "Y" && [t("review.cod"), DECIMAL.test(text(amount)) ? formatMoney(text(amount)) : ""].join(" ").trim(),
      (proof === "E" || proof === "W") && `${t("fields.delivery_proof")}: ${t(`proofs.${proof}`)}`,
      (signature === "O" || signature === "A") && t(`signatures.${signature}`),
      given("reference", reference),
      given("consignment_remarks", object(values.shipment_detail).consignment_remarks),
      given("client_remarks", client_remarks),
    ].filter((label): label is string => Boolean(label));
  };
}

const NEEDED: Record<ShipType, readonly string[]> = {
  local: ["name", "mobile", "address"],
  intl: ["name", "mobile", "email", "address", "city", "country"],
};

/** Whether a party has what every order needs of it, as far as the page knows before its rules are loaded. */
export function isKnown(shipType: ShipType, party: unknown): boolean {
  const given = object(party);
  return NEEDED[shipType].every((field) => text(given[field]) !== "");
}

const MEASURED: Record<ShipType, readonly string[]> = {
  local: ["act_weight"],
  intl: ["act_weight", "length", "width", "height"],
};

/** Whether the parcels have what a price and every order need, as far as the page knows by itself. */
export function areParcelsKnown(shipType: ShipType, detail: unknown): boolean {
  const isAbroad = shipType === "intl";
  const has = (given: Loose, fields: readonly string[]) => fields.every((field) => text(given[field]) !== "");
  return (
    (isAbroad || text(object(detail).consignment_declaration) !== "") &&
    parcelsOf(detail).every(
      (parcel) =>
        has(parcel, MEASURED[shipType]) &&
        (!isAbroad || itemsOf(parcel).every((line) => has(line, ["description", "qty", "single_price"]))),
    )
  );
}
