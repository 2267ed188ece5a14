// Adjustments as a merchant sees them: their proof, and disputes, which support answers.
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Adjustment } from "@/lib/contracts/adjustment";
import { syncCases } from "@/server/cases";
import { productDatabase } from "@/test/database";
import { created, localOrder, type Merchant, merchant, personOf } from "@/test/factories";
import { api, respond } from "@/test/http";
import { plain } from "@/test/pictures";

type Person = Awaited<ReturnType<typeof personOf>>;

let content: string;

let shop: Merchant;
let owner: Person;
let staff: Person;
let order_id: string;
let adjustment: string;

const asStaff = (method: string, path: string, body?: unknown) =>
  staff.api.call(method, path, { body, headers: { "x-account-id": shop.accountId } });
const adjust = async () =>
  (await asStaff("POST", "/adjustments", { order_id, kind: "OTHER", effect: "CHARGE", amount: "12", note: "2 kg" }))
    .body.data.id as string;
const listed = async (who = owner): Promise<Adjustment[]> =>
  (await who.api.get(`/adjustments?order_id=${order_id}`)).body.data;
const thread = async () => (await owner.api.get(`/order/messages?order_id=${order_id}`)).body.data;
const queue = async () => {
  await syncCases((await productDatabase()).db);
  return (await staff.api.get(`/cases?account_id=${shop.accountId}`)).body.data;
};
const dispute = (body: object = {}, who = owner) =>
  who.api.post(`/adjustments/${adjustment}/dispute`, { note: "It weighs 1 kg", ...body });

beforeAll(async () => {
  content = (await plain(40, 30).png().toBuffer()).toString("base64");
});
beforeEach(async () => {
  shop = await merchant();
  owner = await personOf("owner", shop.accountId, "production");
  staff = await personOf("support", null, "production");
  await asStaff("POST", "/support/visit", { reason: "BILLING" });
  await asStaff("PATCH", "/support/visit", { acting: "Y" });
  ({ order_id } = await created(shop.production, localOrder({ confirm_shipment: "Y" })));
  adjustment = await adjust();
});

describe("a picture of an adjustment", () => {
  it("proves it to the merchant, who saves it as the file that it is; there are three at most", async () => {
    const made = await asStaff("POST", `/adjustments/${adjustment}/pictures`, { content });
    expect(made.body.data).toEqual({ id: expect.stringMatching(/^op_/), type: "image/png", bytes: expect.any(Number) });
    expect((await listed())[0]?.pictures).toEqual([made.body.data]);
    const path = `/order/pictures/${made.body.data.id}`;
    const kept = Buffer.from((await owner.api.get(path)).body.data.content, "base64");
    expect(kept).toHaveLength(made.body.data.bytes);
    const url = `http://localhost:3000/v1${path}`;
    const file = await respond(new Request(url, { headers: { cookie: owner.cookie, accept: "image/png" } }));
    expect(file.headers.get("content-type")).toBe("image/png");
    expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(Buffer.from(await file.arrayBuffer()).equals(kept)).toBe(true);
    const more = await Promise.all(
      [1, 2, 3].map(() => asStaff("POST", `/adjustments/${adjustment}/pictures`, { content })),
    );
    expect(more.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
    expect((await listed())[0]?.pictures).toHaveLength(3);
  });
});

describe("a dispute", () => {
  it("is a message with its picture, waits in the queue, and is settled by support's answer", async () => {
    const answer = await dispute({ content });
    expect(answer.body.data).toMatchObject({ kind: "dispute", side: "merchant", text: "It weighs 1 kg" });
    const [message] = await thread();
    expect(message).toMatchObject({ id: answer.body.data.id, disputed_amount: "12.00" });
    expect(message.pictures).toMatchObject([{ type: "image/png" }]);
    const asSupport = (await asStaff("GET", `/order/messages?order_id=${order_id}`)).body.data;
    expect(asSupport[0]).toMatchObject({ kind: "dispute", pictures: message.pictures });
    const read = (await asStaff("GET", `/order/pictures/${message.pictures[0].id}`)).body.data;
    expect(Buffer.from(read.content, "base64")).toHaveLength(message.pictures[0].bytes);
    expect((await listed())[0]).toMatchObject({ disputed_time: message.time, pictures: [] });
    expect(await queue()).toMatchObject([{ kind: "DISPUTE", order_id, target_hours: 24 }]);
    await asStaff("POST", "/order/messages", { order_id, text: "You are right. We give it back." });
    expect(await queue()).toEqual([]);
    expect((await owner.api.get("/notifications")).body.data[0].kind).toBe("order_message");
  });

  it("can be closed without an answer, which leaves a question of the same order open", async () => {
    await owner.api.post("/order/messages", { order_id, text: "Where is it?" });
    await dispute();
    const cases = await queue();
    expect(cases.map(({ kind }: { kind: string }) => kind).sort()).toEqual(["DISPUTE", "QUESTION"]);
    const { case_id } = cases.find(({ kind }: { kind: string }) => kind === "DISPUTE");
    const close = { ids: [case_id], closed_as: "ANSWERED_ELSEWHERE" };
    expect((await staff.api.post("/cases/close", close)).status).toBe(200);
    expect(await queue()).toMatchObject([{ kind: "QUESTION" }]);
  });

  it("is made once for each adjustment, however many ask at once", async () => {
    const answers = await Promise.all([dispute(), dispute(), dispute()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await thread()).toHaveLength(1);
    adjustment = await adjust();
    expect((await dispute({}, await personOf("member", shop.accountId, "production"))).status).toBe(403);
    expect((await dispute({ note: " ", content: "x" })).entries.map(({ field }) => field)).toEqual(["note", "content"]);
  });
});

describe("who may", () => {
  it("see an adjustment: people of the account and support; dispute it: people; prove it: support that acts", async () => {
    await dispute({ content });
    const [{ pictures }] = await thread();
    const stranger = await personOf("owner", (await merchant()).accountId, "production");
    const packer = await personOf("warehouse", null, "production");
    for (const path of [`/adjustments?order_id=${order_id}`, `/order/pictures/${pictures[0].id}`]) {
      expect([path, (await stranger.api.get(path)).status]).toEqual([path, 404]);
      expect((await (await personOf("owner", shop.accountId, "testing")).api.get(path)).status).toBe(404);
      expect((await packer.api.call("GET", path, { headers: { "x-account-id": shop.accountId } })).status).toBe(403);
      expect((await shop.production.get(path)).status).toBe(403);
      expect((await api("production").get(path)).status).toBe(401);
    }
    const [disputing, proving] = [`/adjustments/${adjustment}/dispute`, `/adjustments/${adjustment}/pictures`];
    expect((await stranger.api.post(disputing, { note: "x" })).status).toBe(404);
    expect((await asStaff("POST", disputing, { note: "x" })).status).toBe(403);
    expect((await owner.api.post(proving, { content })).status).toBe(403);
    for (const path of [disputing, proving]) expect((await api("production").post(path, { content })).status).toBe(401);
    await asStaff("PATCH", "/support/visit", { acting: "N" });
    expect((await asStaff("POST", proving, { content })).status).toBe(403);
  });
});
