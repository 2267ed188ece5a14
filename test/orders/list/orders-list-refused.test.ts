/** What `GET /orders` refuses. */
import { beforeAll, describe, expect, it } from "vitest";
import { type Merchant, merchant } from "@/test/factories";
import type { Answer } from "@/test/http";

let shop: Merchant;
beforeAll(async () => {
  shop = await merchant();
});

const list = (query: string | Record<string, string>): Promise<Answer> =>
  shop.testing.get(`/orders?${typeof query === "string" ? query : new URLSearchParams(query)}`);

describe("limit and offset", () => {
  it.each(["", "0", "00", "101", "1000", "-1", "+5", "1.5", "abc", "1e1", "0x5", " 5", "5 ", "５", "null"])(
    "limit %j is a 400",
    async (limit) => {
      const answer = await list({ limit });
      expect([answer.status, answer.entries.map(({ field, pointer }) => [field, pointer])]).toEqual([
        400,
        [["limit", "/limit"]],
      ]);
    },
  );

  it.each(["", "-1", "+0", "1.5", "abc", "1e1", "0x5", " 5", "5 ", "５", "1000000000"])(
    "offset %j is a 400",
    async (offset) => {
      const answer = await list({ offset });
      expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["offset"]]);
    },
  );

  it("are both named when both are wrong, or one that is given twice", async () => {
    expect((await list("limit=&offset=")).entries.map(({ field }) => field)).toEqual(["limit", "offset"]);
    expect((await list("limit=5&limit=6")).entries.map(({ field }) => field)).toEqual(["limit"]);
  });
});

describe("filters", () => {
  it.each([
    ["order_ids", "abc"],
    ["order_ids", "1,,2"],
    ["order_ids", "1,2,"],
    ["order_ids", "-1"],
    ["order_ids", "1234567890123456"],
    ["status", "SHIPPED"],
    ["status", "Delivered"],
    ["status", "DELIVERED,"],
    ["status", "DELIVERED, EXCEPTION"],
    ["ship_type", "air"],
    ["created_from", "2026-02-30"],
    ["created_from", "2026-3-1"],
    ["created_to", "11/03/2026"],
    ["created_to", "2026-03-11T00:00:00Z"],
    ["sort", "name"],
    ["sort", "--create_time"],
    ["sort", "quote_price,create_time"],
    ["q", "x".repeat(201)],
    ["q", "a\u0000b"],
  ])("with %s=%j are a 400 with an entry for it", async (field, value) => {
    const answer = await list({ [field]: value });
    expect([answer.status, answer.entries.map((entry) => entry.field)]).toEqual([400, [field]]);
  });

  it("that are wrong are all named at once", async () => {
    const answer = await list("status=x&ship_type=y&created_from=z&order_ids=v&sort=w&limit=0");
    const fields = ["status", "ship_type", "created_from", "order_ids", "sort", "limit"];
    expect(answer.entries.map(({ field }) => field)).toEqual(fields);
  });
});
