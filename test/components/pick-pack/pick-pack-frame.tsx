import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import type { ReactElement } from "react";
import { vi } from "vitest";
import { WorkspaceProvider } from "@/components/environment";
import { ShortcutsProvider } from "@/components/shell/shortcuts";
import type { PickPackOrder, PickPackRow } from "@/lib/contracts/pickpack";
import type { Language } from "@/lib/i18n/validation";
import { render } from "../render";

/** A row of the list; its texts contain its number. */
export function row(number: number, change: Partial<PickPackRow> = {}): PickPackRow {
  return {
    order_id: `21735799610024${number}`,
    customer_eid: "100002",
    customer_name: "Lion Rock Outdoor",
    status: "PICKPACK_CONFIRMED",
    order_status: "READY_TO_SHIP",
    is_cancel_requested: "N",
    is_require_repack: "N",
    short: "N",
    reject_type: "",
    tracking_number: `ST6634862307${number}`,
    shipping_provider: "LOCAL_DOOR",
    courier_company: "Sampan Local Door-to-Door",
    recipient_name: `陳大文 ${number}`,
    parcel_count: 1,
    unit_count: "3",
    wave_id: null,
    wave_number: null,
    pickup_date: null,
    age_minutes: 59,
    request_datetime: "2026-11-20 14:00:00",
    update_datetime: "2026-11-20 14:30:00",
    ...change,
  };
}

const paper = (text: string) => ({ format: "pdf", encoding: "base64", content: btoa(text) });

/** A packed order of one parcel with a battery, with distinct documents. */
export function packed(change: Partial<PickPackOrder> = {}): PickPackOrder {
  const line = {
    custom_declare_fulldesc: "Head torch",
    custom_qty: "3",
    custom_single_price: "120.00",
    custom_hscode: "851310",
    custom_unit: "PCS",
    custom_single_weight: "0.25",
    custom_origin: "CN",
    currency: "HKD",
    custom_with_battery: "Y" as const,
    battery_type: "chargeable",
    battery_location: "outside",
    sku: "TORCH-1",
    bar_code_eid: "4897654300012",
  };
  return {
    order_id: "217357996100241",
    customer_eid: "100002",
    status: "PICKPACK_READY_TO_SHIPMENT",
    is_require_repack: "Y",
    short: "N",
    short_list: [],
    reject_type: "",
    reject_reason: "",
    tracking_number: "ST66348623071",
    courier_company: "Sampan Local Door-to-Door",
    shipment_detail: {
      parcel_list: [
        {
          tracking_number: "ST66348623071",
          length: "31",
          width: "21",
          height: "11",
          act_weight: "1.2",
          declaration_list: [line],
          is_require_battery_label: "Y",
          battery_label_types: "UN3481_PI966",
          related_documents: paper("%PDF-battery"),
        },
      ],
    },
    pickup_detail: {
      pickup_date: "2026-11-23",
      pickup_session: "09:00 - 18:00",
      pickup_number: "PU66348623071",
      is_pickup_document_required: "Y",
      related_documents: paper("%PDF-pickup"),
    },
    related_documents: paper("%PDF-label"),
    request_datetime: "2026-11-20 14:00:00",
    update_datetime: "2026-11-20 16:00:00",
    ...change,
  };
}

/** The router of the page. */
export const router = {
  push: vi.fn<(href: string) => void>(),
  replace: vi.fn<(href: string) => void>(),
  back: vi.fn(),
  forward: vi.fn(),
  refresh: vi.fn(),
  prefetch: vi.fn(),
  bfcacheId: "",
};

/** Renders as the pages of a merchant with pick-and-pack do. */
export function show(element: ReactElement, language: Language = "en") {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <AppRouterContext value={router}>
        <WorkspaceProvider
          workspace={{
            environment: "testing",
            account: { id: "100002", name: "Lion Rock Outdoor", pickPack: true },
            person: { id: "2", name: "Yeung", email: "outdoor@sampan.example", role: "owner" },
            isStaff: false,
          }}
        >
          <ShortcutsProvider>{element}</ShortcutsProvider>
        </WorkspaceProvider>
      </AppRouterContext>
    </QueryClientProvider>,
    language,
  );
}
