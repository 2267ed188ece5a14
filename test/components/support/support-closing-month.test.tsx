// A month of all merchants, closed by support for those that are chosen (contract §26.10).
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ClosingMonth } from "@/app/(support)/support/statements/closing";
import { SupportProvider } from "@/components/support/workspace";
import { toast } from "@/components/ui/toast";
import { addDays, hongKongDate } from "@/lib/calendar";
import type { Closing, ListedStatement } from "@/lib/contracts/statement";
import { render } from "../render";

const zero = "0.00";
const statement = (account_id: string, account_name: string, change: Partial<ListedStatement> = {}) => ({
  ...{ account_id, account_name, month: "2026-10", currency: "HKD", status: "OPEN", closed_at: null },
  ...{ balance: "1234.50", totals: { cod_balance: "88.00", charges: "1234.50" } },
  ...change,
});
const result = (account_id: string, account_name: string, change: Partial<Closing> = {}): Closing => ({
  ...{ account_id, account_name, result: "CLOSED", balance: zero, message: null },
  ...change,
});

let rows: ReturnType<typeof statement>[];
let results: Closing[];
let isDown: boolean;
const asked: URL[] = [];
const sent: unknown[] = [];

beforeEach(() => {
  rows = [statement("1", "Tea"), statement("2", "Zoo"), statement("3", "Ant", { status: "CLOSED", closed_at: "x" })];
  results = [];
  isDown = false;
  asked.length = sent.length = 0;
  vi.spyOn(toast, "success").mockReturnValue();
  vi.spyOn(toast, "error").mockReturnValue();
  vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
    if (isDown) return Response.json({ error: { code: "500999", message: "It failed." } }, { status: 500 });
    const url = new URL(input, "http://localhost");
    if (init.method === "GET") {
      asked.push(url);
      return Response.json({ data: rows, pagination: { total: rows.length, page: 1, per_page: 50, total_pages: 1 } });
    }
    sent.push(JSON.parse(String(init.body)));
    return Response.json({ data: { month: "2026-10", results } });
  });
});
afterEach(() => vi.unstubAllGlobals());

function show() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SearchParamsContext value={new URLSearchParams()}>
        <SupportProvider person={{ id: "9", email: "s@sampan.example", name: "Sam", role: "support" }}>
          <ClosingMonth />
        </SupportProvider>
      </SearchParamsContext>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}
/** The month that is over, and the one before it. */
const over = addDays(`${hongKongDate(new Date()).slice(0, 7)}-01`, -1).slice(0, 7);
const before = addDays(`${over}-01`, -1).slice(0, 7);
const close = (name: RegExp) => screen.getByRole("button", { name });

it("has the month that is over, of every merchant, with its charges, cash and state", async () => {
  const user = show();
  const table = await screen.findByRole("table");
  const [, tea, , ant] = within(table).getAllByRole("row");
  expect(tea).toHaveTextContent(/Tea.*Open.*HK\$1,234\.50.*HK\$88\.00/);
  expect(ant).toHaveTextContent(/Ant.*Closed/);
  expect(close(/^Close$/)).toBeDisabled();
  const months = () => asked.map(({ searchParams }) => searchParams.get("month"));
  expect(months()).toEqual([over]);
  await user.selectOptions(screen.getByLabelText("Month"), before);
  await waitFor(() => expect(months()).toEqual([over, before]));
});

it("closes those that are chosen, once asked, and says why others are not", async () => {
  const user = show();
  await user.click(await screen.findByRole("checkbox", { name: "Choose Tea" }));
  await user.click(screen.getByRole("checkbox", { name: "Choose Zoo" }));
  results = [result("1", "Tea"), result("2", "Zoo", { result: "REFUSED", message: "Close 2026-08 first." })];
  await user.click(close(/^Close 2 statements$/));
  const question = within(screen.getByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Close 2 statements" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Zoo: Close 2026-08 first.");
  expect(sent).toEqual([{ month: over, account_ids: ["1", "2"] }]);
  expect(toast.success).toHaveBeenCalledWith(expect.stringMatching(/is closed for 1 merchant$/));
  // The list is read again, and no merchant is chosen any more.
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(close(/^Close$/)).toBeDisabled();
});

it("keeps the choice when nothing was answered, and lists a failure with a way to try again", async () => {
  const user = show();
  await user.click(await screen.findByRole("checkbox", { name: "Choose Tea" }));
  isDown = true;
  await user.click(close(/^Close 1 statement$/));
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Close 1 statement" }));
  await waitFor(() => expect(toast.error).toHaveBeenCalled());
  expect(screen.getByRole("checkbox", { name: "Choose Tea", hidden: true })).toBeChecked();
});
