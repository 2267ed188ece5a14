// @module-tag engine
/** The shop's own number of an order, and the filters of lists (contract §5). */
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { printing } from "@/server/documents";
import { runJobs } from "@/server/jobs";
import { productDatabase } from "@/test/database";
import { clientOf, created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import type { Answer, Api } from "@/test/http";
import { freshItem, must, naming, orderIn, orderOf, packAll, stocked, warehouse } from "@/test/pick-pack/warehouse";

const FILTERS = ["/orders", "/orders/export"] as const;
const ids = (answer: Answer): string[] => must(answer).body.data.map(({ id }: { id: string }) => id);
const list = async (client: Api, query: string) => ids(await client.get(`/orders?limit=100&sort=create_time&${query}`));
const exported = async (client: Api, query: string) => {
  const { content } = must(await client.get(`/orders/export?${query}`)).body.data;
  const [head = "", ...lines] = Buffer.from(content, "base64")
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .trim()
    .split("\r\n");
  return { head: head.split(","), lines };
};
const detail = async (client: Api, id: string) => must(await client.get(`/order/detail/${id}`)).body.data;

describe("reference", () => {
  let shop: Merchant;
  beforeAll(async () => {
    shop = await merchant();
  });

  it.each([
    ["local", localOrder],
    ["intl", intlOrder],
  ])("is kept, shown and found: %s", async (kind, body) => {
    const reference = `#1042-${kind}`;
    const order = await created(shop.testing, body({ reference: ` ${reference} `, confirm_shipment: "N" }));
    must(await shop.testing.post("/order/confirm", { order_id: order.order_id }));
    expect((await detail(shop.testing, order.order_id)).reference).toBe(reference);
    const [row] = must(await shop.testing.get(`/orders?reference=${encodeURIComponent(reference)}`)).body.data;
    expect(row).toMatchObject({ id: order.order_id, reference });
    expect(await list(shop.testing, `q=${encodeURIComponent(reference.slice(0, 7).toUpperCase())}`)).toEqual([
      order.order_id,
    ]);
    expect(await list(shop.testing, `q=${encodeURIComponent(reference.slice(2))}`)).toEqual([order.order_id]);
  });

  it("of the overview form is kept and answered", async () => {
    const body = {
      sender: { name: "Shop", phone: "23456789", address: "12 Nathan Road" },
      recipient: { name: "Chan", phone: "91234567", address: "700 Nathan Road" },
      package: { weight: 1, dimensions: { length: 10, width: 10, height: 10 } },
      reference: "OV-1",
    };
    const { id } = must(await shop.testing.post("/orders", body)).body.data;
    expect(await list(shop.testing, "reference=OV-1")).toEqual([id]);
    const wrong = await shop.testing.post("/orders", { ...body, reference: "x".repeat(65) });
    expect([wrong.status, wrong.entries.map(({ field }) => field)]).toEqual([400, ["reference"]]);
  });

  it("may repeat, and the filter is exact: whole, in its own case", async () => {
    const made = [];
    for (const reference of ["Rep-1", "Rep-1", "rep-1", "Rep-10"])
      made.push((await created(shop.testing, localOrder({ reference }))).order_id);
    expect(await list(shop.testing, "reference=Rep-1")).toEqual(made.slice(0, 2));
    expect(await list(shop.testing, "reference=Rep-")).toEqual([]);
    expect(await list(shop.testing, "q=rep-1")).toEqual(made);
    expect(await list(shop.production, "reference=Rep-1")).toEqual([]);
    expect(await list((await merchant()).testing, "reference=Rep-1")).toEqual([]);
  });

  it.each([
    ["x".repeat(65), "reference"],
    ["a\nb", "reference"],
    [7, "reference"],
  ])("that is wrong is refused by its name: %j", async (reference, field) => {
    const answer = await shop.testing.post("/order/create", localOrder({ reference }));
    expect([answer.status, answer.entries.map((entry) => entry.field)]).toEqual([400, [field]]);
  });

  it("can be changed like remarks: saved, confirmed and on its way", async () => {
    const { order_id } = await created(shop.testing, localOrder({ reference: "First", confirm_shipment: "N" }));
    const change = (reference: string | null) => shop.testing.post("/order/update", { order_id, reference });
    expect(must(await change("Second")).body.data.reference).toBe("Second");
    must(await shop.testing.post("/order/confirm", { order_id }));
    expect(must(await change("Third")).body.data).toMatchObject({ reference: "Third", client_remarks: "Order 1042" });
    expect(must(await change("")).body.data.reference).toBe("Third");
    must(await shop.testing.post("/simulate/tracking", { order_id, event: "order.picked_up" }));
    expect(must(await change("Fourth")).body.data.reference).toBe("Fourth");
    expect(await list(shop.testing, "reference=Third")).toEqual([]);
    expect(await list(shop.testing, "q=fourth")).toEqual([order_id]);
    expect(must(await change(" ")).body.data.reference).toBeNull();
    const [event] = must(await shop.testing.get("/events?events=order.updated&limit=100")).body.data.slice(-2);
    expect(JSON.parse(event.body).data.reference).toBe("Fourth");
  });

  it("is shown on bench and export", async () => {
    const place = await warehouse();
    const item = freshItem();
    const { order_id } = await created(place.shop.testing, { ...orderOf([item]), reference: "SHOP-77" });
    expect(must(await place.staff.get(`/pickpack/bench/${order_id}`, naming(place.shop))).body.data.reference).toBe(
      "SHOP-77",
    );
    const { head, lines } = await exported(place.shop.testing, "reference=SHOP-77");
    expect(lines).toHaveLength(1);
    expect(lines[0]?.split(",")[head.indexOf("reference")]).toBe("SHOP-77");
  });
});

describe("filters", () => {
  let shop: Merchant;
  const made: Record<string, string> = {};
  const names = (found: string[]) =>
    Object.keys(made)
      .filter((name) => found.includes(made[name] ?? ""))
      .sort();
  const find = async (query: string) => names(await list(shop.testing, query));

  beforeAll(async () => {
    shop = await merchant();
    const owner = (await personOf("owner", shop.accountId)).api;
    const make = async (name: string, client: Api, body: object) => {
      made[name] = (await created(client, body)).order_id;
    };
    await make("local", shop.testing, localOrder());
    await make("cod", shop.testing, localOrder({ cod: "Y", cod_amount: "100" }));
    await make("saved", shop.testing, localOrder({ confirm_shipment: "N" }));
    await make("intl", shop.testing, intlOrder());
    await make("desk", owner, localOrder());
    await make("cancelled", shop.testing, localOrder());
    must(await shop.testing.post("/order/cancel", { order_id: made.cancelled, reason: "OTHER" }));
    await make("delivered", shop.testing, localOrder());
    for (const event of ["picked_up", "out_for_delivery", "delivered"])
      must(await shop.testing.post("/simulate/tracking", { order_id: made.delivered, event: `order.${event}` }));
    await created((await merchant()).testing, localOrder({ cod: "Y", cod_amount: "100" }));
  });

  it.each<[string, string[]]>([
    ["status=pending", ["cod", "desk", "intl", "local", "saved"]],
    ["status=pending,delivered", ["cod", "delivered", "desk", "intl", "local", "saved"]],
    ["status=cancelled", ["cancelled"]],
    ["status=CANCELLED", ["cancelled"]],
    ["status=PENDING_CONFIRM,delivered", ["delivered", "saved"]],
    ["cod=Y", ["cod"]],
    ["cod=N", ["cancelled", "delivered", "desk", "intl", "local", "saved"]],
    ["source=dashboard", ["desk"]],
    ["source=api", ["cancelled", "cod", "delivered", "intl", "local", "saved"]],
    ["source=store", []],
    ["country=HK", ["cancelled", "cod", "delivered", "desk", "local", "saved"]],
    ["country=hong kong", ["cancelled", "cod", "delivered", "desk", "local", "saved"]],
    ["country=kr,th", []],
    ["cod=Y&status=pending&country=HK&source=api", ["cod"]],
    ["cod=Y&source=dashboard", []],
  ])("find what they name: %s", async (query, expected) => {
    expect(await find(query)).toEqual(expected);
    const { lines } = await exported(shop.testing, query);
    expect(
      names(lines.map((line) => line.replace(/\D.*/, "").replace(/^"/, "") || (line.match(/\d{15}/)?.[0] ?? ""))),
    ).toEqual(expected);
  });

  it("of country take a code or a name, several by comma, and a name that has commas itself", async () => {
    const { recipient_country } = must(await shop.testing.get(`/orders?order_ids=${made.intl}`)).body.data[0];
    expect(await find(`country=${recipient_country.toLowerCase()}`)).toEqual(["intl"]);
    const other = recipient_country === "US" ? "Japan" : "United States";
    expect(await find(`country=${encodeURIComponent(`${other}, ${recipient_country}`)}`)).toEqual(["intl"]);
    expect((await find(`country=HK,${recipient_country}`)).length).toBe(7);
  });

  it.each([
    ["status=waiting", "status"],
    ["status=pending,", "status"],
    ["country=Atlantis", "country"],
    ["country=HK,,US", "country"],
    ["cod=yes", "cod"],
    ["printed=1", "printed"],
    ["late=x", "late"],
    ["source=shop", "source"],
    ["pickup_date=2026-02-30", "pickup_date"],
    [`reference=${"x".repeat(65)}`, "reference"],
    ["created_from=2026-03-02&created_to=2026-03-01", "created_to"],
  ])("that are wrong are refused by their name: %s", async (query, field) => {
    for (const path of FILTERS) {
      const answer = await shop.testing.get(`${path}?${query}`);
      expect([answer.status, answer.entries.map((entry) => entry.field)], path).toEqual([400, [field]]);
    }
  });

  it("of days may name one day", async () => {
    expect((await shop.testing.get("/orders?created_from=2026-03-01&created_to=2026-03-01")).status).toBe(200);
  });

  it("of pickup_date find the day", async () => {
    const fresh = await merchant();
    const { rows } = await sql<{
      day: string;
    }>`select to_char(now() at time zone 'Asia/Hong_Kong' + interval '3 days', 'YYYY-MM-DD') as day`.execute(
      await testDb(),
    );
    const day = rows[0]?.day ?? "";
    const pickup_arrange = { pickup_date: day, pickup_start_time: "10:00", pickup_end_time: "18:00" };
    const { order_id } = await created(fresh.testing, localOrder({ pickup_arrange }));
    await created(fresh.testing, localOrder());
    expect(await list(fresh.testing, `pickup_date=${day}`)).toEqual([order_id]);
    expect(await list(fresh.testing, "pickup_date=2026-01-01")).toEqual([]);
  });

  it("of late find orders that are past their day and have not ended", async () => {
    await sql`update orders set estimated_delivery = now() - interval '1 hour' where account_id = ${shop.accountId}
      and id = any(${[made.local, made.cancelled, made.delivered]}::bigint[])`.execute(await testDb());
    expect(await find("late=Y")).toEqual(["local"]);
    expect(await find("late=N")).toEqual(["cancelled", "cod", "delivered", "desk", "intl", "saved"]);
  });

  it("can be saved in views, which are checked as the list is", async () => {
    const owner = (await personOf("owner", shop.accountId)).api;
    const query = {
      status: "pending",
      reference: "A-1",
      country: "US",
      cod: "Y",
      printed: "N",
      late: "Y",
      source: "api",
    };
    const view = must(await owner.post("/views", { name: "Mine", query, columns: ["reference"] })).body.data;
    expect(view).toMatchObject({ query, columns: ["reference"] });
    const wrong = { created_from: "2026-03-02", created_to: "2026-03-01" };
    const answer = await owner.post("/views", { name: "Wrong", query: wrong, columns: [] });
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["query.created_to"]]);
  });
});

describe("printed", () => {
  let place: { shop: Merchant; staff: Api };
  let shop: Merchant;
  let owner: Api;
  beforeEach(async () => {
    place = await warehouse();
    ({ shop } = place);
    owner = (await personOf("owner", shop.accountId)).api;
  });
  const two = () => orderOf([freshItem()], [freshItem()]);
  const isPrinted = async (id: string) => {
    const [yes, no] = [await list(shop.testing, "printed=Y"), await list(shop.testing, "printed=N")];
    expect([yes, no].flat().filter((each) => each === id)).toHaveLength(1);
    return yes.includes(id);
  };
  const pdf = { headers: { accept: "application/pdf" } };

  it.each<[string, (id: string, client: Api) => Promise<Answer>]>([
    ["label as JSON", (id, client) => client.get(`/order/label/${id}`)],
    ["label as PDF", (id, client) => client.get(`/order/label/${id}`, pdf)],
    ["labels as JSON", (id, client) => client.post("/order/labels", { order_ids: [id] })],
    ["labels as PDF", (id, client) => client.post("/order/labels", { order_ids: [id] }, pdf)],
    ["all documents as JSON", (id, client) => client.get(`/order/documents/${id}`)],
    ["all documents as PDF", (id, client) => client.get(`/order/documents/${id}`, pdf)],
  ])("is what an API client fetched, and not what a person looked at: %s", async (_name, fetch) => {
    const { order_id } = await created(shop.testing, two());
    expect((await fetch(order_id, owner)).status).toBe(200);
    expect((await fetch(order_id, (await merchant()).testing)).status).not.toBe(500);
    expect(await isPrinted(order_id)).toBe(false);
    expect((await fetch(order_id, shop.testing)).status).toBe(200);
    expect(await isPrinted(order_id)).toBe(true);
  });

  it("is not another document, nor an order without a label", async () => {
    const { order_id } = await created(shop.testing, two());
    must(await shop.testing.get(`/order/documents/${order_id}?type=packing_slip`));
    must(await owner.post("/order/prints", { order_ids: [order_id], document: "packing_slip" }));
    expect(await isPrinted(order_id)).toBe(false);
    const saved = await created(shop.testing, { ...two(), confirm_shipment: "N" });
    must(await shop.testing.get(`/order/label/${saved.order_id}`));
    expect(await isPrinted(saved.order_id)).toBe(false);
  });

  it("is what a person printed: of all parcels, or one after the other at the bench", async () => {
    const { order_id } = await created(shop.testing, two());
    const print = (parcel?: string) =>
      place.staff &&
      owner.post("/order/prints", { order_ids: [order_id], document: "label", ...(parcel ? { parcel } : {}) });
    must(await print("1"));
    must(await print("1"));
    expect(await isPrinted(order_id)).toBe(false);
    must(await print("2"));
    expect(await isPrinted(order_id)).toBe(true);
    const other = await created(shop.testing, two());
    must(await owner.post("/order/prints", { order_ids: [other.order_id], document: "label" }));
    expect(await isPrinted(other.order_id)).toBe(true);
  });

  it("of two parcels printed at the same moment is complete", async () => {
    for (let round = 0; round < 5; round++) {
      const { order_id } = await created(shop.testing, two());
      const prints = ["1", "2"].map((parcel) =>
        owner.post("/order/prints", { order_ids: [order_id], document: "label", parcel }),
      );
      for (const answer of await Promise.all(prints)) must(answer);
      expect(await isPrinted(order_id)).toBe(true);
    }
  });

  it("ends when the label changes, and not when something else does", async () => {
    const { order_id } = await orderIn(place, "PICKPACK_CONFIRMED");
    must(await shop.testing.get(`/order/label/${order_id}`));
    must(await shop.testing.post("/order/update", { order_id, client_remarks: "x", reference: "R-1" }));
    expect(await isPrinted(order_id)).toBe(true);
    const same = [{ length: "30.0", width: "20", height: "15", act_weight: "2.30" }];
    const other = [{ length: "40", width: "20", height: "15", act_weight: "2.3" }];
    must(await place.staff.post("/pickpack/ready", { order_id, parcel_list: same }));
    expect(await isPrinted(order_id)).toBe(true);
    const second = await orderIn(place, "PICKPACK_CONFIRMED", freshItem("2"));
    must(await shop.testing.get(`/order/label/${second.order_id}`));
    must(await place.staff.post("/pickpack/ready", { order_id: second.order_id, parcel_list: other }));
    expect(await isPrinted(second.order_id)).toBe(false);
    must(await shop.testing.get(`/order/label/${second.order_id}`));
    expect(await isPrinted(second.order_id)).toBe(true);
  });

  it("ends with each change of a COD order's label, in lists, exports and views alike", async () => {
    const item = freshItem("3");
    await stocked(place, item, "5");
    const { order_id } = await created(shop.testing, { ...orderOf([item]), cod: "Y", cod_amount: "360.00" });
    const view = must(await owner.post("/views", { name: "To print", query: { printed: "N" }, columns: [] })).body.data;
    const isToPrint = async () => {
      const isPrintedNow = await isPrinted(order_id);
      const inView = ids(await owner.get(`/orders?${new URLSearchParams(view.query)}`));
      const inFile = (await exported(owner, "printed=N")).lines.some((line) => line.includes(order_id));
      expect([inView.includes(order_id), inFile]).toEqual([!isPrintedNow, !isPrintedNow]);
      return !isPrintedNow;
    };
    const afterPrint = async () => {
      must(await owner.post("/order/prints", { order_ids: [order_id], document: "label" }));
      return isToPrint();
    };
    expect([await isToPrint(), await afterPrint()]).toEqual([true, false]);
    must(await place.staff.post("/pickpack/confirm", { order_id }));
    await packAll(place.staff, { order_id }, { [item.sku]: { units: 1, reason: "MISSING" } });
    expect(await isToPrint()).toBe(false);
    must(await place.staff.post("/pickpack/ready", { order_id, confirm_short: "Y", cod_amount: "240.00" }));
    expect([await isToPrint(), await afterPrint()]).toEqual([true, false]);
    must(await place.staff.post("/pickpack/reopen", { order_id }));
    expect([await isToPrint(), await afterPrint()]).toEqual([true, false]);
  });

  it("is not what a print job drew before the label changed", async () => {
    const orders = [await orderIn(place, "PICKPACK_CONFIRMED"), await orderIn(place, "PICKPACK_CONFIRMED")];
    const order_ids = orders.map(({ order_id }) => order_id);
    const job = must(await owner.post("/print-jobs", { order_ids })).body.data;
    await runJobs((await productDatabase()).db, printing, new AbortController().signal);
    const [same = "", changed = ""] = order_ids;
    const parcel_list = [{ length: "40", width: "20", height: "15", act_weight: "2.3" }];
    must(await place.staff.post("/pickpack/ready", { order_id: changed, parcel_list }));
    expect(must(await owner.post(`/print-jobs/${job.id}/printed`)).body.data).toEqual({ recorded: 2 });
    expect([await isPrinted(same), await isPrinted(changed)]).toEqual([true, false]);
    const next = must(await owner.post("/print-jobs", { order_ids: [changed] })).body.data;
    await runJobs((await productDatabase()).db, printing, new AbortController().signal);
    must(await owner.post(`/print-jobs/${next.id}/printed`));
    expect(await isPrinted(changed)).toBe(true);
  });

  it("by a client of another role counts too", async () => {
    const { order_id } = await created(shop.testing, two());
    const support = await clientOf("support", null);
    must(await support.get(`/order/label/${order_id}`, naming(shop)));
    expect(await isPrinted(order_id)).toBe(true);
  });
});
