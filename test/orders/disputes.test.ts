// Adjustments as a merchant sees them: their proof, and disputes, which support answers.
import { beforeEach, describe, expect, it } from "vitest";
import type { Adjustment } from "@/lib/contracts/adjustment";
import { keepCases } from "@/server/cases";
import { productDatabase } from "../database";
import { created, localOrder, type Merchant, merchant, personOf } from "../factories";
import { api, respond } from "../http";

type Person = Awaited<ReturnType<typeof personOf>>;

const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(300, 7)]);
const content = PNG.toString("base64");
/** A picture of so many bytes. */
const sized = (bytes: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(bytes - 3, 1)]);

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
  await keepCases((await productDatabase()).db);
  return (await staff.api.get(`/cases?account_id=${shop.accountId}`)).body.data;
};
const dispute = (body: object = {}, who = owner) =>
  who.api.post(`/adjustments/${adjustment}/dispute`, { note: "It weighs 1 kg", ...body });

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
    expect(made.body.data).toEqual({ id: expect.stringMatching(/^op_/), type: "image/png", bytes: PNG.length });
    expect((await listed())[0]?.pictures).toEqual([made.body.data]);
    const path = `/order/pictures/${made.body.data.id}`;
    expect((await owner.api.get(path)).body.data.content).toBe(content);
    const url = `http://localhost:3000/v1${path}`;
    const file = await respond(new Request(url, { headers: { cookie: owner.cookie, accept: "image/png" } }));
    expect(file.headers.get("content-type")).toBe("image/png");
    expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(Buffer.from(await file.arrayBuffer()).equals(PNG)).toBe(true);
    const more = await Promise.all(
      [1, 2, 3].map(() => asStaff("POST", `/adjustments/${adjustment}/pictures`, { content })),
    );
    expect(more.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
    expect((await listed())[0]?.pictures).toHaveLength(3);
  });

  it("is a JPEG, a PNG or a WebP of at most 700 kB", async () => {
    const send = async (bytes: Buffer | string) => {
      const text = typeof bytes === "string" ? bytes : bytes.toString("base64");
      const answer = await asStaff("POST", `/adjustments/${adjustment}/pictures`, { content: text });
      return answer.status === 200 ? answer.body.data.type : answer.entries.map(({ field }) => field);
    };
    expect(await send(sized(700_000))).toBe("image/jpeg");
    expect(await send(sized(700_001))).toEqual(["content"]);
    expect(await send(Buffer.from("RIFF0000WEBPVP8 "))).toBe("image/webp");
    for (const wrong of [Buffer.from("<svg onload=alert(1)>"), Buffer.from("GIF89a"), "", "not base64!", "iVBORw0KGg"])
      expect(await send(wrong)).toEqual(["content"]);
  });
});

describe("a dispute", () => {
  it("is a message with its picture, waits in the queue, and is settled by support's answer", async () => {
    const answer = await dispute({ content });
    expect(answer.body.data).toMatchObject({ kind: "dispute", side: "merchant", text: "It weighs 1 kg" });
    const [message] = await thread();
    expect(message).toMatchObject({ id: answer.body.data.id, disputed_amount: "12.00" });
    expect(message.pictures).toMatchObject([{ type: "image/png", bytes: PNG.length }]);
    const asSupport = (await asStaff("GET", `/order/messages?order_id=${order_id}`)).body.data;
    expect(asSupport[0]).toMatchObject({ kind: "dispute", pictures: message.pictures });
    expect((await asStaff("GET", `/order/pictures/${message.pictures[0].id}`)).body.data.content).toBe(content);
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
