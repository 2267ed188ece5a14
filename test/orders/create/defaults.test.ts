// What new orders of an account begin with (contract §21).
import { beforeEach, describe, expect, it } from "vitest";
import { cookieOf, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import { type Api, api } from "@/test/http";

let shop: Merchant;
let owner: Api;
let member: Api;

beforeEach(async () => {
  shop = await merchant();
  owner = (await personOf("owner", shop.accountId)).api;
  member = (await personOf("member", shop.accountId)).api;
});

const LOCAL = {
  sender: { name: "茶室 Tea House", mobile_prefix: "852", mobile: "91234567", address: "12 Harbour Road, Wan Chai" },
  shipping_provider: "LOCAL_DOOR",
  package_type: "parcel",
  consignment_declaration: "Tea",
  parcel: { act_weight: "0.5", length: "20", width: "15", height: "10" },
  pickup_arrange: { pickup_start_time: "14:00", pickup_end_time: "18:00" },
};
const INTL = {
  sender: { name: "Tea House", country: "HK", mobile_prefix: "+852" },
  shipping_provider: "INTL_ECON",
  package_type: "parcel",
  reason_of_export: "Sale of goods",
  currency: "USD",
  tax_party: "sender",
  parcel: { act_weight: "1" },
};
const ALL = { local: LOCAL, intl: INTL, paper: "A6" };
const NONE = { local: {}, intl: {}, paper: null };
const put = (body: unknown, by: Api = owner) => by.call("PUT", "/defaults", { body });
const read = async (by: Api = owner) => {
  const { revision: _, ...defaults } = (await by.get("/defaults")).body.data;
  return defaults;
};

describe("PUT /defaults", () => {
  it("replaces them whole, in both environments; what is left out is empty again", async () => {
    expect(await read()).toEqual(NONE);
    const saved = await put(ALL);
    expect([saved.status, saved.entries, saved.body.data]).toEqual([200, [], { ...ALL, revision: 1 }]);
    expect(await read(member)).toEqual(ALL);
    expect(await read(shop.production)).toEqual(ALL);
    expect((await put({ paper: "A4", local: { sender: { name: " Tea ", email: "" } }, other: 1 })).body.data).toEqual({
      local: { sender: { name: "Tea" } },
      intl: {},
      paper: "A4",
      revision: 2,
    });
    expect((await put({})).body.data).toEqual({ ...NONE, revision: 3 });
    expect(await read()).toEqual(NONE);
  });

  it("takes a country by any of its names, and keeps its code", async () => {
    expect((await put({ intl: { sender: { country: "hong kong" } } })).body.data.intl).toEqual({
      sender: { country: "HK" },
    });
  });

  it.each([
    [{ local: { sender: { mobile: "9123456", mobile_prefix: "852" } } }, ["local.sender.mobile"]],
    [{ intl: { sender: { mobile_prefix: "852" } } }, ["intl.sender.mobile_prefix"]],
    [{ intl: { sender: { country: "Atlantis", name: "x".repeat(36) } } }, ["intl.sender.name", "intl.sender.country"]],
    [{ local: { package_type: "pallet" } }, ["local.package_type"]],
    [{ local: { consignment_declaration: "x".repeat(36) } }, ["local.consignment_declaration"]],
    [{ local: { parcel: { act_weight: "0", length: "1001" } } }, ["local.parcel.act_weight", "local.parcel.length"]],
    [{ local: { shipping_provider: "NOBODY" } }, ["local.shipping_provider"]],
    [{ intl: { shipping_provider: "x".repeat(65) } }, ["intl.shipping_provider"]],
    [{ local: { shipping_provider: "INTL_ECON" } }, ["local.shipping_provider"]],
    [{ local: { ...LOCAL, parcel: { act_weight: "9000" } } }, ["local.shipping_provider"]],
    [{ intl: { ...INTL, parcel: { length: "500" } } }, ["intl.shipping_provider"]],
    [{ local: { pickup_arrange: { pickup_start_time: "08:00" } } }, ["local.pickup_arrange.pickup_start_time"]],
    [
      { local: { pickup_arrange: { pickup_start_time: "14:00", pickup_end_time: "15:00" } } },
      ["local.pickup_arrange.pickup_end_time"],
    ],
    [{ intl: { tax_party: "nobody", currency: "XXX" } }, ["intl.currency", "intl.tax_party"]],
    [{ local: "Tea", paper: "A3" }, ["local", "paper"]],
  ])("refuses what an order would refuse, at its field, and changes nothing: %j", async (body, fields) => {
    await put(ALL);
    const answer = await put(body);
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, fields]);
    expect(await read()).toEqual(ALL);
  });

  it("is for owners, support and the account's programs; members see", async () => {
    expect((await put(ALL, member)).status).toBe(403);
    const staff = await personOf("support", null);
    const acting = api("testing", {
      headers: { cookie: await cookieOf(staff.id), "sec-fetch-site": "same-origin", "x-account-id": shop.accountId },
    });
    // They hold in production, too: support say why, and switch on acting, in testing as well.
    expect((await put({ paper: "A4" }, acting)).body.error.code_reason).toBe("REASON_REQUIRED");
    await acting.post("/support/visit", { reason: "MERCHANT_ASKED" });
    await acting.call("PATCH", "/support/visit", { body: { acting: "Y" } });
    expect((await put({ paper: "A4" }, acting)).status).toBe(200);
    expect((await put(ALL, shop.testing)).status).toBe(200);
    expect((await put(ALL, api("testing"))).status).toBe(401);
    expect((await (await personOf("warehouse", null)).api.get("/defaults")).status).toBe(403);
  });

  it("is the account's own", async () => {
    const other = await merchant();
    const stranger = (await personOf("owner", other.accountId)).api;
    await put(ALL);
    expect(await read(stranger)).toEqual(NONE);
    await put({ paper: "A4" }, stranger);
    expect(await read()).toEqual(ALL);
  });

  it("keeps one of two that are saved at once, whole", async () => {
    const answers = await Promise.all([put(ALL), put({ paper: "A4" }), put(ALL), put({ paper: "A4" })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect([ALL, { ...NONE, paper: "A4" }]).toContainEqual(await read());
  });

  it("is recorded with who did it", async () => {
    const { id, api: by } = await personOf("owner", shop.accountId);
    await put({ local: LOCAL });
    await put({ intl: { currency: "USD" }, paper: "A4" }, by);
    const rows = await (await testDb())
      .selectFrom("audit_log")
      .select(["actor", "operation", "before", "after"])
      .where("account_id", "=", shop.accountId)
      .execute();
    expect(rows).toContainEqual({
      actor: `person:${id}`,
      operation: "saveDefaults",
      before: expect.objectContaining({ "local.sender": "***", "local.shipping_provider": LOCAL.shipping_provider }),
      after: expect.objectContaining({ "local.sender": null, "intl.currency": "USD", paper: "A4" }),
    });
  });
});
