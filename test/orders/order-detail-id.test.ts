import { beforeAll, describe, expect, it } from "vitest";
import { created, type Merchant, merchant } from "../factories";

let shop: Merchant;
let other: Merchant;
beforeAll(async () => {
  shop = await merchant();
  other = await merchant();
});

describe("order_id", () => {
  it.each(["abc", "-1", "+1", "1.5", "1e3", "0x1", "1".repeat(16), "１２", "1,2", "' or 1=1 --"])(
    "is a 400 when it is %j",
    async (value) => {
      for (const path of [
        `/order/detail?order_id=${encodeURIComponent(value)}`,
        `/order/detail/${encodeURIComponent(value)}`,
      ]) {
        const answer = await shop.testing.get(path);
        expect([answer.status, answer.body.error.code, answer.entries.map(({ field }) => field)]).toEqual([
          400,
          "400000",
          ["order_id"],
        ]);
      }
    },
  );

  it.each(["/order/detail", "/order/detail?order_id=", "/order/detail?other=1"])(
    "is a 400 when it is missing: %s",
    async (path) => {
      const answer = await shop.testing.get(path);
      expect(answer.status).toBe(400);
      expect(answer.entries).toEqual([{ field: "order_id", message: "This field is required.", pointer: "/order_id" }]);
    },
  );

  it("is a 400 when it is given twice", async () => {
    const answer = await shop.testing.get("/order/detail?order_id=1&order_id=2");
    expect([answer.status, answer.entries[0]?.field]).toEqual([400, "order_id"]);
  });

  it("of another account or environment gets exactly the answer of one that does not exist", async () => {
    const mine = await created(shop.testing);
    const theirs = await created(other.testing);
    const live = await created(shop.production);
    const missing = await shop.testing.get("/order/detail/999999999999999");
    expect([missing.status, missing.body.error.code_reason]).toEqual([404, "NOT_FOUND"]);
    for (const [client, id] of [
      [shop.testing, theirs.order_id],
      [shop.testing, live.order_id],
      [shop.production, mine.order_id],
      [other.testing, mine.order_id],
    ] as const)
      for (const path of [`/order/detail/${id}`, `/order/detail?order_id=${id}`]) {
        const answer = await client.get(path);
        expect(answer.status).toBe(404);
        expect(JSON.stringify(answer.body)).toBe(JSON.stringify(missing.body));
        expect([...answer.headers.keys()]).toEqual([...missing.headers.keys()]);
      }
    expect((await shop.production.get(`/order/detail/${live.order_id}`)).status).toBe(200);
  });
});
