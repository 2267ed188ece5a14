/** What rows of the order list say about where an order goes and about its label (contract §13.4, §5.4). */
import { beforeAll, expect, it } from "vitest";
import { created, intlOrder, localOrder, type Merchant, merchant } from "@/test/factories";

let shop: Merchant;
beforeAll(async () => {
  shop = await merchant();
});

const to = (address: string, more: object = {}) =>
  localOrder({ recipient: { ...(localOrder().recipient as object), address }, ...more });

async function rowsOf(...orders: object[]) {
  const ids: string[] = [];
  for (const order of orders) ids.push((await created(shop.testing, order)).order_id);
  const { data } = (await shop.testing.get(`/orders?order_ids=${ids.join()}`)).body;
  return ids.map((id) => data.find((row: { order_id: string }) => row.order_id === id));
}

it("are the district in Hong Kong, that of the pickup point first, and the city abroad", async () => {
  const rows = await rowsOf(
    to("九龍旺角彌敦道 700 號 5 樓 A 室"),
    to("Flat 5, 8 Gloucester Road, Wan Chai"),
    to("Flat 5, 8 Gloucester Road, Wan Chai^KLN-L001", { shipping_provider: "LOCAL_POINT" }),
    to("5 樓 A 室"),
    intlOrder(),
  );
  expect(rows.map(({ recipient_district, recipient_city }) => [recipient_district, recipient_city])).toEqual([
    ["Yau Tsim Mong", null],
    ["Wan Chai", null],
    ["Yau Tsim Mong", null],
    [null, null],
    [null, "Shibuya"],
  ]);
});

it("is printed once the label was fetched", async () => {
  const [row] = await rowsOf(localOrder());
  expect(row.printed).toBe("N");
  await shop.testing.get(`/order/label/${row.order_id}`);
  const { data } = (await shop.testing.get(`/orders?order_ids=${row.order_id}`)).body;
  expect(data).toMatchObject([{ printed: "Y" }]);
});
