/** Files of addresses: checked, corrected, and saved or changed by what they are (contract §39.7). */
import { beforeAll, describe, expect, it } from "vitest";
import { type Merchant, merchant, personOf } from "@/test/factories";
import type { Api } from "@/test/http";
import { must } from "@/test/pick-pack/warehouse";
import { checked, readImport, rowsOf, started, upload } from "./files";

let shop: Merchant;
let owner: Api;
beforeAll(async () => {
  shop = await merchant();
  owner = (await personOf("owner", shop.accountId)).api;
});

const ADDRESSES = { query: "kind=addresses&name=book.csv" };
const HEADER = "類別,標籤,姓名,電話,區號,地址,國家,客戶編號";
const fileOf = (...lines: string[]) => [HEADER, ...lines].join("\n");
const found = async (q: string, by = owner) =>
  must(await by.get(`/addresses?q=${encodeURIComponent(q)}&limit=10`)).body.data;

describe("a file of addresses", () => {
  it("is checked row by row, corrected, and saved", async () => {
    const read = await checked(
      owner,
      fileOf(
        ",VIP,陳大文,91234567,+852,九龍旺角彌敦道 700 號,,A1",
        "recipient,,Sato Hanako,9012345678,81,1-2-3 Jingumae,日本,A2",
        "客人,,Lee,123,852,x,,A3",
      ),
      ADDRESSES,
    );
    expect(read).toMatchObject({
      ...{ kind: "addresses", status: "WRONG", rows: 3, orders: 3, wrong: 1, ready: 2, total_price: "0.00" },
      mapping: { 類別: "kind", 標籤: "label", 姓名: "name", 電話: "mobile", 區號: "mobile_prefix", 客戶編號: null },
    });
    const rows = await rowsOf(owner, read.import_id);
    expect(rows.map(({ errors }) => errors.map(({ column }) => column))).toEqual([
      [],
      [],
      ["kind", "mobile", "address"],
    ]);
    expect(rows[2]?.errors[0]?.message).toBe("Must be one of: recipient, sender.");
    const values = { kind: "寄件人", mobile: "61234567", address: "Shop 9, Lucky Plaza, Sha Tin" };
    must(await owner.call("PATCH", `/imports/${read.import_id}/rows/3`, { body: { values } }));
    const done = await started(owner, read.import_id, { confirm_shipment: "N" });
    expect(done).toMatchObject({ status: "DONE", done: 3, failed: 0 });
    expect(await found("陳大文")).toMatchObject([
      { kind: "recipient", label: "VIP", ship_type: "local", party: { mobile: "91234567", mobile_prefix: "852" } },
    ]);
    expect(await found("Hanako")).toMatchObject([
      { ship_type: "intl", country: "JP", party: { mobile_prefix: "+81", address: "1-2-3 Jingumae" } },
    ]);
    expect(await found("Lee")).toMatchObject([{ kind: "sender", party: { mobile: "61234567" } }]);
    expect((await rowsOf(owner, read.import_id)).every(({ order_id }) => order_id === null)).toBe(true);
  });

  it("changes what is saved already, and of the same address twice takes the later", async () => {
    const line = (label: string, email: string) =>
      `recipient,${label},Mak,65550001,852,尖沙咀廣東道 5 號海港城,${email}`;
    const file = (...lines: string[]) => ["kind,label,name,mobile,mobile_prefix,address,email", ...lines].join("\n");
    const first = await checked(owner, file(line("VIP", "a@example.com"), line("", "b@example.com")), ADDRESSES);
    expect(await started(owner, first.import_id)).toMatchObject({ done: 2, changed: 0, unchanged: 1, failed: 0 });
    const [saved, ...others] = await found("Mak");
    expect(others).toEqual([]);
    expect(saved).toMatchObject({ party: { email: "b@example.com" } });
    const again = await checked(owner, file(line("Wholesale", "c@example.com")), ADDRESSES);
    expect(await started(owner, again.import_id)).toMatchObject({ done: 1, changed: 1, unchanged: 0 });
    expect(await found("Mak")).toMatchObject([{ id: saved.id, label: "Wholesale", party: { email: "c@example.com" } }]);
  });

  it("comes back in from the export as it is", async () => {
    // An international one, with the number of a Hong Kong company and without its prefix.
    const party = { name: "Lam", company_name: "Kettle & Co.", mobile: "23456781" };
    must(await owner.post("/addresses", { kind: "recipient", party }));
    const { content } = must(await owner.get("/addresses/export")).body.data;
    const other = await merchant();
    const read = await checked(other.testing, Buffer.from(content, "base64"), ADDRESSES);
    expect(read).toMatchObject({ status: "READY", wrong: 0 });
    await started(other.testing, read.import_id);
    type Saved = { kind: string; label: string | null; ship_type: string; party: Record<string, string> };
    const book = async (by: Api) =>
      (must(await by.get("/addresses?limit=100")).body.data as Saved[])
        .map(({ kind, label, ship_type, party: { mobile_prefix = "+852", ...rest } }) =>
          JSON.stringify({ kind, label, ship_type, mobile_prefix, ...rest }),
        )
        .sort();
    expect(await book(other.testing)).toEqual(await book(owner));
  });

  it("is for whoever may add addresses: support reads it and changes nothing", async () => {
    const { import_id } = await checked(owner, fileOf(",,Ho,65550002,852,Shop 9 Lucky Plaza,,"), ADDRESSES);
    const { api } = await personOf("support", null);
    const naming = { headers: { "x-account-id": shop.accountId } };
    const call = (method: string, path: string, body?: object) => api.call(method, path, { ...naming, body });
    expect((await call("GET", `/imports/${import_id}`)).status).toBe(200);
    const refused = [
      await upload(api, fileOf(",,Ho,65550002,852,Shop 9 Lucky Plaza,,"), { ...ADDRESSES, ...naming }),
      await call("PATCH", `/imports/${import_id}/rows/1`, { values: { name: "Ko" } }),
      await call("PUT", `/imports/${import_id}/mapping`, { mapping: { 姓名: "name" } }),
      await call("POST", `/imports/${import_id}/start`, { confirm_shipment: "N" }),
      await call("POST", `/imports/${import_id}/cancel`),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(await readImport(owner, import_id)).toMatchObject({ status: "READY", rows: 1 });
    expect((await rowsOf(owner, import_id))[0]?.values).toMatchObject({ name: "Ho" });
    const other = await merchant();
    expect((await other.testing.get(`/imports/${import_id}`)).status).toBe(404);
    expect((await shop.production.get(`/imports/${import_id}`)).status).toBe(404);
  });
});
