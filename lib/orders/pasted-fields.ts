import { wrapStreet } from "../addresses/street-lines";
import type { ParsedAddress } from "../contracts/address-parse";
import type { ShipType } from "./form-values";

/** Codes of our own pickup points; others are another company's lockers and shops. */
const OWN_CODE = /^(?:HK|KLN|NT)-/;

/** What of a pasted address goes into the fields of a recipient, and what has no field there. */
export type PastedFields = { fields: Record<string, string>; left: string[]; isToPoint: boolean };

/**
 * The fields of a recipient that a pasted address fills in, for either kind of order; what was not found is not among
 * them. `hasPoints`: a service delivers to pickup points.
 */
export function pastedFields(found: ParsedAddress, shipType: ShipType, hasPoints: boolean): PastedFields {
  const isIntl = shipType === "intl";
  const isToPoint = !isIntl && hasPoints && found.address !== null && OWN_CODE.test(found.delivery_code ?? "");
  const address = isToPoint ? `${found.address}^${found.delivery_code}` : found.address;
  const lines = [address ?? "", "", ""] as [string, string, string];
  const [first, second, third] = (isIntl && wrapStreet(lines)) || lines;
  const street = { address: first, ...(isIntl && address ? { address_line_2: second, address_line_3: third } : {}) };
  const shared = { name: found.name, mobile: found.mobile, email: found.email };
  const ofIntl = { company_name: found.company, country: found.country, city: found.city, state: found.state };
  const given = {
    ...shared,
    mobile_prefix: isIntl && found.mobile_prefix ? `+${found.mobile_prefix}` : found.mobile_prefix,
    ...(isIntl ? { ...ofIntl, post_code: found.postal_code } : {}),
  };
  const fields = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const elsewhere = isIntl ? [] : [found.company, found.city, found.state, found.postal_code];
  const left = [...elsewhere, isToPoint ? null : found.delivery_code, found.rest].filter((text) => text !== null);
  return { fields: { ...Object.fromEntries(fields), ...(address ? street : {}) }, left, isToPoint };
}
