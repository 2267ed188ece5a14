import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { flush } from "@/server/request-log";
import { clientOf, type Merchant, merchant, personOf, testDb } from "../factories";

let shop: Merchant;

beforeAll(async () => {
  shop = await merchant();
});

const TEXT = "陳小姐 9123 4567\n九龍旺角弼街43號地下\n放管理處";

describe("POST /addresses/parse", () => {
  it("parts a block into fields, for programs and people, in both environments", async () => {
    const expected = {
      name: "陳小姐",
      company: null,
      mobile_prefix: "852",
      mobile: "91234567",
      email: null,
      country: "HK",
      address: "九龍旺角弼街43號地下",
      city: null,
      state: null,
      postal_code: null,
      district: "Yau Tsim Mong",
      district_zh: "油尖旺區",
      area: "Kowloon",
      delivery_code: null,
      rest: "放管理處",
      doubts: [],
    };
    const member = await personOf("member", shop.accountId);
    for (const caller of [shop.testing, shop.production, member.api]) {
      const { status, body } = await caller.post("/addresses/parse", { text: TEXT });
      expect([status, body.data]).toEqual([200, expected]);
    }
    const hinted = { text: "Mr Lee\r\n5 Queen Street\r\n9123 4567", country: "Singapore" };
    expect((await shop.testing.post("/addresses/parse", hinted)).body.data).toMatchObject({
      name: "Mr Lee",
      address: "5 Queen Street",
      country: "SG",
      mobile_prefix: "65",
    });
  });

  it("names what is wrong", async () => {
    const wrong = async (body: unknown) =>
      ((await shop.testing.post("/addresses/parse", body)).body.error?.error_trace ?? []).map(
        ({ field, message }: { field: string; message: string }) => [field, message],
      );
    expect(await wrong({})).toEqual([["text", "This field is required."]]);
    expect(await wrong({ text: " \n ", country: "Atlantis" })).toEqual([
      ["text", expect.any(String)],
      ["country", expect.any(String)],
    ]);
    expect(await wrong({ text: "字".repeat(2001) })).toEqual([["text", expect.stringContaining("2000")]]);
    expect(await wrong({ text: "a\ud800b" })).toEqual([["text", expect.any(String)]]);
    for (const sign of ["\u0000", "\u0007", "\u000b", "\u007f", "\u0085"])
      expect(await wrong({ text: `a${sign}b` })).toEqual([["text", expect.stringContaining("control characters")]]);
    expect(await wrong({ text: "a\tb\r\nc" })).toEqual([]);
    expect(await wrong({ text: "𠮷".repeat(2000) })).toEqual([]);
  });

  it("is for merchants, and for support on their account", async () => {
    expect((await shop.testing.post("/addresses/parse", { text: TEXT }, { token: "at_test_unknown" })).status).toBe(
      401,
    );
    const headers = { "x-account-id": shop.accountId };
    const statuses = await Promise.all(
      (["warehouse", "carrier", "support"] as const).map(
        async (role) =>
          (await (await clientOf(role, null)).post("/addresses/parse", { text: TEXT }, { headers })).status,
      ),
    );
    expect(statuses).toEqual([403, 403, 200]);
  });

  it("stores nothing of it: the request log has only its shape", async () => {
    const text =
      "Harbour Tea Limited\nAttn: Mei Lam\n5 Rose Lane, Edinburgh EH1 1YZ\nState: Lothian\nring twice please ^KLN-L001";
    const { headers, body } = await shop.testing.post("/addresses/parse", { text });
    expect(body.data.state).toBe("Lothian");
    await flush();
    const { rows } = await sql<{ request: string; answer: string }>`
      select request, answer from request_log where request_id = ${headers.get("x-request-id")}`.execute(
      await testDb(),
    );
    const kept = JSON.stringify(rows);
    expect(rows).toHaveLength(1);
    for (const word of ["Harbour", "Mei", "Rose", "Edinburgh", "EH1", "Lothian", "twice"])
      expect(kept).not.toContain(word);
    expect(kept).toContain("KLN-L001");
  });
});
