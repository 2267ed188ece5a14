// The boxes that an account packs in (contract §41).
import { beforeEach, describe, expect, it } from "vitest";
import { type Merchant, merchant, personOf, testDb } from "@/test/factories";
import { type Api, api } from "@/test/http";
import { must } from "@/test/pick-pack/warehouse";

let shop: Merchant;
let owner: Api;
beforeEach(async () => {
  shop = await merchant();
  owner = (await personOf("owner", shop.accountId)).api;
});

const BOX = { name: "Carton M", length: "30", width: "20.5", height: "10", weight: "0.18" };
const add = async (change: object = {}, by: Api = shop.testing) =>
  must(await by.post("/boxes", { ...BOX, ...change })).body.data;
const change = (id: string, body: object, by: Api = shop.testing) => by.call("PATCH", `/boxes/${id}`, { body });
const remove = (id: string, by: Api = shop.testing) => by.call("DELETE", `/boxes/${id}`);
const names = async (by: Api = shop.testing) =>
  must(await by.get("/boxes?limit=100")).body.data.map(({ name }: { name: string }) => name);
const refusedAt = ({ status, entries }: Awaited<ReturnType<Api["get"]>>) => [
  status,
  ...entries.map(({ field, message }) => [field, message]),
];

/** Many boxes at once, as rows. */
const fill = async (count: number) =>
  (await testDb())
    .insertInto("boxes" as never)
    .values(
      Array.from({ length: count }, (_, n) => ({
        ...{ account_id: shop.accountId, environment: "testing", id: `bx_${shop.accountId}_${n}` },
        ...{ ...BOX, name: `Row ${n}` },
      })) as never,
    )
    .execute();

