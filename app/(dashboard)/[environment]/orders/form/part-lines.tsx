import { useTranslations } from "next-intl";
import { addressLine, phoneOf } from "@/lib/address-party";
import { DECIMAL, decimal } from "@/lib/decimal";
import { object, text } from "@/lib/loose";
import type { ShipType } from "@/lib/order-form-values";

/** A sender or recipient in one line. */
export function PartyLine({ party }: { party: unknown }) {
  const given = Object.fromEntries(Object.entries(object(party)).map(([field, value]) => [field, text(value)]));
  return (
    <>
      <bdi className="font-semibold text-text">{given.name}</bdi>
      {[phoneOf(given), addressLine(given)].filter(Boolean).map((part) => (
        <span key={part}> · {part}</span>
      ))}
    </>
  );
}

/** How many parcels, how heavy, and what is in them, in one line. */
export function ParcelsLine({ detail }: { detail: unknown }) {
  const t = useTranslations("orderForm.parcel");
  const list = object(detail).parcel_list;
  const parcels = Array.isArray(list) ? list.map(object) : [];
  const weight = parcels.reduce(
    (sum, { act_weight }) => (DECIMAL.test(text(act_weight)) ? sum.plus(text(act_weight)) : sum),
    decimal(0),
  );
  const items = parcels.flatMap(({ parcel_items, declaration_list }) => {
    const own = parcel_items ?? declaration_list;
    return Array.isArray(own) ? own.map(object) : [];
  });
  const goods = items.map((item) => `${text(item.name) || text(item.description)} ×${text(item.qty)}`);
  return (
    <>
      <span className="font-semibold text-text">
        {t("totals", { parcels: parcels.length, weight: weight.toString() })}
      </span>
      {goods.length > 0 ? ` · ${goods.join(", ")}` : null}
    </>
  );
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
