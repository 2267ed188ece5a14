import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import type { ReactElement } from "react";
import { vi } from "vitest";
import { WorkspaceProvider } from "@/components/environment";
import { AtWarehouse } from "@/components/products/product-place";
import { ShortcutsProvider } from "@/components/shell/shortcuts";
import { OnAccount, WarehouseProvider } from "@/components/warehouse/workspace";
import type { Movement, Product } from "@/lib/contracts/product";
import type { Language } from "@/lib/i18n/validation";
import { render } from "./render";

/** A product with stock; its texts contain its number. */
export function product(number: number, change: Partial<Product> = {}): Product {
  return {
    product_id: `pr_${number}`,
    sku: `CAP-${number}`,
    bar_code_eid: "4006381333931",
    name: `Trail running cap ${number}`,
    length: "28",
    width: "20",
    height: "12",
    weight: "0.1",
    hscode: "650500",
    origin: "VN",
    battery: null,
    unit: "PCS",
    unit_value: "199.00",
    currency: "HKD",
    warehouse_location: "A-01",
    low_stock_mark: "20",
    on_hand: "1250",
    reserved: "30",
    available: "1220",
    missing: "0",
    damaged: "0",
    is_low_stock: "N",
    revision: 1,
    create_time: "2026-11-01T10:00:00+08:00",
    update_time: "2026-11-20T10:00:00+08:00",
    ...change,
  };
}

/** A delivery in the ledger. */
export function movement(number: number, change: Partial<Movement> = {}): Movement {
  return {
    movement_id: String(number),
    kind: "RECEIVED",
    on_hand_change: "1250",
    reserved_change: "0",
    missing_change: "0",
    damaged_change: "0",
    missing: "0",
    damaged: "0",
    on_hand: "1250",
    reserved: "0",
    reason: "Delivery note 4711",
    order_id: null,
    by: "person:9",
    moved_by: { kind: "staff", name: null },
    time: "2026-11-20T10:00:00+08:00",
    ...change,
  };
}

type Asked = { method: string; url: URL; body: Record<string, unknown>; headers: Record<string, string> };

/** Answers requests by `METHOD /path`; returns the requests. One without an answer fails the test. */
export function answer(answers: Record<string, (asked: Asked) => Response | object>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const url = new URL(String(input), "http://localhost");
    const request = {
      method: init.method ?? "GET",
      url,
      body: init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {},
      headers: init.headers as Record<string, string>,
    };
    asked.push(request);
    const found = answers[`${request.method} ${url.pathname.replace("/testing/v1", "")}`];
    if (!found) throw new Error(`nobody answers ${request.method} ${url.pathname}`);
    const given = await found(request);
    return given instanceof Response ? given : Response.json(given);
  });
  return asked;
}

/** A page of a list as the API answers it. */
export function page(rows: readonly object[], total = rows.length) {
  return { data: rows, pagination: { total, page: 1, per_page: 20, total_pages: 1 } };
}

/** A refusal of fields; with 409, because another person has changed them. */
export function refusal(entries: Record<string, string>, status = 400) {
  const error_trace = Object.entries(entries).map(([pointer, message]) => ({
    code: "400000",
    code_reason: "BAD_REQUEST",
    message,
    field: pointer.slice(1),
    pointer,
  }));
  const code = status === 409 ? "409020" : "400000";
  return Response.json({ error: { code, message: "Bad request", error_trace } }, { status });
}

export const router = {
  push: vi.fn(),
  replace: vi.fn(),
  refresh: vi.fn(),
  back: vi.fn(),
  forward: vi.fn(),
  prefetch: vi.fn(),
  bfcacheId: "",
};

function surrounded(element: ReactElement, language: Language) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <AppRouterContext value={router}>{element}</AppRouterContext>
    </QueryClientProvider>,
    language,
  );
}

/** Renders as a merchant's page in the dashboard. */
export function show(element: ReactElement, language: Language = "en") {
  return surrounded(
    <WorkspaceProvider
      workspace={{
        environment: "testing",
        account: { id: "100002", name: "Lion Rock Outdoor", pickPack: true },
        person: { id: "2", name: "Yeung", email: "outdoor@sampan.example", role: "owner" },
        isStaff: false,
      }}
    >
      <ShortcutsProvider>{element}</ShortcutsProvider>
    </WorkspaceProvider>,
    language,
  );
}

/** Renders as the warehouse sees a merchant's stock. */
export function showAtWarehouse(element: ReactElement, language: Language = "en") {
  return surrounded(
    <WarehouseProvider
      environment="testing"
      person={{ id: "9", name: "Ho", email: "warehouse@sampan.example", role: "warehouse" }}
    >
      <OnAccount account={{ id: "100002", name: "Lion Rock Outdoor" }}>
        <AtWarehouse>{element}</AtWarehouse>
      </OnAccount>
    </WarehouseProvider>,
    language,
  );
}
