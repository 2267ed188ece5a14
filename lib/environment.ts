/** The two environments (contract §11.1); their names appear in addresses, keys and credentials. */
export const ENVIRONMENTS = ["testing", "production"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** The base address of the API in an environment (contract §11.1). */
export const API_BASE: Record<Environment, string> = { testing: "/testing/v1", production: "/v1" };

/** The environment that an API address belongs to. */
export function environmentOfPath(pathname: string): Environment {
  return pathname === "/testing" || pathname.startsWith("/testing/") ? "testing" : "production";
}
