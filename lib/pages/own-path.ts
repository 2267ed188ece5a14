/**
 * The page to go on to after signing in: a path of our own pages, else null. Everything that a browser could read as
 * another site is refused.
 */
export function ownPath(path: string | null | undefined): string | null {
  if (!path?.startsWith("/") || path.length > 2000) return null;
  const base = "http://own.invalid";
  if (!URL.canParse(path, base)) return null;
  const url = new URL(path, base);
  // `/a/..//host` is ours as written, but another host once its dots are resolved.
  const isOwn =
    url.origin === base &&
    !url.pathname.startsWith("//") &&
    !/^\/(sign-in|second-factor|api|v1|testing\/v1)(\/|$)/.test(url.pathname);
  return isOwn ? url.pathname + url.search + url.hash : null;
}
