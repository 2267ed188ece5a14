import type { Environment } from "@/lib/environment";

/** The address of a page of the dashboard, which names the account where staff act on it. */
export function pageHref(path: string, environment: Environment, accountId: string | null): string {
  const [pathname = "", query = ""] = `/${environment}${path === "/" ? "" : path}`.split("?");
  const search = new URLSearchParams(query);
  if (accountId) search.set("account", accountId);
  return search.size > 0 ? `${pathname}?${search}` : pathname;
}

/** The environment that an address of support's pages names; production unless it is testing. */
export function supportEnvironment(named: unknown): Environment {
  return named === "testing" ? "testing" : "production";
}

/** The address of a page of support, which names the environment unless it is production. */
export function supportHref(path: string, environment: Environment): string {
  const [pathname = "", query = ""] = `/support${path === "/" ? "" : path}`.split("?");
  const search = new URLSearchParams(query);
  if (environment === "testing") search.set("environment", environment);
  return search.size > 0 ? `${pathname}?${search}` : pathname;
}
