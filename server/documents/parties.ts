import { countryName } from "@/lib/addresses/country";
import { digitsOf } from "@/lib/addresses/phone";
import { asTyped, readNumber } from "@/lib/addresses/phone-number";
import { splitDeliveryCode } from "@/lib/contracts/order-parts";
import type { StoredOrder } from "@/server/orders";
import { oneLine } from "./text";

type Party = Record<string, string>;

/** The telephone number of a party with its prefix, as it is dialled from abroad: without a trunk 0. */
export function phoneOf({ mobile = "", mobile_prefix = "" }: Party): string {
  const prefix = `+${digitsOf(mobile_prefix)}`;
  const number = readNumber(prefix + digitsOf(mobile), null);
  return oneLine(`${prefix} ${number?.isPossible ? asTyped(mobile, number.mobile) : mobile}`);
}

/** The lines of a party's address; `countryNames` writes the country. */
export function addressLines(order: StoredOrder, party: Party, countryNames: (code: string) => string): string[] {
  const { address = "" } = party;
  if (order.ship_type === "local") return [oneLine(splitDeliveryCode(address).address)];
  const place = [party.city, party.state, party.post_code].filter(Boolean).join(", ");
  const lines = [address, party.address_line_2 ?? "", party.address_line_3 ?? "", place];
  return [...lines.map(oneLine), countryNames(party.country ?? "")].filter(Boolean);
}

/** A party as printed on A4 papers: company, person, address, telephone and e-mail. */
export function partyLines(order: StoredOrder, party: Party): string[] {
  const country = (code: string) => code && `${countryName(code)} (${code})`;
  return [
    oneLine(party.company_name ?? ""),
    oneLine(party.name ?? ""),
    ...addressLines(order, party, country),
    `Tel ${phoneOf(party)}`,
    party.email ? oneLine(party.email) : "",
  ];
}
