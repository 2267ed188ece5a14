import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { API_BASE } from "@/lib/environment";
import { readPdf } from "../documents/read-pdf";
import { changeAuditLog, clientOf, created, type Merchant, personOf, testDb } from "../factories";
import { type Api, api, respond } from "../http";
import { freshItem, must, naming, orderOf, stocked, warehouse } from "./warehouse";

let shop: Merchant;
let staff: Api;
let other: Merchant;
let order: { order_id: string; tracking_number: string };
let waveId: string;
let waveNumber: string;
let cookie: string;
let personId: string;

beforeAll(async () => {
  ({ shop, staff } = await warehouse());
  other = (await warehouse()).shop;
  const person = await personOf("warehouse", null);
  ({ cookie, id: personId } = person);
  const item = freshItem("2");
  await stocked({ shop, staff }, item, "9", { warehouse_location: "A-01" });
  order = await created(shop.testing, { ...orderOf([item]), reference: "SHOP-17" });
  must(await staff.post("/pickpack/confirm", { order_id: order.order_id }));
  const wave = { shipping_provider: "LOCAL_DOOR", cut_off: new Date().toISOString() };
  ({ wave_id: waveId, wave_number: waveNumber } = must(
    await staff.post("/pickpack/waves", wave, naming(shop)),
  ).body.data);
});

const paths = () => ({ wave: `/pickpack/waves/${waveId}/document`, card: "/pickpack/bench-card" });

/** The answer for a person who accepts this type. */
async function asked(path: string, accept: string): Promise<{ response: Response; bytes: Buffer }> {
  const headers = { cookie, accept };
  const response = await respond(new Request(`http://localhost:3000${API_BASE.testing}${path}`, { headers }));
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe.each(["wave", "card"] as const)("the warehouse's papers: %s", (which) => {
  const path = () => paths()[which];

  it("come in JSON, or as the PDF itself for a client that asks for it: the same bytes each time", async () => {
    const { format, encoding, content } = must(await staff.get(path())).body.data;
    expect([format, encoding]).toEqual(["pdf", "base64"]);
    for (const accept of ["application/pdf", "application/pdf;q=0.9, application/json;q=0.5"]) {
      const { response, bytes } = await asked(path(), accept);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/pdf");
      expect(response.headers.get("content-disposition")).toContain(
        which === "wave" ? `filename="pick-list-${waveNumber}.pdf"` : 'filename="bench-card.pdf"',
      );
      expect(bytes.equals(Buffer.from(content, "base64"))).toBe(true);
    }
    const plain = await asked(path(), "*/*");
    expect(plain.response.headers.get("content-type")).toContain("application/json");
    for (const page of readPdf(Buffer.from(content, "base64"))) {
      expect([Math.round(page.width), Math.round(page.height)]).toEqual([210, 297]);
      expect(page.text).toContain("TEST 測試");
    }
  });

  it("are for staff", async () => {
    expect((await api("testing").get(path())).status).toBe(401);
    expect((await shop.testing.get(path())).status).toBe(403);
    expect((await (await clientOf("carrier", null)).get(path())).status).toBe(403);
    expect((await (await personOf("support", null)).api.get(path())).status).toBe(200);
  });
});

describe("GET /pickpack/waves/{wave_id}/document", () => {
  it("says what the wave is: its carrier, cut-off and who made it", async () => {
    const wave = must(await staff.get(`/pickpack/waves/${waveId}`)).body.data;
    const { content } = must(await staff.get(paths().wave)).body.data;
    const text = readPdf(Buffer.from(content, "base64"))
      .map((page) => page.text)
      .join("\n");
    const cutOff = wave.cut_off.slice(0, 16).replace("T", " ");
    for (const part of [
      `Wave: ${wave.wave_number}`,
      "Merchant: Test Merchant",
      "Carrier: Sampan Local Door-to-Door",
      `Cut-off: ${cutOff}`,
      "Products: 1, units to pick: 2",
      "A-01",
      order.order_id,
      order.tracking_number,
      "SHOP-17",
    ])
      expect(text).toContain(part);
  });

  it("says so where the wave is over every service, without a cut-off", async () => {
    const own = await warehouse();
    const item = freshItem("1");
    await stocked(own, item, "5");
    const { order_id } = await created(own.shop.testing, orderOf([item]));
    must(await own.staff.post("/pickpack/confirm", { order_id }));
    const { wave_id } = must(await own.staff.post("/pickpack/waves", {}, naming(own.shop))).body.data;
    const { content } = must(await own.staff.get(`/pickpack/waves/${wave_id}/document`)).body.data;
    const [page] = readPdf(Buffer.from(content, "base64"));
    for (const part of ["Carrier: every service", "Cut-off: none"]) expect(page?.text).toContain(part);
  });

  it("is a 404 for a wave of another account or environment, and for an unknown one", async () => {
    const bound = await clientOf("warehouse", other.accountId);
    const production = await clientOf("warehouse", null, "production");
    const answers = [
      await staff.get(paths().wave, naming(other)),
      await bound.get(paths().wave),
      await production.get(paths().wave),
      await staff.get("/pickpack/waves/wv_none/document"),
      await staff.get("/pickpack/waves/%2A/document"),
    ];
    for (const answer of answers) expect(answer.status).toBe(404);
  });

  it("is audited in the account whose orders it shows", async () => {
    const db = await testDb();
    await changeAuditLog(sql`delete from audit_log where actor = ${`person:${personId}`}`);
    await asked(paths().wave, "application/pdf");
    const audited = await db
      .selectFrom("audit_log")
      .select(["operation", "account_id", "object_id"])
      .where("actor", "=", `person:${personId}`)
      .execute();
    expect(audited).toEqual([{ operation: "readWaveDocument", account_id: shop.accountId, object_id: waveId }]);
  });
});
