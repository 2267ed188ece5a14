/** Which addresses an endpoint may have (contract §15.2). */
import { beforeAll, describe, expect, it } from "vitest";
import { overrideEnv } from "@/server/env";
import { type Merchant, merchant } from "../factories";
import type { Answer } from "../http";
import { FORBIDDEN_HOSTS } from "./forbidden-hosts";

let shop: Merchant;
let id: string;

async function register(url: unknown): Promise<Answer> {
  const answer = await shop.testing.post("/webhooks", { url, events: ["order.created"] });
  if (answer.status === 200) await shop.testing.call("DELETE", `/webhooks/${answer.body.data.id}`);
  return answer;
}
const change = (url: unknown) => shop.testing.call("PATCH", `/webhooks/${id}`, { body: { url } });

beforeAll(async () => {
  shop = await merchant();
  const answer = await shop.testing.post("/webhooks", { url: "https://shop.example/", events: ["order.created"] });
  id = answer.body.data.id;
});

async function expectRefused(url: string, words: RegExp): Promise<void> {
  for (const answer of [await register(url), await change(url)]) {
    expect(answer.status, url).toBe(400);
    expect(answer.entries).toEqual([{ field: "url", pointer: "/url", message: expect.stringMatching(words) }]);
  }
}

describe("internal hosts", () => {
  it.each(FORBIDDEN_HOSTS)("%s is refused", async (host) => {
    await expectRefused(`https://${host}/hook`, /cannot be reached|https address/);
  });

  it.each([
    ...["100.64.0.1", "172.16.0.1", "192.0.0.8", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.19.255.255"],
    ...["198.51.100.7", "203.0.113.9", "224.0.0.251", "239.255.255.250", "240.0.0.1", "0.1.2.3", "0xA9.0xFE.0xA9.0xFE"],
    ...["[2001:db8::1]", "[3fff::1]", "[2001:20::1]", "[fec0::1]", "[::ffff:169.254.169.254]", "[4000::1]", "[100::1]"],
  ])("%s, of a reserved range, is refused", async (host) => {
    await expectRefused(`https://${host}:8443/`, /cannot be reached/);
  });

  it.each([
    "8.8.8.8",
    "172.32.0.1",
    "100.128.0.1",
    "[2606:4700::1111]",
    "shop.example",
    "a.b",
    "商店.香港",
    "xn--p8j9a0d.jp",
  ])("%s, of the internet, is taken as it is written", async (host) => {
    const url = `https://${host}:8443/hook?token=a%20b`;
    const answer = await register(url);
    expect([answer.status, answer.body.data?.url]).toEqual([200, url]);
    expect((await change(url)).body.data.url).toBe(url);
  });

  it("are reported in the caller's language", async () => {
    const answer = await shop.testing.post(
      "/webhooks",
      { url: "https://127.1:8443/", events: ["order.created"] },
      { headers: { "x-sampan-language": "zh-Hant" } },
    );
    expect(answer.entries[0]?.message).toContain("127.0.0.1:8443");
    expect(answer.entries[0]?.message).toContain("無法");
  });
});

describe("hosts that the settings open", () => {
  it("are accepted with exactly their port, and only by https", async () => {
    const restore = overrideEnv({ webhookAllowedPrivateHosts: ["localhost:8443", "127.0.0.1:443", "[::1]:9000"] });
    try {
      for (const url of [
        "https://localhost:8443/a",
        "https://LOCALHOST:8443/",
        "https://127.1/",
        "https://[0::1]:9000/",
      ])
        expect((await register(url)).status, url).toBe(200);
      for (const url of [
        "https://localhost/",
        "https://localhost:8444/",
        "https://127.0.0.1:8443/",
        "https://[::1]:9001/",
        "https://10.0.0.1/",
        "http://localhost:8443/",
      ])
        await expectRefused(url, /./);
    } finally {
      restore();
    }
    await expectRefused("https://localhost:8443/a", /cannot be reached/);
  });
});

describe("the shape of an address", () => {
  it.each<[string, string, RegExp]>([
    ["http", "http://shop.example/", /https/],
    ["another scheme", "ftp://shop.example/", /https/],
    ["javascript", "javascript:alert(1)", /https/],
    ["no scheme", "shop.example/hook", /https/],
    ["a relative address", "//shop.example/hook", /https/],
    ["no host", "https://", /https/],
    ["a port beyond all", "https://shop.example:65536/", /https/],
    ["a port that is none", "https://shop.example:0/", /https/],
    ["a user before a backslash's host", "https:\\\\me@shop.example/", /user|credential|password/i],
    ["a user", "https://me@shop.example/", /user|credential|password/i],
    ["a user and a password", "https://me:secret@shop.example/", /user|credential|password/i],
    ["a password alone", "https://:secret@shop.example/", /user|credential|password/i],
    ["a fragment", "https://shop.example/#part", /fragment/],
    ["an empty fragment", "https://shop.example/#", /fragment/],
    ["a blank before", " https://shop.example/", /https/],
    ["a line end in it", "https://shop.example/\nx", /https/],
    ["a tab in it", "https://shop.ex\tample/", /https/],
    ["a NUL", "https://shop.example/\u0000", /https/],
    ["a lone surrogate", "https://shop.example/\ud800", /https/],
  ])("with %s is refused", async (_name, url, words) => {
    await expectRefused(url, words);
  });

  it("has at most 2048 characters", async () => {
    const url = `https://shop.example/${"x".repeat(2048 - 21)}`;
    expect(url).toHaveLength(2048);
    expect((await register(url)).body.data.url).toBe(url);
    await expectRefused(`${url}x`, /2048/);
  });
});
