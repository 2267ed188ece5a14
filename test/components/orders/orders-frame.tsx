import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import type { ReactElement } from "react";
import { onTestFinished, vi } from "vitest";
import { OrdersTable } from "@/app/(dashboard)/[environment]/orders/list/orders-table";
import { WorkspaceProvider } from "@/components/environment";
import { ShortcutsProvider } from "@/components/shell/shortcuts";
import { type Notice, showNoticesWith, toast } from "@/components/ui/toast";
import { listOrders, type OrderRow } from "@/lib/contracts/order";
import { COOKIES } from "@/lib/cookies";
import type { Language } from "@/lib/i18n/validation";
import { ORDER_STATUSES, type OrderStatus } from "@/lib/orders/status";
import { AtAddress, viewOf, visited } from "../address-frame";
import { render } from "../render";

/** A row of the list; all of its texts contain its number. */
export function row(number: number, status: OrderStatus, change: Partial<OrderRow> = {}): OrderRow {
  const id = `21735799610024${number}`;
  return {
    id,
    order_id: id,
    account_id: "100001",
    status: "pending",
    tracking_number: status === "PENDING_CONFIRM" ? null : `ST6634862307${number}`,
    created_at: "2026-11-20T17:13:00.000Z",
    create_time: "2026-11-21T01:13:00.000+08:00",
    ship_type: "local",
    order_status: status,
    shipping_provider: "LOCAL_DOOR",
    recipient_name: `陳大文 ${number}`,
    recipient_country: "HK",
    recipient_district: null,
    recipient_city: null,
    quote_price: "1054.00",
    reference: number === 1 ? "SHOP-14560" : null,
    client_remarks: number === 1 ? "Shop order 14560" : null,
    pickup_date: null,
    chargeable_weight: "3",
    estimated_delivery: null,
    printed: "N",
    late: "N",
    problem: null,
    tags: [],
    holds: [],
    ...change,
  };
}
export const ROWS = [row(1, "READY_TO_SHIP"), row(2, "PENDING_CONFIRM"), row(3, "DELIVERED")];

type Answer = { status?: number; body: unknown } | "no network";
type Answers = [path: string, answer: Answer | ((url: URL) => Answer)][];

/** What the stub of `fetch` answers, by the start of the path; the last match counts. */
export const answers: Answers = [];

/** The page's router, which records the navigation. */
export const router = {
  push: vi.fn<(href: string) => void>(),
  replace: vi.fn<(href: string) => void>(),
  back: vi.fn(),
  forward: vi.fn(),
  refresh: vi.fn(),
  prefetch: vi.fn(),
  bfcacheId: "",
};

/** The addresses that the list changed to. */
export function addresses(): string[] {
  return [...[...router.push.mock.calls, ...router.replace.mock.calls].map(([href]) => href), ...visited];
}

/** The answer of a list with these rows. */
export const list = (rows: readonly OrderRow[], total = rows.length) => ({
  body: { data: rows, pagination: { total, page: 1, per_page: 20, total_pages: 1 } },
});
/** The answer of the counts; statuses that are not named have no orders. */
export const counts = (by: Partial<Record<OrderStatus, number>>) => ({
  body: {
    data: {
      total: Object.values(by).reduce((sum, n) => sum + n, 0),
      by_status: { ...Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0])), ...by },
    },
  },
});

/** The answer of a list of saved views. */
export const views = (rows: readonly object[]) => ({
  body: { data: rows, pagination: { total: rows.length, page: 1, per_page: 100, total_pages: 1 } },
});

/** The usual answers before each test: three orders, their counts, four drafts. */
export function answerAsUsual(): void {
  router.push.mockReset();
  router.replace.mockReset();
  const usual: Answers = [
    ["/orders", list(ROWS)],
    [
      "/orders/counts",
      counts({ READY_TO_SHIP: 1, PENDING_CONFIRM: 1, DELIVERED: 1201, EXCEPTION: 2, FAILED_DELIVERY: 1 }),
    ],
    ["/drafts", { body: { data: [], pagination: { total: 4, page: 1, per_page: 1, total_pages: 4 } } }],
    ["/views", views([])],
  ];
  answers.splice(0, answers.length, ...usual);
  vi.stubGlobal("fetch", async (input: string) => {
    const url = new URL(input, "http://localhost");
    const found = answers.findLast(([path]) => url.pathname.replace("/testing/v1", "").startsWith(path))?.[1];
    const answer = typeof found === "function" ? found(url) : found;
    if (!answer || answer === "no network") throw new TypeError("Failed to fetch");
    return new Response(JSON.stringify(answer.body), {
      status: answer.status ?? 200,
      headers: { "content-type": "application/json", "x-request-id": "req_of_the_test" },
    });
  });
}

/** Renders with the place, router and server state that order pages have. */
export function showInPlace(element: ReactElement, language: Language = "en", role: "owner" | "member" = "owner") {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <AppRouterContext value={router}>
        <WorkspaceProvider
          workspace={{
            environment: "testing",
            account: { id: "100001", name: "Harbour Tea", pickPack: false },
            person: { id: "1", name: "Mak", email: "tea@sampan.example", role },
            isStaff: false,
            trackUrl: "https://ship.example/track/",
          }}
        >
          <ShortcutsProvider>{element}</ShortcutsProvider>
        </WorkspaceProvider>
      </AppRouterContext>
    </QueryClientProvider>,
    language,
  );
}

/** Renders the list for an address, without data from the server. */
export function show(
  search = "",
  language: Language = "en",
  { role, ...service }: { notice?: string; role?: "member" } = {},
) {
  return showInPlace(
    <AtAddress search={search}>
      <OrdersTable
        view={viewOf(listOrders, search)}
        columns=""
        providers={[
          {
            code: "LOCAL_DOOR",
            ship_type: "local",
            name: "Sampan Local Door-to-Door",
            shortName: "Local Door-to-Door",
            ...service,
          },
        ]}
        countries={{ HK: language === "en" ? "Hong Kong" : "香港" }}
        today="2026-11-21"
      />
    </AtAddress>,
    language,
    role,
  );
}

/** The links of the rows, once they are there. */
export const links = () => screen.findAllByRole("link", { name: /^21735799610024\d$/ });

/** Opens the list's menu by keyboard. */
export async function openMenu() {
  await links();
  screen.getByRole("button", { name: "List options" }).focus();
  await userEvent.keyboard("{Enter}");
  return screen.findByRole("menu");
}

/** Sets the cookie of the chosen columns. */
export const remember = (text: string, age = 60) => {
  // biome-ignore lint/suspicious/noDocumentCookie: what a browser keeps is what is tested
  document.cookie = `${COOKIES.columns}=${text}; path=/; max-age=${age}`;
};
/** The cookie of the chosen columns. */
export const remembered = () =>
  document.cookie.split("; ").find((each) => each.startsWith(`${COOKIES.columns}=`)) ?? null;

/** The notices from now on; those of other tests that still wait are dropped. */
export function watchNotices(): Notice[] {
  const seen: Notice[] = [];
  toast.dismiss();
  onTestFinished(showNoticesWith({ show: (notice) => void seen.push(notice), dismiss: () => undefined }));
  return seen;
}
