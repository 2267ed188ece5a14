import type { z } from "zod";
import type { intlRecipient } from "@/lib/contracts/order-parts";
import { emptyOrder, type ShipType } from "@/lib/orders/form-values";
import type { Loose } from "../loose";
import { splitDeliveryCode } from "../orders/choices";
import { digitsOf, shownPhone } from "./phone";
import { wrapStreet } from "./street-lines";

/** Who sends or receives: the fields of an order's sender or recipient, as far as they are known. */
export type AddressParty = { [Field in keyof z.output<typeof intlRecipient>]?: string };

/** The fields that a local party has; only international orders have all others. */
const OF_EITHER = new Set(["name", "mobile_prefix", "mobile", "email", "address", "country"]);

/**
 * Whether a party whose country is a code is one of an international order (contract §33.1): a country that is not Hong
 * Kong, else a prefix with a plus, else a field that only international orders have.
 */
export function isIntlParty({ country, mobile_prefix: prefix, ...rest }: AddressParty): boolean {
  if (country && country !== "HK") return true;
  if (prefix) return prefix.startsWith("+");
  return Object.entries(rest).some(([field, value]) => value && !OF_EITHER.has(field));
}

/** The lines of a party's address, without the code of a pickup point. */
function linesOf({ address, address_line_2, address_line_3, ...rest }: AddressParty): string[] {
  const town = [rest.city, rest.state, rest.post_code].filter(Boolean).join(", ");
  const first = address && splitDeliveryCode(address).address;
  return [first, address_line_2, address_line_3, town].filter((line): line is string => Boolean(line));
}

/** A party's address in one line. */
export function addressLine(party: AddressParty): string {
  return linesOf(party).join(", ");
}

/** The code of the pickup point to which a party's parcels go. */
export function pointOf({ address = "" }: AddressParty): string | null {
  return splitDeliveryCode(address).deliveryCode;
}

/** A party's telephone number with its prefix. */
export const phoneOf = (party: AddressParty): string => shownPhone(party);

/**
 * The fields that a party has on an order of this kind, with `""` for what is not known. Only a person in Hong Kong is
 * both kinds: a shop that sends.
 */
export function partyOn(shipType: ShipType, side: "sender" | "recipient", party: AddressParty): Loose {
  const empty = emptyOrder(shipType)[side] as Loose;
  const isIntl = isIntlParty(party);
  const prefix = party.mobile_prefix && digitsOf(party.mobile_prefix);
  const own: AddressParty = { ...party };
  if (prefix) own.mobile_prefix = shipType === "intl" ? `+${prefix}` : prefix;
  if (shipType === "local" && isIntl) own.address = addressLine(party);
  if (shipType === "intl" && !isIntl) {
    const lines = wrapStreet([party.address ?? "", "", ""]);
    if (lines) [own.address, own.address_line_2, own.address_line_3] = lines as [string, string, string];
  }
  const fields = Object.keys(empty).map((field) => [field, own[field as keyof AddressParty] ?? empty[field]]);
  return Object.fromEntries(fields);
}

/** Whether two parties say the same, whatever is left out or empty. */
export function isSameParty(one: Loose | undefined, other: Loose | undefined): boolean {
  const given = (party: Loose = {}) =>
    JSON.stringify(
      Object.entries(party)
        .filter(([, value]) => value !== undefined && value !== null && value !== "")
        .sort(),
    );
  return given(one) === given(other);
}

/** The name of a local party, which has no field for its company. */
export function withCompany(name: string | undefined, company: string | undefined): string | undefined {
  return company && name ? `${name} (${company})` : (name ?? company);
}
