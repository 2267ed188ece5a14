import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { localExample } from "@/lib/contracts/examples";
import { labelPdf } from "@/server/documents";
import type { StoredOrder } from "@/server/orders";

const LABELS = 10_000;
const WARM = 200;
/** What a label and a batch may take (ms, kB), and a process that prints all day keep (MB). */
const BOUNDS = { label: 15, hundred: 400, hundredSize: 150, kept: 20 };

const NAMES = ["陳大文", "李嘉欣", "Wong Ka Yan", "黃志強", "Jessica Lam", "Łukasz Żak", "김민준"];
const PLACEMENT = { paper: "100x150", perPage: 1, start: 1 } as const;
const IMPRINT = {
  isTest: true,
  appUrl: "https://ship.sampan-goods.example",
  providerName: () => "Sampan Local Door-to-Door",
};

/** A confirmed local order as the database gives it. */
function storedOrder(serial: number): StoredOrder {
  const { parcel_list, ...shipment } = localExample.shipment_detail;
  const at = new Date(Date.UTC(2026, 10, 20, 2, 30));
  const id = String(217_123_456_700_000 + serial);
  const number = `ST${String(serial).padStart(10, "0")}${serial % 10}`;
  const name = NAMES[serial % NAMES.length] ?? "";
  const scope = { account_id: "1", environment: "testing" } as const;
  return {
    ...scope,
    id,
    erased_at: null,
    corrected_at: null,
    tags: [],
    ruled: null,
    ship_type: "local",
    status: "READY_TO_SHIP",
    shipping_provider: localExample.shipping_provider,
    tracking_number: number,
    quote_price: "54.00",
    chargeable_weight: "3",
    weight_basis: "ACTUAL",
    price_breakdown: [],
    sender: localExample.sender,
    recipient: { ...localExample.recipient, name },
    recipient_name: name,
    recipient_country: "HK",
    delivery_code: null,
    shipment,
    options: {},
    cod_amount: null,
    pickup_date: null,
    pickup_start_time: null,
    pickup_end_time: null,
    client_remarks: null,
    reference: null,
    label_changed_at: null,
    estimated_delivery: null,
    cancel_reason: null,
    cancel_remarks: null,
    cancel_requested_at: null,
    cancel_declined_at: null,
    cancel_declined_remarks: null,
    declared_price: null,
    declared_cod_amount: null,
    revision: 1,
    created_at: at,
    updated_at: at,
    confirmed_at: at,
    moved_at: at,
    parcels: parcel_list.map(({ parcel_items, ...parcel }, index) => ({
      ...scope,
      ...parcel,
      order_id: id,
      position: index + 1,
      tracking_number: number,
      insurance_fee: "0",
      item_remarks: null,
      declared_act_weight: null,
      declared_length: null,
      declared_width: null,
      declared_height: null,
      items: parcel_items.map((item, position) => ({
        ...scope,
        order_id: id,
        parcel: index + 1,
        position: position + 1,
        description: item.name,
        qty: item.qty,
        currency: "HKD",
        unit_value: item.single_value,
        unit_weight: null,
        hscode: null,
        origin: null,
        sku: null,
        bar_code_eid: null,
        unit: null,
        length: null,
        width: null,
        height: null,
        battery_type: null,
        battery_location: null,
        compliance: null,
        short_qty: "0",
      })),
    })),
  };
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function timed(work: () => Promise<Uint8Array>): Promise<{ ms: number; bytes: number }> {
  const started = performance.now();
  const { length } = await work();
  return { ms: performance.now() - started, bytes: length };
}

function heapMegabytes(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed / 1e6;
}

/** Labels: the first, a warm one, a hundred in one PDF, and what stays in memory after 10,000. Tells what is too much. */
export async function benchDocuments(rounds: number): Promise<string[]> {
  const one = (serial: number) => timed(() => labelPdf([storedOrder(serial)], PLACEMENT, IMPRINT));
  const cold = await one(0);
  const warm: number[] = [];
  for (let serial = 1; serial <= WARM; serial++) warm.push((await one(serial)).ms);
  const batch = Array.from({ length: 100 }, (_, serial) => storedOrder(serial));
  const hundred: { ms: number; bytes: number }[] = [];
  for (let round = 0; round < rounds; round++) hundred.push(await timed(() => labelPdf(batch, PLACEMENT, IMPRINT)));
  const before = heapMegabytes();
  for (let serial = 0; serial < LABELS; serial++) await one(serial);
  const kept = heapMegabytes() - before;

  const label = median(warm);
  const merged = median(hundred.map(({ ms }) => ms));
  const size = (hundred[0]?.bytes ?? 0) / 1000;
  console.log("\nlabels");
  console.log(`  the first      ${cold.ms.toFixed(1).padStart(7)} ms`);
  console.log(`  one, warm      ${label.toFixed(1).padStart(7)} ms, ${(cold.bytes / 1000).toFixed(0)} kB`);
  console.log(`  100 in one     ${merged.toFixed(0).padStart(7)} ms, ${size.toFixed(0)} kB`);
  console.log(`  kept by ${LABELS} ${kept.toFixed(1).padStart(7)} MB`);
  const measured = { label, hundred: merged, hundredSize: size, kept };
  return Object.entries(measured)
    .filter(([name, value]) => value > BOUNDS[name as keyof typeof BOUNDS])
    .map(([name, value]) => `labels: ${name} is ${value.toFixed(1)}, more than ${BOUNDS[name as keyof typeof BOUNDS]}`);
}
