// Files for statements that wait for a second person of support (contract §26.8).
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { WaitingFiles } from "@/app/(support)/support/statements/waiting-files";
import { SupportProvider } from "@/components/support/workspace";
import { toast } from "@/components/ui/toast";
import type { ImportedFile, ImportLine } from "@/lib/contracts/statement-import";
import { render } from "../render";

const file = (change: Partial<ImportedFile> = {}): ImportedFile => ({
  import_id: "si_1",
  kind: "CARRIER_INVOICE",
  reference: "CI-9",
  state: "WAITING",
  reason: "BILLING",
  ready: 2,
  accounts: 1,
  total: "11999.50",
  charges: "12000.00",
  proposed_by: { id: "7", name: "Wing Chan" },
  proposed_time: "2026-11-28T10:00:00.000+08:00",
  decided_by: null,
  decided_time: null,
  may_approve: true,
  ...change,
});
const line: ImportLine = {
  ...{ row: 2, line: "1", state: "READY", problems: [], tracking_number: "SP12345678901", reason: "Customs" },
  ...{ account_id: "100001", account_name: "Tea", order_id: "o1", weight: null, charge: null, charged: "42.00" },
  ...{ difference: null, amount: "6000.00", paid_on: null },
};

let files: ImportedFile[];
let refusal: string | null;
let isDown: boolean;
const sent: [string, unknown][] = [];

beforeEach(() => {
  files = [file()];
  refusal = null;
  isDown = false;
  vi.spyOn(toast, "success").mockReturnValue();
  vi.spyOn(toast, "error").mockReturnValue();
  sent.length = 0;
  const answer = vi.fn(async (input: string, init: RequestInit) => {
    const path = new URL(input, "http://localhost").pathname.replace("/v1/statements/imports", "");
    if (isDown) return Response.json({ error: { code: "500999", message: "It failed." } }, { status: 500 });
    if (init.method === "GET" && path === "")
      return Response.json({
        data: files,
        pagination: { total: files.length, page: 1, per_page: 50, total_pages: 1 },
      });
    if (init.method === "GET") return Response.json({ data: { ...files[0], result: { lines: [line] } } });
    sent.push([path, JSON.parse(String(init.body ?? "{}"))]);
    if (refusal)
      return Response.json(
        {
          error: {
            code: "400000",
            code_reason: "BAD_REQUEST",
            message: "Invalid.",
            error_trace: [{ field: "import_id", pointer: "/import_id", message: refusal }],
          },
        },
        { status: 400 },
      );
    files = [];
    return Response.json({ data: {} });
  });
  vi.stubGlobal("fetch", answer);
});
afterEach(() => vi.unstubAllGlobals());

function show() {
  render(
    <SearchParamsContext value={new URLSearchParams()}>
      <SupportProvider person={{ id: "4", name: "May", email: "may@sampan.example", role: "support" } as never}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <WaitingFiles />
        </QueryClientProvider>
      </SupportProvider>
    </SearchParamsContext>,
  );
  return userEvent.setup();
}

it("says who sent what, and shows its lines when they are asked for", async () => {
  const user = show();
  expect(await screen.findByText("CI-9 waits for a second person")).toBeVisible();
  for (const text of ["HK$12,000.00", "HK$11,999.50", "2 of 1 merchant"]) expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByText(/Wing Chan ·/)).toHaveTextContent(/28 Nov 2026, 10:00 · Billing/);
  expect(screen.queryByText("SP12345678901")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show the lines" }));
  expect(await screen.findByText("SP12345678901")).toBeVisible();
});

it("is applied by a person who says why, and is gone then", async () => {
  const user = show();
  await user.click(await screen.findByRole("button", { name: "Apply" }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByRole("button", { name: "Apply" })).toBeDisabled();
  await user.click(question.getByRole("radio", { name: "Billing" }));
  await user.click(question.getByRole("button", { name: "Apply" }));
  await waitFor(() => expect(toast.success).toHaveBeenCalledWith("CI-9 is applied."));
  expect(sent).toEqual([["/si_1/approve", { reason: "BILLING", acting: "Y" }]]);
  await waitFor(() => expect(screen.queryByText("CI-9 waits for a second person")).toBeNull());
});

it("stays, and says why, where it is refused", async () => {
  refusal = "The file is decided.";
  const user = show();
  await user.click(await screen.findByRole("button", { name: "Withdraw" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Withdraw" }));
  await waitFor(() => expect(toast.error).toHaveBeenCalled());
  expect(JSON.stringify(vi.mocked(toast.error).mock.calls)).toContain("The file is decided.");
  expect(screen.getByText("CI-9 waits for a second person")).toBeInTheDocument();
  expect(sent).toEqual([["/si_1/withdraw", {}]]);
});

it("of one's own can be withdrawn, not applied", async () => {
  files = [file({ may_approve: false })];
  show();
  expect(await screen.findByText("You have sent it yourself, so somebody else applies it.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Apply" })).toBeNull();
  expect(screen.getByRole("button", { name: "Withdraw" })).toBeVisible();
});

it("says so where the list cannot be read, and reads it again", async () => {
  isDown = true;
  const user = show();
  const again = await screen.findByRole("button", { name: /try again/i });
  isDown = false;
  await user.click(again);
  expect(await screen.findByText("CI-9 waits for a second person")).toBeVisible();
});

it("is nothing where none waits", async () => {
  files = [];
  show();
  await waitFor(() => expect(vi.mocked(fetch)).toHaveResolved());
  expect(screen.queryByRole("button", { name: "Withdraw" })).toBeNull();
});
