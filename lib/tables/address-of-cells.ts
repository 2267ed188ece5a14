import { countryCode } from "../addresses/country";
import { readPhone } from "../addresses/phone-number";
import type { AddressCells, AddressColumn } from "./address-csv";

const SENDER = /^(sender|寄件人)$/i;
const RECIPIENT = /^(recipient|收件人)?$/i;

const OF_EITHER: readonly string[] = ["name", "mobile_prefix", "mobile", "email", "address", "country"];

function hasIntlFields(cells: object): boolean {
  return Object.keys(cells).some((column) => !OF_EITHER.includes(column));
}

/**
 * A row as `POST /addresses/import` takes it. An 852 prefix means a local address, unless the row names another
 * country, has a field of international orders, or writes the prefix with a plus next to a country, as exports do.
 */
export function addressOfCells({ kind = "", label, ...cells }: AddressCells) {
  const phone = readPhone(cells.mobile ?? "", cells.mobile_prefix ?? "");
  const party: Partial<Record<AddressColumn, string>> = { ...cells, ...(cells.mobile && { mobile: phone.mobile }) };
  const prefix = phone.prefix ?? party.mobile_prefix?.normalize("NFKC").replace(/^(\+|00)/, "");
  const isAbroad = party.country
    ? countryCode(party.country) !== "HK" || party.mobile_prefix?.startsWith("+") || hasIntlFields(cells)
    : hasIntlFields(cells);
  if (prefix) party.mobile_prefix = isAbroad || prefix !== "852" ? `+${prefix}` : prefix;
  else if (party.mobile && !isAbroad) party.mobile_prefix = "852";
  return {
    kind: SENDER.test(kind) ? "sender" : RECIPIENT.test(kind) ? "recipient" : kind,
    ...(label ? { label } : {}),
    party,
  };
}
