/** Owns in which country an address is, by a table that comes with the product, so that no service learns who signs in. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CountryResponse, Reader } from "mmdb-lib";
import { countryNames } from "@/lib/addresses/country-names";
import type { Language } from "@/lib/i18n/languages";
import { processWide } from "@/server/process-wide";

const TABLE = "node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";

/** What the table holds for a network; its type in the library is of a larger one. */
type Country = CountryResponse & { country_code?: string };

/** 8 MB. */
const table = () =>
  processWide("countries-of-addresses", () => new Reader<Country>(readFileSync(join(process.cwd(), TABLE))));

/**
 * The country of an IPv4 or IPv6 address, by its name in the language (contract §8.9); null for an address that the
 * table does not have, such as a private one.
 */
export function countryOf(address: string | null, language: Language): string | null {
  if (address === null) return null;
  const code = table().get(address)?.country_code;
  return (code && countryNames(language)[code]) || null;
}
