import type { IncomingMessage } from "node:http";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { noteAddress } from "@/server/http/address";
import { respond } from "@/server/http/api";
import { log } from "@/server/log";
import { ADDRESS_HEADER, addressList, countedAddress, plainAddress } from "@/server/plain-address";
import { forgetUntrusted, untrustedPeers } from "@/server/untrusted-proxies";

/** The caller's address that handlers get for a request from a peer. */
function noted(peer: string, headers: Record<string, string>, trusted: string[] = []): unknown {
  const request = { socket: { remoteAddress: peer }, headers: { ...headers } } as unknown as IncomingMessage;
  noteAddress(request, addressList(trusted));
  return request.headers[ADDRESS_HEADER];
}

describe("the caller's address", () => {
  it.each([
    ["nobody is trusted", "192.0.2.1", "198.51.100.7", [], "192.0.2.1"],
    ["another is trusted", "192.0.2.1", "198.51.100.7", ["192.0.2.2"], "192.0.2.1"],
    ["a proxy is trusted", "10.0.0.1", "198.51.100.7", ["10.0.0.0/8"], "198.51.100.7"],
    ["what the client wrote comes first", "10.0.0.1", "203.0.113.9, 198.51.100.7", ["10.0.0.0/8"], "198.51.100.7"],
    ["a chain of proxies", "10.0.0.1", "203.0.113.9, 198.51.100.7, 10.0.0.3,10.0.0.2", ["10.0.0.0/8"], "198.51.100.7"],
    [
      "a chain of which one is not trusted",
      "10.0.0.1",
      "198.51.100.7, 192.0.2.9, 10.0.0.2",
      ["10.0.0.0/8"],
      "192.0.2.9",
    ],
    ["proxies alone", "10.0.0.1", "10.0.0.3, 10.0.0.2", ["10.0.0.0/8"], "10.0.0.3"],
    ["ports and brackets", "10.0.0.1", "[2001:db8::1]:443, 10.0.0.2:80", ["10.0.0.0/8"], "2001:db8::1"],
    ["IPv4 in IPv6", "::ffff:10.0.0.1", "::FFFF:c633:6407", ["10.0.0.0/8"], "198.51.100.7"],
    ["a hop that is no address", "10.0.0.1", "198.51.100.7, unknown, 10.0.0.2", ["10.0.0.0/8"], "10.0.0.2"],
    ["an empty hop", "10.0.0.1", "198.51.100.7,", ["10.0.0.0/8"], "10.0.0.1"],
    ["a trusted IPv6 peer", "fd00::1", "2001:DB8:0::7", ["fd00::/8"], "2001:db8::7"],
  ] as const)("where %s", (_name, peer, forwarded, trusted, expected) => {
    const headers = { "x-forwarded-for": forwarded, [ADDRESS_HEADER]: "203.0.113.66" };
    expect(noted(peer, headers, [...trusted])).toBe(expected);
  });

  it("is the socket's without forwarding headers, and never what the client says of itself", () => {
    expect(noted("192.0.2.1", { [ADDRESS_HEADER]: "203.0.113.66" })).toBe("192.0.2.1");
    expect(noted("10.0.0.1", { [ADDRESS_HEADER]: "203.0.113.66", "x-real-ip": "203.0.113.9" }, ["10.0.0.1"])).toBe(
      "10.0.0.1",
    );
  });

  it.each([
    ["192.0.2.1", "192.0.2.1", "192.0.2.1"],
    ["192.0.2.1:4711", "192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1"],
    ["[::FFFF:c000:201]:80", "192.0.2.1", "192.0.2.1"],
    ["2001:DB8:0:1:0:0:0:1", "2001:db8:0:1::1", "2001:db8:0:1::/64"],
    ["2001:db8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"],
    ["[2001:db8::1]", "2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80::1", "fe80:0:0:0::/64"],
    ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0", "1:2:3:4::/64"],
  ])("%s is %s, counted as %s", (text, plain, counted) => {
    expect([plainAddress(text), countedAddress(text)]).toEqual([plain, counted]);
  });

  it.each(["", "unknown", "1.2.3", "1.2.3.4.5", "300.1.1.1", "[1.2.3.4", "2001:db8::g", "_hidden", "a b"])(
    "is not %j",
    (text) => {
      expect([plainAddress(text), countedAddress(text)]).toEqual([undefined, text]);
    },
  );
});

describe("forwarding headers of a peer that is not trusted", () => {
  it("are in the log once and in /readyz, whose status stays", async () => {
    forgetUntrusted();
    onTestFinished(() => {
      vi.useRealTimers();
      forgetUntrusted();
    });
    const warn = vi.spyOn(log(), "warn");
    // What else the process warns of, such as a slow disk, is not about peers.
    const warned = () => warn.mock.calls.filter(([about]) => "peer" in Object(about));
    const proxyOf = async () => {
      const answer = await respond(new Request("http://localhost:3000/readyz"));
      const { proxy, proxy_peers, proxy_seen_at } = await answer.json();
      return [answer.status, proxy, proxy_peers, proxy_seen_at && new Date(proxy_seen_at).getTime()];
    };
    noted("10.0.0.1", { "x-forwarded-for": "192.0.2.1" }, ["10.0.0.1"]);
    noted("192.0.2.1", {});
    expect([await proxyOf(), warned()]).toEqual([[200, undefined, undefined, undefined], []]);
    const start = Math.ceil(Date.now() / 1000) * 1000;
    const clock = (minutes: number) => vi.useFakeTimers({ toFake: ["Date"], now: start + minutes * 60_000 });
    clock(0);
    noted("192.0.2.1", { forwarded: "for=198.51.100.7" });
    clock(30);
    noted("192.0.2.1", { "x-forwarded-for": "198.51.100.7" });
    noted("192.0.2.2", { "x-forwarded-for": "198.51.100.7" });
    clock(45);
    noted("192.0.2.1", { "x-real-ip": "198.51.100.7" });
    expect(untrustedPeers().map(({ peer, times }) => [peer, times])).toEqual([
      ["192.0.2.2", 1],
      ["192.0.2.1", 3],
    ]);
    expect(await proxyOf()).toEqual([200, "untrusted", 2, start + 45 * 60_000]);
    // Forgotten after an hour without more.
    clock(90);
    expect(await proxyOf()).toEqual([200, "untrusted", 1, start + 45 * 60_000]);
    clock(105);
    expect(await proxyOf()).toEqual([200, undefined, undefined, undefined]);
    expect(warned()).toEqual([[{ peer: "192.0.2.1" }, expect.stringContaining("TRUSTED_PROXY")]]);
    warn.mockRestore();
  });
});
