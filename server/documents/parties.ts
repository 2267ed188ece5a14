import { splitDeliveryCode } from "@/lib/contracts/order-parts";
import { countryName } from "@/lib/country";
import { digitsOf } from "@/lib/phone";
import type { StoredOrder } from "@/server/orders";
import { printable } from "./text";

type Party = Record<string, string>;

/** The telephone number of a party with its prefix. */
export function phoneOf({ mobile = "", mobile_prefix = "" }: Party): string {
  return printable(`+${digitsOf(mobile_prefix)} ${mobile}`);
}

/** The lines of a party's address; `countryNames` writes the country. */
export function addressLines(order: StoredOrder, party: Party, countryNames: (code: string) => string): string[] {
  const { address = "" } = party;
  if (order.ship_type === "local") return [printable(splitDeliveryCode(address).address)];
  const place = [party.city, party.state, party.post_code].filter(Boolean).join(", ");
  const lines = [address, party.address_line_2 ?? "", party.address_line_3 ?? "", place];
  return [...lines.map(printable), countryNames(party.country ?? "")].filter(Boolean);
}

/** A party as the papers on A4 name it: company, person, address, telephone and e-mail. */
export function partyLines(order: StoredOrder, party: Party): string[] {
  const country = (code: string) => code && `${countryName(code)} (${code})`;
  return [
    printable(party.company_name ?? ""),
    printable(party.name ?? ""),
    ...addressLines(order, party, country),
    `Tel ${phoneOf(party)}`,
    party.email ? printable(party.email) : "",
  ];
}
