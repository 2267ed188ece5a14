/**
 * Owns the written form of a network address, the key by which requests from it are counted, and whether it is among
 * others.
 */
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";

/** Carries the caller's address from the socket to the handlers; a client's own header of this name is overwritten. */
export const ADDRESS_HEADER = "x-sampan-address";

/**
 * An address from a socket or a forwarding header, without port, brackets and zone; IPv4 in an IPv6 form becomes IPv4.
 * Undefined: the text is not an address.
 */
export function plainAddress(text: string): string | undefined {
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/.exec(text) ?? [];
  const address = (bracketed ?? withPort ?? text).split("%")[0] ?? "";
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  // `URL` gives each address a single form.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(plain) ?? [];
  if (high === undefined || low === undefined) return plain;
  return [high, low]
    .map((part) => Number.parseInt(part, 16))
    .flatMap((part) => [part >> 8, part & 255])
    .join(".");
}

/** The key for counting requests from an address: for IPv6 its /64, which belongs to one customer (contract §8.11). */
export function countedAddress(text: string): string {
  const address = plainAddress(text);
  if (address === undefined || isIPv4(address)) return address ?? text;
  const [head = "", tail] = address.split("::");
  const parts = (half: string | undefined) => (half ? half.split(":") : []);
  const missing = 8 - parts(head).length - parts(tail).length;
  const whole = tail === undefined ? parts(head) : [...parts(head), ...Array(missing).fill("0"), ...parts(tail)];
  return `${whole.slice(0, 4).join(":")}::/64`;
}

/** Addresses and CIDR ranges that have been checked, to look addresses up in. */
export function addressList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether an address is in the list; what is no address is in none. */
export function isAmong(address: string, list: BlockList): boolean {
  return isIP(address) !== 0 && list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
