import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EXPORT_COLUMNS } from "@/lib/orders/export-columns";
import { answerAsUsual, answers, list, openMenu, ROWS, show, watchNotices } from "./orders-frame";

const KEPT = "sampan-export";
/** What was sent, and what was saved. */
let asked: { call: string; body: unknown }[];
let saved: { name: string; type: string; text: string }[];
let status: number;
/** The export that goes on in the background. */
let job: Record<string, unknown>;
const JOB = {
  ...{ export_id: "ex_1", state: "QUEUED", format: "csv", total: 1234, done: 0, created_by: null },
  ...{ create_time: "2026-11-30T10:00:00+08:00", expires_at: "2026-12-01T10:00:00+08:00" },
};

beforeEach(() => {
  answerAsUsual();
  localStorage.removeItem(KEPT);
  answers[0] = ["/orders", list(ROWS, 234)];
  asked = [];
  saved = [];
  status = 200;
  job = JOB;
  const usual = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
    const url = new URL(input, "http://localhost");
    if (url.pathname.endsWith("/exports/ex_1/file") && status !== 200)
      return Response.json({ error: { code: "503000", code_reason: "X", message: "Down" } }, { status });
    if (url.pathname.endsWith("/exports/ex_1/file"))
      return { ok: true, headers: new Headers(), blob: async () => new Blob(["order_id\r\n7\r\n"]) };
    if (/\/exports\b/.test(url.pathname)) {
      if (init.method === "POST")
        asked.push({
          call: `POST ${url.pathname.replace(/.*\/v1/, "")}`,
          body: init.body ? JSON.parse(String(init.body)) : null,
        });
      if (url.pathname.endsWith("/stop")) job = { ...job, state: "STOPPED" };
      return Response.json({ data: job });
    }
    if (!url.pathname.endsWith("/orders/export")) return usual(input, init);
    asked.push({ call: `${init.method} ${url.search}`, body: init.body ? JSON.parse(String(init.body)) : null });
    if (status !== 200)
      return Response.json({ error: { code: "503000", code_reason: "X", message: "Down" } }, { status });
    return Response.json({ data: { format: "csv", encoding: "base64", content: btoa("order_id\r\n5\r\n") } });
  });
  const blobs: Blob[] = [];
  const read = (blob: Blob) =>
    new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsText(blob);
    });
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`, revokeObjectURL: () => {} }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    const name = this.download;
    const [blob] = blobs.slice(-1);
    if (blob) void read(blob).then((text) => saved.push({ name, type: blob.type, text }));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function dialogOf(search = "q=tea&status=DELIVERED&offset=20") {
  show(search);
  await openMenu();
  await userEvent.click(await screen.findByRole("menuitem", { name: /Export [\d,]+ orders…/ }));
  return within(await screen.findByRole("dialog", { name: "Export orders" }));
}

it("saves what the list finds, without its page and sorting, as a workbook with all columns at first", async () => {
  const dialog = await dialogOf();
  await userEvent.click(dialog.getByRole("button", { name: "Save the file" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const query = new URLSearchParams(asked[0]?.call.replace("GET ", ""));
  expect(Object.fromEntries(query)).toEqual({
    status: "DELIVERED",
    q: "tea",
    format: "xlsx",
    columns: EXPORT_COLUMNS.join(","),
  });
  expect(saved[0]).toMatchObject({
    name: expect.stringMatching(/^sampan-test-orders-\d{4}-\d\d-\d\d\.xlsx$/),
    type: expect.stringContaining("spreadsheetml"),
    text: "order_id\r\n5\r\n",
  });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("has the columns that are ticked, and is chosen like that the next time", async () => {
  const dialog = await dialogOf();
  const all = dialog.getByRole("checkbox", { name: "All columns" });
  expect(all).toBeChecked();
  await userEvent.click(all);
  expect(dialog.getByRole("button", { name: "Save the file" })).toBeDisabled();
  for (const name of ["Price", "Order no.", "Recipient"]) await userEvent.click(dialog.getByRole("checkbox", { name }));
  expect(all).toBePartiallyChecked();
  await userEvent.click(dialog.getByRole("radio", { name: "CSV" }));
  await userEvent.click(dialog.getByRole("button", { name: "Save the file" }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/\.csv$/)]));
  expect(asked[0]?.call).toContain("format=csv&columns=order_id%2Crecipient_name%2Cquote_price");
  expect(localStorage.getItem(KEPT)).toContain("format=csv");
  await openMenu();
  await userEvent.click(await screen.findByRole("menuitem", { name: /Export [\d,]+ orders…/ }));
  const again = within(await screen.findByRole("dialog", { name: "Export orders" }));
  expect(again.getByRole("radio", { name: "CSV" })).toBeChecked();
  expect(again.getByRole("checkbox", { name: "Recipient" })).toBeChecked();
  expect(again.getByRole("checkbox", { name: "Status" })).not.toBeChecked();
});

it("sends a selection in its order, and stays open if it fails", async () => {
  const notices = watchNotices();
  show();
  const [one, two] = ROWS.map(({ order_id }) => order_id);
  for (const id of [two, one])
    await userEvent.click(await screen.findByRole("checkbox", { name: `Select order ${id}` }));
  const bar = within(await screen.findByRole("region", { name: "Selected orders" }));
  await userEvent.click(bar.getByRole("button", { name: "Export…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Export orders" }));
  expect(screen.getByRole("dialog")).toHaveTextContent("2 orders selected");
  status = 503;
  await userEvent.click(dialog.getByRole("button", { name: "Save the file" }));
  await waitFor(() => expect(notices.map(({ title }) => title)).toEqual(["The service is not available for a moment"]));
  status = 200;
  await userEvent.click(dialog.getByRole("button", { name: "Save the file" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(asked.at(-1)).toEqual({
    call: "POST ",
    body: { order_ids: [two, one], format: "xlsx", columns: [...EXPORT_COLUMNS] },
  });
});

describe("more than a thousand orders", () => {
  async function begun() {
    answers[0] = ["/orders", list(ROWS, 1234)];
    const dialog = await dialogOf("q=tea&status=DELIVERED&offset=20");
    await userEvent.click(dialog.getByRole("radio", { name: "CSV" }));
    await userEvent.click(dialog.getByRole("button", { name: "Save the file" }));
    await within(await screen.findByRole("dialog")).findByText("The file of 1,234 orders is being written.");
  }

  it("are written in the background, and saved when their file is there", async () => {
    const notices = watchNotices();
    await begun();
    const body = { query: { status: "DELIVERED", q: "tea" }, format: "csv", columns: [...EXPORT_COLUMNS] };
    expect(asked).toEqual([{ call: "POST /exports", body }]);
    job = { ...JOB, state: "RUNNING", done: 1000 };
    await screen.findByText("1,000 of 1,234", {}, { timeout: 5000 });
    expect(screen.getByRole("progressbar", { name: "Progress of the export" })).toBeVisible();
    job = { ...JOB, state: "DONE", done: 1234 };
    await waitFor(() => expect(saved).toHaveLength(1), { timeout: 5000 });
    expect(saved[0]).toMatchObject({ name: "sampan-test-orders-2026-11-30.csv", text: "order_id\r\n7\r\n" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(notices.map(({ title }) => title)).toEqual(["The orders are exported."]);
  });

  it("stay there when saving fails, until it succeeds", async () => {
    await begun();
    status = 503;
    job = { ...JOB, state: "DONE", done: 1234 };
    await screen.findByText("The file is ready.", {}, { timeout: 5000 });
    const again = await screen.findByRole("button", { name: "Save the file" });
    await waitFor(() => expect(again).toBeEnabled());
    expect(saved).toEqual([]);
    status = 200;
    await userEvent.click(again);
    await waitFor(() => expect(saved).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("can be stopped", async () => {
    await begun();
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    await screen.findByText("The export was stopped.", {}, { timeout: 5000 });
    expect(asked.at(-1)?.call).toBe("POST /exports/ex_1/stop");
    expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
  });

  it("go on when the dialog is closed, and it says where the file will be", async () => {
    const notices = watchNotices();
    await begun();
    await userEvent.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(notices.map(({ title }) => title)).toEqual(["The export goes on. You find the file under Jobs."]);
    expect(saved).toEqual([]);
  });
});
