// Payouts on a merchant's statements: noted and taken back by support (contract §26.9).
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { StatementsView } from "@/app/(dashboard)/[environment]/settings/statements/statements-view";
import { type Workspace, WorkspaceProvider } from "@/components/environment";
import { toast } from "@/components/ui/toast";
import { hongKongDate } from "@/lib/calendar";
import type { ListedLine, StatementSummary } from "@/lib/contracts/statement";
import { render } from "../render";

const payout = (change: Partial<ListedLine>): ListedLine => ({
  ...{ kind: "COD_PAID_OUT", at: "2026-10-05T00:00:00.000+08:00", id: "po_1", amount: "-1234.50", reason: "FPS 1" },
  ...{ order_id: null, tracking_number: null, reference: null, shipping_provider: null, adjustment_kind: null },
  ...{ declared_weight: null, charged_weight: null, price_lines: [], orders: [], reverses: null, reversed_by: null },
  ...change,
});
const zero = "0.00";
const month = (status: StatementSummary["status"]): StatementSummary => ({
  ...{ month: "2026-10", currency: "HKD", status },
  closed_at: status === "CLOSED" ? "2026-11-01T10:00:00.000+08:00" : null,
  totals: {
    ...{
      shipments: zero,
      cancellations: zero,
      adjustments: zero,
      charges: zero,
      cod_before: zero,
      cod_collected: zero,
    },
    ...{ cod_paid_out: "-1234.50", cod_balance: "88.00" },
  },
});

let months: StatementSummary[];
let lines: ListedLine[];
let refusal: { status: number; code: string; message: string } | null;
const sent: [method: string, path: string, body: unknown][] = [];

beforeEach(() => {
  months = [month("OPEN")];
  lines = [payout({})];
  refusal = null;
  sent.length = 0;
  vi.spyOn(toast, "success").mockReturnValue();
  vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
    const path = new URL(input, "http://localhost").pathname.replace("/v1", "");
    if (init.method !== "GET") {
      sent.push([String(init.method), path, JSON.parse(String(init.body))]);
      if (!refusal) return Response.json({ data: {} });
      const { status, ...error } = refusal;
      return Response.json({ error }, { status });
    }
    const rows = path === "/statements" ? months : lines;
    return Response.json({ data: rows, pagination: { total: rows.length, page: 1, per_page: 50, total_pages: 1 } });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The page as support sees it that acts, or a merchant. */
function show(by: "support" | "owner" = "support") {
  const place: Workspace = {
    environment: "production",
    person: { id: "4", email: "p@sampan.example", name: "May", role: by },
    account: { id: "100001", name: "Tea", pickPack: true },
    isStaff: by === "support",
    visit: by === "support" ? { reason: "BILLING", acting: true, expiresAt: "2026-11-28T12:00:00+08:00" } : null,
  };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <WorkspaceProvider workspace={place}>
        <StatementsView />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

it("is noted with the orders whose cash it is, and says how much is to be paid out", async () => {
  const user = show();
  await user.click(await screen.findByRole("button", { name: "Note a payout" }));
  const dialog = within(screen.getByRole("alertdialog"));
  expect(dialog.getByText("At most HK$88.00: so much is to be paid out.")).toBeVisible();
  await user.type(dialog.getByLabelText(/^Amount/), "88");
  await user.type(dialog.getByLabelText(/^Reference/), "FPS 2");
  await user.type(dialog.getByLabelText(/^Orders/), "12345678901234, SP12345678901{Enter}SP12345678902 ");
  await user.click(dialog.getByRole("button", { name: "Note payout" }));
  await waitFor(() => expect(toast.success).toHaveBeenCalledWith("Payout noted"));
  const orders = ["12345678901234", "SP12345678901", "SP12345678902"];
  const noted = { amount: "88", paid_on: hongKongDate(new Date()), reference: "FPS 2", orders };
  expect(sent).toEqual([["POST", "/payouts", noted]]);
});

it("stays open and says why when it is refused for what no field holds", async () => {
  refusal = { status: 403, code: "403050", message: "Act for the merchant first." };
  const user = show();
  await user.click(await screen.findByRole("button", { name: "Note a payout" }));
  const dialog = within(screen.getByRole("alertdialog"));
  await user.type(dialog.getByLabelText(/^Amount/), "88");
  await user.type(dialog.getByLabelText(/^Reference/), "FPS 2");
  await user.click(dialog.getByRole("button", { name: "Note payout" }));
  expect(await dialog.findByRole("alert")).toBeVisible();
  expect(dialog.getByLabelText(/^Reference/)).toHaveValue("FPS 2");
  // Without orders the field is not sent.
  expect(sent[0]?.[2]).not.toHaveProperty("orders");
});

it("is deleted for a reason while its month is open", async () => {
  const user = show();
  await user.click(await screen.findByRole("button", { name: "Take back the payout FPS 1" }));
  const dialog = within(screen.getByRole("alertdialog", { name: "Delete this payout?" }));
  expect(dialog.getByText(/^HK\$1,234\.50, FPS 1\./)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Delete payout" }));
  expect(await dialog.findByText("This field is required.")).toBeVisible();
  await user.type(dialog.getByLabelText(/^Reason/), "Noted twice");
  await user.click(dialog.getByRole("button", { name: "Delete payout" }));
  await waitFor(() => expect(toast.success).toHaveBeenCalledWith("Payout deleted"));
  expect(sent).toEqual([["DELETE", "/payouts/po_1", { reason: "Noted twice" }]]);
});

it("is reversed once its month is closed, and its opposite stays", async () => {
  months = [month("CLOSED")];
  const opposite = payout({ id: "po_2", amount: "9.00", reason: "FPS 0 · The bank sent it back", reverses: "po_0" });
  const before = payout({ id: "po_0", amount: "-9.00", reason: "FPS 0", reversed_by: "po_2" });
  lines = [payout({ orders: ["11", "12", "13", "14", "15"] }), before, opposite];
  const user = show();
  expect(await screen.findByText("Payout reversed")).toBeVisible();
  expect(screen.getByRole("link", { name: "13" })).toHaveAttribute("href", "/production/orders/13?account=100001");
  expect(screen.getByText("and 2 more")).toBeVisible();
  expect(screen.getByText(": reversed later")).toBeVisible();
  const buttons = screen.getAllByRole("button", { name: /^Take back/ });
  expect(buttons).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Take back the payout FPS 1" }));
  const dialog = within(screen.getByRole("alertdialog", { name: "Reverse this payout?" }));
  await user.type(dialog.getByLabelText(/^Reason/), "The bank sent it back");
  await user.click(dialog.getByRole("button", { name: "Reverse payout" }));
  await waitFor(() => expect(toast.success).toHaveBeenCalledWith("Payout reversed"));
  expect(sent).toEqual([["POST", "/payouts/po_1/reverse", { reason: "The bank sent it back" }]]);
});

it("is only read by the merchant", async () => {
  show("owner");
  expect(await screen.findByText("FPS 1")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Take back/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Note a payout" })).toBeNull();
});
