import dns from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";
import { createServer } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type NameAnswer, type RecordType, startNameServer } from "../name-server";
import type { Receiver } from "../receiver";
import { FORBIDDEN_HOSTS } from "./forbidden-hosts";
import { closeAll, closing, DEADLINES, PATIENT, post, receiverOf, senderOf, senderTo } from "./sending";

afterEach(closeAll);

/** Public, but in a part of the internet that no host uses. */
const PUBLIC_V4 = "192.0.1.1";
const PUBLIC_V6 = "2000::1";

async function nameServerOf(answers: Partial<Record<RecordType, NameAnswer>>) {
  return closing(await startNameServer((_name, type) => answers[type] ?? []));
}

/** One attempt at `shop.example`, whose name server gives these answers, at the port of a receiver on loopback. */
async function attemptAt(answers: Partial<Record<RecordType, NameAnswer>>) {
  const receiver = await receiverOf();
  const nameServer = await nameServerOf(answers);
  const deadlines = Object.values(answers).includes("SILENCE") ? { ...PATIENT, dnsMs: DEADLINES.dnsMs } : PATIENT;
  const sender = senderOf({ ca: receiver.ca, nameServers: [nameServer.address], deadlines });
  const outcome = await post(sender, `https://shop.example:${receiver.port}/hook`);
  return { outcome, receiver, nameServer };
}

describe("a name", () => {
  it.each<[string, Partial<Record<RecordType, NameAnswer>>]>([
    ["a private address", { A: ["127.0.0.1"] }],
    ["a public address and a private one", { A: [PUBLIC_V4, "127.0.0.1"] }],
    ["many public addresses and a private one at their end", { A: [...Array(20).fill(PUBLIC_V4), "10.0.0.1"] }],
    ["a public address and a private one of IPv6", { A: [PUBLIC_V4], AAAA: ["::1"] }],
    ["a public address of IPv6 and a private one", { A: ["169.254.169.254"], AAAA: [PUBLIC_V6] }],
    ["a mapped address", { AAAA: ["::ffff:127.0.0.1"] }],
    ["a translated address", { AAAA: ["64:ff9b::7f00:1"] }],
    ["a private address, and no word on IPv6", { A: ["192.168.1.1"], AAAA: "SILENCE" }],
    ["a private address, and a failure for IPv6", { A: ["192.168.1.1"], AAAA: "SERVFAIL" }],
  ])("is refused when it leads to %s", async (_what, answers) => {
    const { outcome, receiver } = await attemptAt(answers);
    expect(outcome).toMatchObject({ statusCode: null, errorKind: "blocked_ip", address: null });
    expect(outcome.phases).toMatchObject({ connect_ms: null, tls_ms: null });
    expect(outcome.phases.dns_ms).not.toBeNull();
    expect(receiver.names).toEqual([]);
  });

  it("is not disclosed: the refusal names no address", async () => {
    const { outcome } = await attemptAt({ A: ["10.1.2.3"] });
    expect(JSON.stringify(outcome)).not.toContain("10.1.2.3");
  });

  it.each<[string, Partial<Record<RecordType, NameAnswer>>, RegExp]>([
    ["does not exist", { A: "NXDOMAIN", AAAA: "NXDOMAIN" }, /^The name does not exist\.$/],
    ["has no address", { A: [], AAAA: [] }, /^The name has no address\.$/],
    ["cannot be resolved", { A: "SERVFAIL", AAAA: "SERVFAIL" }, /^The name could not be resolved \(ESERVFAIL\)\.$/],
    ["is not answered for", { A: "SILENCE", AAAA: "SILENCE" }, /^The name was not resolved within 0\.3 s\.$/],
  ])("may be one that %s", async (_what, answers, detail) => {
    const { outcome } = await attemptAt(answers);
    expect(outcome).toMatchObject({ statusCode: null, errorKind: "dns", address: null });
    expect(outcome.errorDetail).toMatch(detail);
  });

  it.each([`${"a".repeat(64)}.example`, `${"a.".repeat(200)}example`, "-_-.example", "陳.example"])(
    "may be one that no name server knows: %s",
    async (host) => {
      const nameServer = await nameServerOf({ A: "NXDOMAIN", AAAA: "NXDOMAIN" });
      const outcome = await post(senderOf({ nameServers: [nameServer.address] }), `https://${host}/`);
      expect(outcome).toMatchObject({ statusCode: null, errorKind: "dns" });
    },
  );

  it("is asked for once, and what is connected to is what was judged", async () => {
    const receiver = await receiverOf();
    let asked = 0;
    // Public at first, and private on every later query.
    const nameServer = closing(
      await startNameServer((_name, type) => {
        if (type === "AAAA") return [];
        asked += 1;
        return asked === 1 ? [PUBLIC_V4] : ["127.0.0.1"];
      }),
    );
    const sender = senderOf({ ca: receiver.ca, nameServers: [nameServer.address] });
    const url = `https://shop.example:${receiver.port}/hook`;
    const first = await post(sender, url);
    expect(["connect", "timeout"]).toContain(first.errorKind);
    expect(nameServer.asked.sort()).toEqual(["shop.example A", "shop.example AAAA"]);
    expect(await post(sender, url)).toMatchObject({ errorKind: "blocked_ip" });
    expect(receiver.names).toEqual([]);
  });

  it("that the settings open is resolved as this machine does, and not judged", async () => {
    const receiver = await receiverOf();
    const nameServer = await nameServerOf({ A: "NXDOMAIN", AAAA: "NXDOMAIN" });
    const options = { ca: receiver.ca, nameServers: [nameServer.address] };
    const sender = senderOf({ ...options, allowedHosts: [receiver.host] });
    expect(await post(sender, receiver.url)).toMatchObject({ statusCode: 200 });
    expect(nameServer.asked).toEqual([]);

    const another = senderOf({ ...options, allowedHosts: [`localhost:${receiver.port + 1}`] });
    expect(await post(another, receiver.url)).toMatchObject({ statusCode: null, errorKind: "blocked_ip" });
    expect(receiver.names).toHaveLength(1);
  });
});

