import { useLocale } from "next-intl";
import { countryChoices, stableCountryName } from "@/lib/addresses/country-names";
import { useIsHydrated } from "../ui/use-is-hydrated";

/**
 * Every country by its name in the reader's language; until the browser runs, the chosen one by a name that server and
 * browser share.
 */
export function useCountryOptions(chosen: string) {
  const language = useLocale();
  const isHydrated = useIsHydrated();
  if (isHydrated) return countryChoices(language);
  return chosen ? [{ value: chosen, label: stableCountryName(chosen, language) }] : [];
}

/** A country's name in the reader's language. */
export function useCountryName(code: string): string {
  return useCountryOptions(code).find(({ value }) => value === code)?.label ?? code;
}
