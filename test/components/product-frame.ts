import type { Product } from "@/lib/contracts/product";

/** A product of the list; its texts contain its number. */
export function product(number: number, change: Partial<Product> = {}): Product {
  return {
    product_id: `pr_${number}`,
    sku: `CAP-${number}`,
    bar_code_eid: `489765430001${number}`,
    name: `Trail cap ${number}`,
    length: "20",
    width: null,
    height: null,
    weight: "0.1",
    hscode: "650500",
    origin: "VN",
    battery: { type: "chargeable", location: "inside" },
    unit: "SET",
    revision: 1,
    unit_value: "199.00",
    currency: "HKD",
    warehouse_location: "A-01",
    low_stock_mark: "20",
    on_hand: "50",
    reserved: "0",
    available: "50",
    missing: "0",
    damaged: "0",
    is_low_stock: "N",
    create_time: "2026-11-20T10:00:00.000+08:00",
    update_time: "2026-11-20T10:00:00.000+08:00",
    ...change,
  };
}
