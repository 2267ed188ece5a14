import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPublicAddress, refusesHost } from "@/lib/public-address";
import { FORBIDDEN_HOSTS } from "./forbidden-hosts";

const REFUSED_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
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
  "168.63.129.16/32",
];
const GLOBAL_V6 = "2000::/3";
const REFUSED_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

type Range = { first: bigint; last: bigint };

// Calculated with whole numbers, independently of the code under test.
function v4Range(range: string): Range {
  const [network = "", prefix] = range.split("/");
  const first = network.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  return { first, last: first + 2n ** (32n - BigInt(prefix ?? 32)) - 1n };
}

function v6Range(range: string): Range {
  const [network = "", prefix] = range.split("/");
  const groups = network.split("::")[0]?.split(":") ?? [];
  const first = groups.reduce((sum, group, index) => sum + (BigInt(`0x${group}`) << BigInt(112 - 16 * index)), 0n);
  return { first, last: first + 2n ** (128n - BigInt(prefix ?? 128)) - 1n };
}

const v4 = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join(".");
const v6 = (value: bigint) =>
  Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16)).join(":");
const within = (value: bigint) => (range: Range) => value >= range.first && value <= range.last;
const anyOf = ({ first, last }: Range) => fc.bigInt({ min: first, max: last });

const refusedV4 = REFUSED_V4.map(v4Range);
const refusedV6 = REFUSED_V6.map(v6Range);
const globalV6 = v6Range(GLOBAL_V6);
const isOpenV4 = (value: bigint) => !refusedV4.some(within(value));
const isOpenV6 = (value: bigint) => within(value)(globalV6) && !refusedV6.some(within(value));

const hosts = (address: string) => new URL(`https://${address.includes(":") ? `[${address}]` : address}/`);

describe("a public address", () => {
  it.each(REFUSED_V4)("is not in %s, up to its edges", (range) => {
    const { first, last } = v4Range(range);
    for (const edge of [first, last]) expect(isPublicAddress(v4(edge))).toBe(false);
    for (const beyond of [first - 1n, last + 1n]) {
      if (beyond >= 0n && beyond < 2n ** 32n) expect(isPublicAddress(v4(beyond))).toBe(isOpenV4(beyond));
    }
    fc.assert(
      fc.property(anyOf({ first, last }), (value) => !isPublicAddress(v4(value)) && refusesHost(hosts(v4(value)), [])),
    );
  });

  it.each([GLOBAL_V6, ...REFUSED_V6])("changes at the edges of %s and nowhere inside", (range) => {
    const { first, last } = v6Range(range);
    for (const edge of [first - 1n, first, last, last + 1n]) expect(isPublicAddress(v6(edge))).toBe(isOpenV6(edge));
    fc.assert(fc.property(anyOf({ first, last }), (value) => isPublicAddress(v6(value)) === isOpenV6(value)));
  });

  it("is every other one of IPv4", () => {
    const open = anyOf({ first: 0n, last: 2n ** 32n - 1n }).filter(isOpenV4);
    fc.assert(
      fc.property(open, (value) => isPublicAddress(v4(value)) && !refusesHost(hosts(v4(value)), [])),
      { numRuns: 1000 },
    );
  });

  it("is every other one of 2000::/3, and no other of IPv6", () => {
    fc.assert(
      fc.property(
        anyOf({ first: 0n, last: 2n ** 128n - 1n }),
        (value) => isPublicAddress(v6(value)) === isOpenV6(value),
      ),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(
        anyOf(globalV6).filter(isOpenV6),
        (value) => isPublicAddress(v6(value)) && !refusesHost(hosts(v6(value)), []),
      ),
      { numRuns: 1000 },
    );
  });

  it("is never IPv4 wrapped in IPv6, whatever it wraps", () => {
    const wraps = ["::ffff:", "::", "64:ff9b::", "64:ff9b:1::", "::ffff:0:"];
    fc.assert(
      fc.property(fc.constantFrom(...wraps), anyOf({ first: 0n, last: 2n ** 32n - 1n }), (wrap, value) => {
        const address = `${wrap}${v4(value)}`;
        return !isPublicAddress(address) && refusesHost(hosts(address), []);
      }),
    );
  });

  it.each([
    "",
    "localhost",
    "8.8.8",
    "0x8.8.8.8",
    "08.8.8.8",
    "8.8.8.8 ",
    "[2606:4700::1]",
    "2606:4700::1%eth0",
    "fe80::1%1",
  ])("is not %j", (text) => expect(isPublicAddress(text)).toBe(false));
});

describe("a receiver's host", () => {
  it.each(FORBIDDEN_HOSTS)("is refused when it is %s", (host) => {
    expect(refusesHost(new URL(`https://${host}/hook`), [])).toBe(true);
    expect(refusesHost(new URL(`https://${host}:8443/hook`), [])).toBe(true);
  });

  it.each(["[fe80::1%25eth0]", "[::1", "256.256.256.256", "1.2.3.4.5", "127.0.0.1%00"])(
    "is no host at all: %s",
    (host) => {
      expect(URL.canParse(`https://${host}/hook`)).toBe(false);
    },
  );

  it.each([
    "shop.example",
    "8.8.8.8",
    "0x08080808",
    "[2606:4700:4700::1111]",
    "xn--fiq228c.example",
    "10.0.0.1.example",
  ])("may be %s", (host) => expect(refusesHost(new URL(`https://${host}/hook`), [])).toBe(false));

  it("may be any that the settings name, with exactly that port", () => {
    const allowed = ["localhost:8443", "receiver:443", "[::1]:9000", "127.0.0.1:9000"];
    const refused = (url: string) => refusesHost(new URL(url), allowed);
    expect(
      ["https://localhost:8443/a", "https://receiver/", "https://[0::1]:9000/", "https://2130706433:9000/"].map(
        refused,
      ),
    ).toEqual([false, false, false, false]);
    expect(
      [
        "https://localhost/",
        "https://localhost:18443/",
        "https://receiver:8443/",
        "https://[::1]/",
        "https://127.0.0.2:9000/",
      ].map(refused),
    ).toEqual([true, true, true, true, true]);
  });
});
