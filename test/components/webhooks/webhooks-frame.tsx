import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import type { ReactElement } from "react";
import { WorkspaceProvider } from "@/components/environment";
import type { Webhook } from "@/lib/contracts/webhook";
import type { Attempt, Delivery } from "@/lib/contracts/webhook-delivery";
import type { Language } from "@/lib/i18n/validation";
import type { Role } from "@/lib/roles";
import { router } from "../orders/orders-frame";
import { render } from "../render";

/** An endpoint that works. */
export function endpoint(change: Partial<Webhook> = {}): Webhook {
  return {
    id: "we_1",
    url: "https://shop.example/hooks/sampan",
    events: ["order.created", "order.delivered"],
    status: "enabled",
    disabled_reason: null,
    disabled_at: null,
    enabled_at: null,
    description: "Shop back end",
    signature: true,
    legacy_signature: false,
    auth_header: null,
    secret_hint: "q83k",
    previous_secret_until: null,
    created_at: "2026-11-01T02:00:00.000Z",
    updated_at: "2026-11-01T02:00:00.000Z",
    health: {
      last_attempt_at: "2026-11-20T02:00:00.000Z",
      last_success_at: "2026-11-20T02:00:00.000Z",
      failing_since: null,
      succeeded_7d: 539,
      failed_7d: 11,
      waiting: 0,
      held: 0,
      missed: 0,
    },
    ...change,
  };
}

/** An attempt that was answered with 200. */
export function attempt(change: Partial<Attempt> = {}): Attempt {
  return {
    number: 1,
    trigger: "event",
    started_at: "2026-11-20T02:00:00.000Z",
    status_code: 200,
    error_kind: null,
    error_detail: null,
    duration_ms: 84.4,
    slow: false,
    response_head: "ok",
    response_truncated: false,
    response_headers: { "content-type": "text/plain" },
    url: "https://shop.example/hooks/sampan",
    address: "203.0.113.7",
    request_headers: { "x-event-id": "ev_1", "x-api-key": "•••" },
    phases: { dns_ms: 4, connect_ms: 10, tls_ms: 20, wait_ms: 50, read_ms: null },
    next_attempt_at: null,
    ...change,
  };
}

/** A delivery of an order that succeeded. */
export function delivery(number: number, change: Partial<Delivery> = {}): Delivery {
  return {
    id: `dl_${number}`,
    event_id: `ev_${number}`,
    event: "order.created",
    order_id: `21735799610024${number}`,
    status: "succeeded",
    attempt_count: 1,
    next_attempt_at: null,
    created_at: `2026-11-20T02:0${number}:00.000Z`,
    attempts: [attempt()],
    ...change,
  };
}

/** Renders with the place and the server state that pages of the dashboard have. */
export function show(
  element: ReactElement,
  { language = "en", role = "owner" }: { language?: Language; role?: Role } = {},
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <AppRouterContext value={router}>
        <WorkspaceProvider
          workspace={{
            environment: "testing",
            account: { id: "100001", name: "Harbour Tea", pickPack: false },
            person: { id: "1", name: "Mak", email: "tea@sampan.example", role },
            isStaff: role === "support",
          }}
        >
          {element}
        </WorkspaceProvider>
      </AppRouterContext>
    </QueryClientProvider>,
    language,
  );
}
