/** Every file of the table, as it comes over the API (contract §39.1 to §39.3). */
import { beforeAll, expect, it } from "vitest";
import { type Merchant, merchant } from "@/test/factories";
import { CASES, type Case } from "./file-table";
import { checked, faultsOf, rowsOf, upload, withDefaults } from "./files";

let shop: Merchant;

beforeAll(async () => {
  shop = await merchant();
  await withDefaults(shop);
});

async function outcomeOf(by: Merchant["testing"], { file, has = {} }: Case) {
  const { import_id, orders } = await checked(by, file);
  const rows = await rowsOf(by, import_id);
  const values = Object.entries(has).map(([n, line]) => {
    const row = rows.find((each) => each.n === Number(n));
    return [
      n,
      Object.fromEntries(Object.keys(line).map((column) => [column, row?.values[column as keyof typeof line]])),
    ];
  });
  return { import_id, orders, has: Object.fromEntries(values), wrong: await faultsOf(by, import_id) };
}

it.each(Object.entries(CASES))("%s", async (_name, each) => {
  if (each.refused !== undefined) {
    const { status, entries } = await upload(shop.testing, each.file);
    expect([status, entries[0]?.field, entries[0]?.message]).toEqual([
      400,
      "file",
      expect.stringContaining(each.refused),
    ]);
    return;
  }
  const { import_id, orders, has, wrong } = await outcomeOf(shop.testing, each);
  await shop.testing.post(`/imports/${import_id}/cancel`);
  if (each.orders !== undefined) expect(orders).toBe(each.orders);
  expect(has).toEqual(each.has ?? {});
  if (each.wrong) expect(wrong).toEqual(each.wrong);
});