describe("boxes", () => {
  it("are added, listed by name and by page, changed and deleted", async () => {
    const made = await add();
    expect(made).toEqual({
      ...{ box_id: expect.stringMatching(/^bx_[0-9a-f]{18}$/), ...BOX, revision: 1 },
      ...{ create_time: made.create_time, update_time: made.create_time },
    });
    for (const name of ["Carton 10", "細紙箱", "carton 2", "Bag"]) await add({ name });
    expect(await names()).toEqual(["細紙箱", "Bag", "carton 2", "Carton 10", "Carton M"]);
    const second = must(await shop.testing.get("/boxes?limit=2&offset=2")).body;
    expect(second.data.map(({ name }: { name: string }) => name)).toEqual(["carton 2", "Carton 10"]);
    expect(second.pagination).toMatchObject({ total: 5, page: 2, total_pages: 3 });
    const changed = must(await change(made.box_id, { height: "12", revision: 1 })).body.data;
    expect(changed).toMatchObject({ ...BOX, height: "12", revision: 2 });
    expect(must(await remove(made.box_id)).body.data).toEqual({ box_id: made.box_id, deleted: true });
    expect(await names()).not.toContain("Carton M");
    expect((await remove(made.box_id)).status).toBe(404);
    expect((await change(made.box_id, { name: "Again" })).status).toBe(404);
  });

  it("are made once for a key", async () => {
    const keyed = () => shop.testing.post("/boxes", BOX, { headers: { "idempotency-key": "one" } });
    const { box_id } = must(await keyed()).body.data;
    const again = await keyed();
    expect([again.body.error.code, again.body.error.box_id]).toEqual(["500998", box_id]);
    expect(await names()).toEqual([BOX.name]);
  });

  it.each([
    [{ name: undefined }, "name"],
    [{ name: "  " }, "name"],
    [{ name: "\u200b" }, "name"],
    [{ name: "箱".repeat(41) }, "name"],
    [{ name: "a\u0007b" }, "name"],
    [{ length: "0" }, "length"],
    [{ length: "1000.1" }, "length"],
    [{ width: "20 cm" }, "width"],
    [{ width: "1.1234567" }, "width"],
    [{ height: "-1" }, "height"],
    [{ height: undefined }, "height"],
    [{ weight: "10000.1" }, "weight"],
    [{ weight: "light" }, "weight"],
    [{ weight: undefined }, "weight"],
  ])("are refused where a field is wrong: %j", async (wrong, field) => {
    const answer = await shop.testing.post("/boxes", { ...BOX, ...wrong });
    expect([answer.status, answer.entries.map((entry) => entry.field)]).toEqual([400, [field]]);
    expect(await names()).toEqual([]);
  });

  it("take the bounds themselves, and a name of 40 characters", async () => {
    const name = "箱".repeat(40);
    expect(await add({ name, length: "1000", width: "0.000001", weight: "0" })).toMatchObject({
      ...{ name, length: "1000", width: "0.000001", weight: "0" },
    });
  });

  it("have different names, whatever the letter case", async () => {
    await add();
    const other = await add({ name: "Carton L" });
    const taken = [400, ["name", "Another box has this name."]];
    expect(refusedAt(await shop.testing.post("/boxes", { ...BOX, name: " CARTON m " }))).toEqual(taken);
    expect(refusedAt(await change(other.box_id, { name: "carton M" }))).toEqual(taken);
    // Its own name is no other's.
    expect(must(await change(other.box_id, { name: "CARTON L" })).body.data.name).toBe("CARTON L");
    expect(await names()).toEqual(["CARTON L", "Carton M"]);
  });

  it("of one name are not made twice at once", async () => {
    const answers = await Promise.all(["x", "X", "x"].map((name) => shop.testing.post("/boxes", { ...BOX, name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await names()).toHaveLength(1);
  });

  it("are at most 100, even when the last ones are added at once", async () => {
    await fill(99);
    const answers = await Promise.all(["a", "b", "c"].map((name) => shop.testing.post("/boxes", { ...BOX, name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const full = [400, ["name", "There are 100 boxes, the most there may be."]];
    expect(refusedAt(await shop.testing.post("/boxes", BOX))).toEqual(full);
    expect(await names()).toHaveLength(100);
    // The other environment has its own.
    await add({}, shop.production);
  });
});

describe("a change from an older revision", () => {
  it("keeps what others changed, and is refused at a field that both changed", async () => {
    const { box_id } = await add();
    must(await change(box_id, { weight: "0.2", revision: 1 }));
    const merged = must(await change(box_id, { length: "31", revision: 1 })).body.data;
    expect(merged).toMatchObject({ ...BOX, weight: "0.2", length: "31", revision: 3 });
    const refused = await change(box_id, { weight: "0.3", revision: 1 });
    expect([refused.status, refused.body.error.code, refused.entries.map(({ field }) => field)]).toEqual([
      409,
      "409020",
      ["weight"],
    ]);
    // Without a revision the last change wins.
    expect(must(await change(box_id, { weight: "0.3" })).body.data.weight).toBe("0.3");
  });
});

describe("who may", () => {
  it("read: everybody of the account; change: its owners and clients", async () => {
    const { box_id } = await add({}, owner);
    const member = (await personOf("member", shop.accountId)).api;
    expect(await names(member)).toEqual([BOX.name]);
    const tries = [await member.post("/boxes", { ...BOX, name: "x" }), await change(box_id, { name: "x" }, member)];
    expect([...tries, await remove(box_id, member)].map(({ status }) => status)).toEqual([403, 403, 403]);
    const nobody = api();
    const without = [await nobody.get("/boxes"), await nobody.post("/boxes", BOX), await remove(box_id, nobody)];
    expect([...without, await change(box_id, {}, nobody)].map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(await names()).toEqual([BOX.name]);
  });

  it("reaches no box of another account or environment", async () => {
    const { box_id } = await add();
    const other = await merchant();
    for (const by of [other.testing, shop.production]) {
      expect(await names(by)).toEqual([]);
      expect((await change(box_id, { name: "x" }, by)).status).toBe(404);
      expect((await remove(box_id, by)).status).toBe(404);
      // The same name is free there.
      expect(await add({}, by)).toMatchObject(BOX);
    }
    expect(await names()).toEqual([BOX.name]);
  });
});
