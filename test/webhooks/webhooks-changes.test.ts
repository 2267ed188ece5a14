import { describe, expect, it } from "vitest";
import { everyAccount } from "@/server/db/scoped";
import { testDb } from "../factories";
import { failures, ISO, type Loose, patch, read, registered, shop, URL, withFreshMerchant } from "./webhook-endpoints";

withFreshMerchant();

describe("PATCH /webhooks/{id}", () => {
  const all = {
    url: URL,
    events: ["order.created"],
    description: "Shop",
    auth_header: { name: "X-Key", value: "one" },
    signature: false,
    legacy_signature: true,
  };

  it.each<[string, Loose, Loose]>([
    ["the url", { url: "https://other.example/" }, { url: "https://other.example/" }],
    ["the events", { events: ["order.delivered", "order.created"] }, { events: ["order.delivered", "order.created"] }],
    ["the description", { description: " New " }, { description: "New" }],
    [
      "the header",
      { auth_header: { name: "Authorization", value: "two" } },
      { auth_header: { name: "Authorization" } },
    ],
    ["the signature", { signature: true }, { signature: true }],
    ["the older signature", { legacy_signature: false }, { legacy_signature: false }],
    ["nothing", {}, {}],
    ["nothing, for unknown fields", { secret: "x", id: "y", account_id: "1" }, {}],
    ["nothing, for what is not given", { url: null, events: null, auth_header: null, signature: null }, {}],
    ["the header by removing it", { auth_header: {} }, { auth_header: null }],
    ["the header by a blank one", { auth_header: { name: "", value: "" } }, { auth_header: null }],
    ["the description by a blank one", { description: "  " }, { description: null }],
    ["the description by an empty one", { description: "" }, { description: null }],
  ])("changes %s and nothing else", async (_name, change, expected) => {
    const { secret: _secret, updated_at, ...before } = await registered(all);
    const answer = await patch(before.id, change);
    expect([answer.status, answer.entries]).toEqual([200, []]);
    expect(answer.body.data).toEqual({ ...before, ...expected, updated_at: expect.stringMatching(ISO) });
    expect(Date.parse(answer.body.data.updated_at)).toBeGreaterThanOrEqual(Date.parse(updated_at));
    expect(await read(before.id)).toEqual(answer.body.data);
  });

  it("changes nothing when there is no body", async () => {
    const { id } = await registered(all);
    expect((await shop.testing.call("PATCH", `/webhooks/${id}`)).status).toBe(200);
  });

  it.each<[string, Loose, string[]]>([
    ["a wrong url", { url: "http://shop.example/" }, ["/url"]],
    ["an internal url", { url: "https://192.168.0.1/" }, ["/url"]],
    ["no event", { events: [] }, ["/events"]],
    ["a header without value", { auth_header: { name: "X-Key" } }, ["/auth_header/value"]],
    ["a header without name", { auth_header: { value: "x" } }, ["/auth_header/name"]],
    ["a header of the service", { auth_header: { name: "Host", value: "x" } }, ["/auth_header/name"]],
    ["a wrong name and no value", { auth_header: { name: 1 } }, ["/auth_header/name", "/auth_header/value"]],
    ["a wrong name and value", { auth_header: { name: "é", value: "é" } }, ["/auth_header/name", "/auth_header/value"]],
    ["a header that is a list", { auth_header: [] }, ["/auth_header"]],
    ["a header that is text", { auth_header: "x" }, ["/auth_header"]],
    ["a status", { status: "disabled" }, ["/status"]],
    ["an unknown status, beside a wrong url", { url: "x", status: 5 }, ["/url", "/status"]],
    ["the last proof removed", { legacy_signature: false, auth_header: {} }, ["/signature"]],
    [
      "everything wrong",
      { url: 1, events: 1, description: 1, auth_header: 1, signature: 1, legacy_signature: 1 },
      ["/url", "/events", "/description", "/auth_header", "/signature", "/legacy_signature"],
    ],
  ])("refuses %s and changes nothing", async (_name, change, pointers) => {
    const { secret: _secret, ...before } = await registered(all);
    expect(failures(await patch(before.id, { description: "other", ...change }))).toEqual([400, pointers]);
    expect(await read(before.id)).toEqual(before);
  });
});

describe("what proves a delivery", () => {
  const auth_header = { name: "X-Key", value: "one" };
  const bare = { url: URL, events: ["order.created"], signature: false };

  it("is needed at registration", async () => {
    const refused = await shop.testing.post("/webhooks", bare);
    expect(failures(refused)).toEqual([400, ["/signature"]]);
    expect(refused.entries[0]?.message).toContain("the older signature or a header");
    expect(failures(await shop.testing.post("/webhooks", { ...bare, url: "x", legacy_signature: false }))).toEqual([
      400,
      ["/url", "/signature"],
    ]);
    for (const proof of [{ auth_header }, { legacy_signature: true }, { signature: true }])
      expect((await shop.testing.post("/webhooks", { ...bare, ...proof })).status).toBe(200);
  });

  it("may be any of three, and is checked when one of them changes", async () => {
    const { id } = await registered({ auth_header });
    expect((await patch(id, { signature: false })).status).toBe(200);
    expect(failures(await patch(id, { auth_header: {} }))).toEqual([400, ["/signature"]]);
    expect((await patch(id, { auth_header: {}, legacy_signature: true })).status).toBe(200);
    expect(failures(await patch(id, { legacy_signature: false }))).toEqual([400, ["/signature"]]);
    // An endpoint from before this rule keeps working, and its other fields can change.
    const db = await testDb();
    await everyAccount(db)
      .updateTable("webhook_endpoints")
      .set({ legacy_signature: false })
      .where("id", "=", id)
      .execute();
    expect((await patch(id, { description: "Old" })).status).toBe(200);
    expect((await patch(id, { signature: true })).status).toBe(200);
  });

  it("is not changed with the status: the refusal names the operations for that", async () => {
    const { id } = await registered({});
    const answer = await patch(id, { status: "disabled" });
    expect(answer.entries[0]?.message).toMatch(/\/enable .*\/disable/);
    expect((await patch(id, { status: "" })).status).toBe(200);
  });
});
