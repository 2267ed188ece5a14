/**
 * Draws orders in a separate process, on another day, in each given time zone: reads `{ orders, providerName }` and
 * writes a digest of each document, zone by zone.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { documentPdfs, labelPdf } from "@/server/documents";
import type { StoredOrder } from "@/server/orders";

type Given = { orders: StoredOrder[]; appUrl: string; providerName: string };

/** The documents of some orders, as digests. */
export async function digestsOf({ orders, appUrl, providerName }: Given): Promise<string[]> {
  const imprint = { isTest: true, appUrl, providerName: () => providerName };
  const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  const digests = [digest(await labelPdf(orders, { paper: "A4", perPage: 4, start: 2 }, imprint))];
  for (const order of orders)
    for (const { type, bytes } of await documentPdfs(order, "A6", imprint)) digests.push(`${type} ${digest(bytes)}`);
  return digests;
}

async function main(): Promise<void> {
  const Now = Date;
  const later = Now.UTC(2031, 1, 3, 4, 5, 6);
  globalThis.Date = class extends Now {
    constructor(...at: [] | [string | number | Date]) {
      super(at[0] ?? later);
    }
    static override now = () => later;
  } as DateConstructor;
  const isTime = (key: string, value: unknown) => key.endsWith("_at") && typeof value === "string";
  const given = JSON.parse(readFileSync(0, "utf8"), (key, value) => (isTime(key, value) ? new Date(value) : value));
  const digests: string[][] = [];
  for (const zone of process.argv.slice(2)) {
    process.env.TZ = zone;
    digests.push(await digestsOf(given));
  }
  console.log(JSON.stringify(digests));
}

if (process.argv[1]?.includes("draw-elsewhere")) void main();
