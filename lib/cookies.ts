/**
 * Our cookies. Over https each has the prefix `__Host-`, which binds it to this host: no other host of the domain can
 * set it, and it never travels in clear.
 */
export const COOKIES = {
  /** Carries the id of a session, encrypted. */
  session: "sampan-session",
  /** Identifies a browser (contract §8.9). */
  device: "sampan-device",
  /** Of next-auth, for the forms of signing in and out. */
  csrf: "sampan-csrf",
  callback: "sampan-callback",
  /** The language that a person chose. */
  language: "sampan-language",
  /** Which environment a person was in last. */
  environment: "sampan-environment",
  /** The columns of the order list. */
  columns: "sampan-order-columns",
} as const;

/** What a browser remembers of a person's choices. */
type Choice = typeof COOKIES.language | typeof COOKIES.environment | typeof COOKIES.columns;

const YEAR_SECONDS = 365 * 86_400;

/** The name under which a cookie travels. */
export function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}

/**
 * A choice as it was sent, by a lookup of cookies; over https also under the name that versions before the prefix gave
 * it.
 */
export function choiceOf(name: Choice, get: (name: string) => string | undefined): string | undefined {
  return get(cookieName(name, true)) ?? get(name);
}

/** A choice that this browser remembers. */
export function rememberedChoice(name: Choice): string | undefined {
  const all = new Map(
    document.cookie.split("; ").map((pair): [string, string] => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
  return choiceOf(name, (each) => all.get(each));
}

/** Has this browser remember a choice for a year; null: no longer. */
export function rememberChoice(name: Choice, value: string | null): void {
  const isHttps = window.location.protocol === "https:";
  const age = value === null ? 0 : YEAR_SECONDS;
  const rest = `path=/; max-age=${age}; samesite=lax${isHttps ? "; secure" : ""}`;
  // What is forgotten is forgotten under its earlier name, too.
  for (const each of new Set([cookieName(name, isHttps), ...(value === null ? [name] : [])])) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist over plain http
    document.cookie = `${each}=${value ?? ""}; ${rest}`;
  }
}
