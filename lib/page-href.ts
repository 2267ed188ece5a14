import type { Environment } from "@/lib/environment";

/** The address of a page of the dashboard, which names the account where staff act on it. */
export function pageHref(path: string, environment: Environment, accountId: string | null): string {
  const [pathname = "", query = ""] = `/${environment}${path === "/" ? "" : path}`.split("?");
  const search = new URLSearchParams(query);
  if (accountId) search.set("account", accountId);
  return search.size > 0 ? `${pathname}?${search}` : pathname;
}
