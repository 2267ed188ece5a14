import { countryCode } from "../addresses/country";
import { withCompany } from "../addresses/party";
import { readPhone } from "../addresses/phone-number";
import type { AddressCells, AddressColumn } from "./address-csv";

const SENDER = /^(sender|寄件人)$/i;
const RECIPIENT = /^(recipient|收件人)?$/i;

const OF_EITHER: readonly string[] = ["name", "mobile_prefix", "mobile", "email", "address", "country"];

const hasOthers = (cells: object, own: readonly string[]) => Object.keys(cells).some((column) => !own.includes(column));

const HONG_KONG_NUMBER = /^[2-9]\d{3}[ -]?\d{4}$/;

/**
 * A row as `POST /addresses/import` takes it. An 852 prefix means a local address, unless the row names another
 * country, has a field of international orders, or writes the prefix with a plus next to a country, as exports do. A
 * company is such a field only beside a number of elsewhere, or none: a local address has it behind the name.
 */
export function addressOfCells({ kind = "", label, ...cells }: AddressCells) {
  const phone = readPhone(cells.mobile ?? "", cells.mobile_prefix ?? "");
  const party: Partial<Record<AddressColumn, string>> = { ...cells, ...(cells.mobile && { mobile: phone.mobile }) };
  const prefix = phone.prefix ?? party.mobile_prefix?.normalize("NFKC").replace(/^(\+|00)/, "");
  const hasPlus = party.mobile_prefix?.startsWith("+");
  const isOfHongKong = !hasPlus && (prefix === undefined ? HONG_KONG_NUMBER.test(phone.mobile) : prefix === "852");
  const hasIntlFields = hasOthers(cells, isOfHongKong ? [...OF_EITHER, "company_name"] : OF_EITHER);
  const isAbroad = hasIntlFields || (party.country && (countryCode(party.country) !== "HK" || hasPlus));
  if (prefix) party.mobile_prefix = isAbroad || prefix !== "852" ? `+${prefix}` : prefix;
  else if (party.mobile && !isAbroad) party.mobile_prefix = "852";
  const { company_name, ...others } = party;
  const isLocal = isOfHongKong && !isAbroad && company_name !== undefined;
  return {
    kind: SENDER.test(kind) ? "sender" : RECIPIENT.test(kind) ? "recipient" : kind,
    ...(label ? { label } : {}),
    party: isLocal ? { ...others, name: withCompany(party.name, company_name) } : party,
  };
}
