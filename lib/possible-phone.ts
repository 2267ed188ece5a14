type Library = typeof import("libphonenumber-js/min");
let loading: Promise<Library> | undefined;

// 80 kB that only warnings and a suggested prefix need: it is loaded once a telephone field is used.
function library(): Promise<Library> {
  loading ??= import("libphonenumber-js/min");
  return loading;
}

/** Says whether a number can exist; a number that it cannot read counts as possible. */
export type IsPossiblePhone = (prefix: string, mobile: string) => boolean;

/** Loads the check that a telephone number is possible (contract §12.8: it warns, in the form, and refuses nothing). */
export async function loadPossiblePhone(): Promise<IsPossiblePhone> {
  const { isPossiblePhoneNumber } = await library();
  return (prefix, mobile) => isPossiblePhoneNumber(`+${prefix.replace(/\D/g, "")}${mobile.replace(/\D/g, "")}`);
}

/** The calling code of a country, digits only; null where it has none. */
export async function loadCallingCode(country: string): Promise<string | null> {
  const { getCountryCallingCode, isSupportedCountry } = await library();
  return isSupportedCountry(country) ? getCountryCallingCode(country) : null;
}
