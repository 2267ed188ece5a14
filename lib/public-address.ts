import ipaddr from "ipaddr.js";

const { IPv4, IPv6 } = ipaddr;

const REFUSED_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
].map((range) => IPv4.parseCIDR(range));
// The only range assigned to the public internet: mapped, translated, local and multicast addresses are all outside it.
const GLOBAL_V6 = IPv6.parseCIDR("2000::/3");
const REFUSED_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].map((range) => IPv6.parseCIDR(range));

/**
 * Whether connecting to an address is allowed (IPv6 without brackets); false for anything that is not an address
 * (contract §15.2).
 */
export function isPublicAddress(address: string): boolean {
  if (IPv4.isValidFourPartDecimal(address)) {
    const v4 = IPv4.parse(address);
    return !REFUSED_V4.some((range) => v4.match(range));
  }
  if (address.includes("%") || !IPv6.isValid(address)) return false;
  const v6 = IPv6.parse(address);
  return v6.match(GLOBAL_V6) && !REFUSED_V6.some((range) => v6.match(range));
}

/**
 * Whether the settings allow this exact host and port; `allowed` holds `host:port` as `URL` writes them (contract
 * §15.2).
 */
export function isAllowedHost(url: URL, allowed: readonly string[]): boolean {
  return allowed.includes(`${url.hostname}:${url.port || "443"}`);
}

/** The host of an address without the brackets of IPv6, and whether it is an address literal. */
export function hostOf(url: URL): { host: string; literal: boolean } {
  const host = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  return { host, literal: IPv4.isValidFourPartDecimal(host) || IPv6.isValid(host) };
}

/**
 * Whether a receiver's host can be refused before its name is resolved (contract §15.2): a literal that is not public,
 * or a name with a single label or an empty label. `allowed`: see {@link isAllowedHost}.
 */
export function refusesHost(url: URL, allowed: readonly string[]): boolean {
  if (isAllowedHost(url, allowed)) return false;
  const { host, literal } = hostOf(url);
  if (literal) return !isPublicAddress(host);
  const labels = host.split(".");
  return labels.length < 2 || labels.includes("");
}