describe("a name with several addresses", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  /** One attempt at a receiver on 127.0.0.1 whose name leads to these addresses first. */
  async function attemptAfter(others: string[], receiver: Receiver) {
    const found = [...others, "127.0.0.1"].map((address) => ({ address, family: 4 }));
    vi.spyOn(dns, "lookup").mockImplementation(async () => found as never);
    syncBuiltinESMExports();
    return post(senderTo(receiver), receiver.url);
  }

  it("is tried at the next one when the first does not listen, up to the fourth", async () => {
    const receiver = await receiverOf();
    const outcome = await attemptAfter(Array(3).fill("127.0.0.2"), receiver);
    expect(outcome).toMatchObject({ statusCode: 200, address: "127.0.0.1" });
    const beyond = await receiverOf();
    expect(await attemptAfter(Array(4).fill("127.0.0.2"), beyond)).toMatchObject({ errorKind: "connect" });
    expect(beyond.names).toEqual([]);
  });

  it("is not tried at the next one when the first has accepted the connection", async () => {
    const receiver = await receiverOf();
    const plain = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => plain.listen(receiver.port, "127.0.0.2", resolve));
    closing({ close: () => new Promise((resolve) => plain.close(() => resolve())) });
    expect(await attemptAfter(["127.0.0.2"], receiver)).toMatchObject({ statusCode: null, errorKind: "tls" });
    expect(receiver.names).toEqual([]);
  });
});

describe("the address of a delivery", () => {
  it.each(FORBIDDEN_HOSTS)("is refused when its host is %s", async (host) => {
    const receiver = await receiverOf();
    const nameServer = await nameServerOf({ A: ["127.0.0.1"] });
    const sender = senderOf({ ca: receiver.ca, nameServers: [nameServer.address] });
    const outcome = await post(sender, `https://${host}:${receiver.port}/hook`);
    expect(outcome).toMatchObject({ statusCode: null, errorKind: "blocked_ip", address: null });
    expect(nameServer.asked).toEqual([]);
    expect(receiver.names).toEqual([]);
  });

  it.each(["http://localhost/", "ftp://localhost/", "https://[fe80::1%25eth0]/", "https://", "hook", ""])(
    "is refused when it is %j",
    async (url) => {
      expect(await post(senderOf({ allowedHosts: ["localhost:80", "localhost:443"] }), url)).toMatchObject({
        statusCode: null,
        errorKind: "protocol",
        errorDetail: "The address is not an https address.",
      });
    },
  );
});
