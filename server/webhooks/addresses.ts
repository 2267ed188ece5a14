import { BlockList, isIP } from "node:net";

const REFUSED_V4 = blockList("ipv4", [
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
]);
// Only this is given out to the internet: mapped, translated, local and multicast addresses all lie outside.
const GLOBAL_V6 = blockList("ipv6", ["2000::/3"]);
const REFUSED_V6 = blockList("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/** Whether an address (IPv6 without brackets) may be connected to; anything that is not an address may not (decisions §8.2). */
export function isPublicAddress(address: string): boolean {
  switch (address.includes("%") ? 0 : isIP(address)) {
    case 4:
      return !REFUSED_V4.check(address, "ipv4");
    case 6:
      return GLOBAL_V6.check(address, "ipv6") && !REFUSED_V6.check(address, "ipv6");
    default:
      return false;
  }
}

/** Whether the settings open this exact host and port; `allowed` holds `host:port` as `URL` writes them (decisions §8.2). */
export function isAllowedHost(url: URL, allowed: readonly string[]): boolean {
  return allowed.includes(`${url.hostname}:${url.port || "443"}`);
}

/** The host of an address without the brackets of IPv6, and whether it is an address literal. */
export function hostOf(url: URL): { host: string; literal: boolean } {
  const host = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  return { host, literal: isIP(host) !== 0 };
}

/**
 * Whether a receiver's host can be refused before its name is resolved (decisions §8.2): a literal that is not public,
 * a name of a single label, or one with an empty label. `allowed`: see {@link isAllowedHost}.
 */
export function refusesHost(url: URL, allowed: readonly string[]): boolean {
  if (isAllowedHost(url, allowed)) return false;
  const { host, literal } = hostOf(url);
  if (literal) return !isPublicAddress(host);
  const labels = host.split(".");
  return labels.length < 2 || labels.includes("");
}

function blockList(family: "ipv4" | "ipv6", ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", prefix] = range.split("/");
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
