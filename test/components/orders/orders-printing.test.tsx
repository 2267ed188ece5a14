import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DocumentButton } from "@/components/documents/document-button";
import { openPdf } from "@/components/documents/pdf-pages";
import { printPdf } from "@/components/documents/print-pdf";
import type { Print } from "@/lib/contracts/print";
import { answerAsUsual, answers, links, list, ROWS, row, show, showInPlace } from "./orders-frame";

// jsdom draws nothing and has no printer.
vi.mock("@/components/documents/pdf-pages");
vi.mock("@/components/documents/print-pdf");

const [FIRST = "", SAVED = "", THIRD = ""] = ROWS.map(({ order_id }) => order_id);
const PRINT: Print = {
  document: "label",
  parcel: null,
  paper: "100x150",
  pages: 1,
  via: "DASHBOARD",
  printed_at: "2026-11-21T10:32:00.000+08:00",
  printed_by: { kind: "person", name: "Mak Siu Ming" },
};

type Sent = { method: string; path: string; key: string | null; body: unknown };
let sent: Sent[] = [];
let saved: string[] = [];
/** The answers of the print operations, by method and path; a text is a PDF with that name. */
let printing: Record<string, unknown> = {};

beforeEach(() => {
  localStorage.clear();
  answerAsUsual();
  sent = [];
  saved = [];
  printing = {};
  const pdf = { numPages: 1, loadingTask: { destroy: vi.fn() } };
  vi.mocked(openPdf)
    .mockReset()
    .mockResolvedValue(pdf as never);
  vi.mocked(printPdf).mockReset();
  const listing = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(input, "http://localhost");
    const path = pathname.replace("/testing/v1", "");
    const call = `${init.method} ${path}`;
    if (!(call in printing)) return listing(input, init);
    sent.push({
      method: init.method ?? "",
      path: path + search,
      key: new Headers(init.headers).get("idempotency-key"),
      body: init.body ? JSON.parse(String(init.body)) : null,
    });
    const answer = printing[call];
    if (answer instanceof Error) throw answer;
    if (answer instanceof Response) return answer;
    if (typeof answer !== "string") return new Response(JSON.stringify({ data: answer }));
    const headers = { "content-disposition": `attachment; filename="x"; filename*=UTF-8''${answer}` };
    return new Response("%PDF-1.7", { headers });
  });
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download) saved.push(this.download);
  });
});

const prints = (last: Print | null, types = ["label", "packing_slip"]) => ({
  order_id: FIRST,
  document_list: types.map((type) => ({ type, last_print: type === "label" ? last : null })),
  parcel_list: [{ parcel: 1, last_print: last }],
  print_list: last ? [last] : [],
  print_count: last ? 1 : 0,
});

async function openMenu() {
  await links();
  await userEvent.click(screen.getByRole("button", { name: `Documents of order ${FIRST}` }));
  await screen.findByRole("menuitem", { name: /^Packing slip/ });
}

const recorded = () => sent.filter(({ path }) => path === "/order/prints").map(({ body }) => body);

describe("the documents of a row", () => {
  it("are there for orders that have a label, and for no others", async () => {
    answers.push(["/orders", list([...ROWS, row(4, "CANCELLED")])]);
    answers.push(["/orders/counts", { status: 500, body: {} }]);
    show();
    await links();
    const buttons = screen.getAllByRole("button", { name: /^Documents of order/ });
    expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual([
      `Documents of order ${FIRST}`,
      `Documents of order ${THIRD}`,
    ]);
  });

  it("are those that the order has, each to be printed, saved or looked at, by keyboard", async () => {
    printing[`GET /order/prints/${FIRST}`] = prints(PRINT, [
      "label",
      "commercial_invoice",
      "battery_label",
      "packing_slip",
      "pickup_document",
    ]);
    show();
    await links();
    screen.getByRole("button", { name: `Documents of order ${FIRST}` }).focus();
    await userEvent.keyboard("{Enter}");
    await screen.findByRole("menuitem", { name: /^Packing slip/ });
    const names = screen.getAllByRole("menuitem").map((item) => item.getAttribute("aria-label") ?? item.textContent);
    expect(names).toEqual([
      ...["LabelPrinted", "Download Label", "Preview Label"],
      ...["Commercial invoice", "Download Commercial invoice", "Preview Commercial invoice"],
      ...["Battery marks", "Download Battery marks", "Preview Battery marks"],
      ...["Packing slip", "Download Packing slip", "Preview Packing slip"],
      ...["Pickup document", "Download Pickup document", "Preview Pickup document"],
      ...["All documents", "Download All documents", "Preview All documents"],
    ]);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: `Documents of order ${FIRST}` })).toHaveFocus());
  });

  it("are read again after a failure", async () => {
    show();
    await links();
    await userEvent.click(screen.getByRole("button", { name: `Documents of order ${FIRST}` }));
    const again = await screen.findByRole("menuitem", { name: /Try again/ });
    printing[`GET /order/prints/${FIRST}`] = prints(null);
    await userEvent.click(again);
    expect(await screen.findByRole("menuitem", { name: /^Packing slip/ })).toBeVisible();
  });

  it("are gone when the order was cancelled meanwhile", async () => {
    printing[`GET /order/prints/${FIRST}`] = prints(null, []);
    show();
    await links();
    await userEvent.click(screen.getByRole("button", { name: `Documents of order ${FIRST}` }));
    expect(await screen.findByText("The order has no documents now.")).toBeVisible();
  });

  it("are printed on the paper that is remembered for this kind of order, or saved, and logged", async () => {
    printing[`GET /order/prints/${FIRST}`] = prints(null);
    printing[`GET /order/label/${FIRST}`] = "label-ST1.pdf";
    printing["POST /order/prints"] = { recorded: 1 };
    show();
    await openMenu();
    expect(screen.getByRole("menuitemradio", { name: "100 × 150 mm" })).toBeChecked();
    await userEvent.click(screen.getByRole("menuitemradio", { name: "A6" }));
    expect(localStorage.getItem("sampan-paper-local")).toBe("A6");
    await userEvent.click(screen.getByRole("menuitem", { name: "Label" }));
    const logged = { order_ids: [FIRST], document: "label", paper: "A6" };
    await waitFor(() => expect(recorded()).toEqual([logged]));
    expect([vi.mocked(printPdf).mock.calls.length, saved]).toEqual([1, []]);
    expect(sent.find(({ path }) => path.startsWith("/order/label"))?.path).toContain("paper=A6");
    await openMenu();
    await userEvent.click(screen.getByRole("menuitem", { name: "Download Label" }));
    await waitFor(() => expect(recorded()).toEqual([logged, logged]));
    expect([vi.mocked(printPdf).mock.calls.length, saved]).toEqual([1, ["label-ST1.pdf"]]);
  });

  it.each(["Label", "Preview Label"])("are read again once nothing of the row is open: %s", async (item) => {
    printing[`GET /order/prints/${FIRST}`] = prints(null);
    printing[`GET /order/label/${FIRST}`] = "label-ST1.pdf";
    printing["POST /order/prints"] = { recorded: 1 };
    show("printed=N");
    await openMenu();
    answers.push(["/orders", list([row(2, "PENDING_CONFIRM")])]);
    answers.push(["/orders/counts", { status: 500, body: {} }]);
    await userEvent.click(screen.getByRole("menuitem", { name: item }));
    if (item !== "Label") {
      const dialog = await screen.findByRole("dialog");
      await userEvent.click(await within(dialog).findByRole("button", { name: "Print" }));
      await waitFor(() => expect(recorded()).toHaveLength(1));
      await waitFor(() => expect(within(dialog).getByRole("button", { name: "Print" })).toBeEnabled());
      expect(screen.getByRole("link", { name: FIRST, hidden: true })).toBeInTheDocument();
      await userEvent.keyboard("{Escape}");
    }
    await waitFor(() => expect(screen.queryByRole("link", { name: FIRST })).not.toBeInTheDocument());
  });

  it("say when and by whom they were printed before, and are printed again by one more click", async () => {
    printing[`GET /order/prints/${FIRST}`] = prints(PRINT);
    printing[`GET /order/label/${FIRST}`] = "label-ST1.pdf";
    printing["POST /order/prints"] = { recorded: 1 };
    show();
    await openMenu();
    await userEvent.click(screen.getByRole("menuitem", { name: /^Label/ }));
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveTextContent("Already printed at 21 Nov 2026, 10:32 by Mak Siu Ming.");
    await userEvent.click(within(dialog).getByRole("button", { name: "Do not print" }));
    expect([vi.mocked(printPdf).mock.calls, recorded()]).toEqual([[], []]);
    await openMenu();
    await userEvent.click(screen.getByRole("menuitem", { name: /^Label/ }));
    await userEvent.click(await screen.findByRole("button", { name: "Print again" }));
    await waitFor(() => expect(recorded()).toHaveLength(1));
    expect([vi.mocked(printPdf).mock.calls.length, saved]).toEqual([1, []]);
  });

  it("are not logged as printed when they could not be drawn, or the page was left before", async () => {
    printing[`GET /order/prints/${FIRST}`] = prints(null);
    printing[`GET /order/label/${FIRST}`] = "label-ST1.pdf";
    vi.mocked(printPdf).mockRejectedValueOnce(new Error("the page could not be drawn"));
    const { unmount } = show();
    await openMenu();
    await userEvent.click(screen.getByRole("menuitem", { name: "Label" }));
    await waitFor(() => expect(printPdf).toHaveBeenCalledTimes(1));
    let resolve = () => {};
    vi.mocked(printPdf).mockReturnValueOnce(new Promise<void>((done) => (resolve = done)));
    await openMenu();
    await userEvent.click(screen.getByRole("menuitem", { name: "Label" }));
    await waitFor(() => expect(printPdf).toHaveBeenCalledTimes(2));
    unmount();
    expect(vi.mocked(printPdf).mock.lastCall?.[2].aborted).toBe(true);
    await act(async () => resolve());
    expect([recorded(), saved]).toEqual([[], []]);
  });
});

describe("the label's button on an order's page", () => {
  it("prints on the remembered paper; saving is in the menu next to it", async () => {
    localStorage.setItem("sampan-paper-local", "A6");
    printing[`GET /order/prints/${FIRST}`] = prints(null);
    printing[`GET /order/label/${FIRST}`] = "label-ST1.pdf";
    printing["POST /order/prints"] = { recorded: 1 };
    showInPlace(<DocumentButton order={row(1, "READY_TO_SHIP")} isPrimary />);
    await userEvent.click(screen.getByRole("button", { name: /^Label ?A6$/ }));
    await waitFor(() => expect(recorded()).toEqual([{ order_ids: [FIRST], document: "label", paper: "A6" }]));
    expect([vi.mocked(printPdf).mock.calls.length, saved]).toEqual([1, []]);
    await userEvent.click(screen.getByRole("button", { name: `Documents of order ${FIRST}` }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Download Label" }));
    await waitFor(() => expect(saved).toEqual(["label-ST1.pdf"]));
  });
});

const box = (order: string) => screen.getByRole("checkbox", { name: `Select order ${order}` });
const bar = () => screen.findByRole("region", { name: "Selected orders" });

describe("printing the selection", () => {
  const select = async (...orders: string[]) => {
    await links();
    for (const order of orders) await userEvent.click(box(order));
    await userEvent.click(within(await bar()).getByRole("button", { name: /^Print labels/ }));
    return screen.findByRole("dialog");
  };
  const check = (ready: string[], printed: string[] = []) => ({
    ready_list: ready,
    skipped_list: [{ order_id: SAVED, code_reason: "NOT_CONFIRMED", message: "…" }],
    printed_list: printed.map((order_id) => ({ order_id, last_print: PRINT })),
  });

  it("is one file in the order of selection; what is left out or was printed before is shown before and after", async () => {
    printing["POST /order/prints/check"] = check([THIRD, FIRST], [FIRST]);
    printing["POST /order/labels"] = "labels-2.pdf";
    printing["POST /order/prints"] = { recorded: 2 };
    show();
    const dialog = await select(THIRD, SAVED, FIRST);
    expect(await within(dialog).findByText("2 orders are ready to print.")).toBeVisible();
    expect(dialog).toHaveTextContent(`${SAVED}: not confirmed, it has no label yet`);
    expect(dialog).toHaveTextContent(`${FIRST}: Already printed at 21 Nov 2026, 10:32 by Mak Siu Ming.`);
    await userEvent.selectOptions(within(dialog).getByRole("combobox", { name: "Paper of the label" }), "A4x4");
    await userEvent.selectOptions(within(dialog).getByRole("combobox", { name: "First label at" }), "3");
    await userEvent.click(within(dialog).getByRole("button", { name: "Print labels of 2 orders" }));
    expect(await screen.findByText("The labels of 2 orders were printed.")).toBeVisible();
    expect([vi.mocked(printPdf).mock.calls.length, saved]).toEqual([1, []]);
    expect(sent.find(({ path }) => path === "/order/labels")?.body).toEqual({
      order_ids: [THIRD, SAVED, FIRST],
      paper: "A4",
      per_page: "4",
      start: "3",
      cover_page: "Y",
    });
    expect(recorded()).toEqual([{ order_ids: [THIRD, FIRST], document: "label", paper: "A4" }]);
    const panel = screen.getByRole("region", { name: "Labels of the selection" });
    expect(panel).toHaveTextContent(`${SAVED}: not confirmed, it has no label yet`);
    await userEvent.click(within(panel).getByRole("button", { name: "Dismiss" }));
    expect(panel).not.toBeInTheDocument();
  });

  it("can be saved instead", async () => {
    printing["POST /order/prints/check"] = check([FIRST]);
    printing["POST /order/labels"] = "labels-1.pdf";
    printing["POST /order/prints"] = { recorded: 1 };
    show();
    const dialog = await select(FIRST);
    await userEvent.click(await within(dialog).findByRole("button", { name: "Download" }));
    expect(await screen.findByText("The label of 1 order was printed.")).toBeVisible();
    expect([vi.mocked(printPdf).mock.calls.length, saved, recorded().length]).toEqual([0, ["labels-1.pdf"], 1]);
  });

  it("offers nothing where no order has a label", async () => {
    printing["POST /order/prints/check"] = check([]);
    show();
    const dialog = await select(FIRST);
    expect(await within(dialog).findByText("None of them has a label.")).toBeVisible();
    expect(within(dialog).queryByRole("button", { name: /Download|Preview|Print/ })).not.toBeInTheDocument();
  });

  it("of more than fifty is a job, whose progress the page shows, also when it is opened again", async () => {
    const ids = Array.from({ length: 51 }, (_, index) => String(index));
    const job = (change: Record<string, unknown>) => ({
      id: "pj_1",
      status: "RUNNING",
      total: 51,
      done: 24,
      pages: null,
      paper: "100x150",
      ready_count: 51,
      skipped_list: [],
      created_by: PRINT.printed_by,
      created_at: PRINT.printed_at,
      printed_at: null,
      expires_at: PRINT.printed_at,
      ...change,
    });
    printing["POST /order/prints/check"] = { ...check(ids), skipped_list: [] };
    printing["POST /print-jobs"] = job({ status: "QUEUED", done: 0 });
    printing["GET /print-jobs/pj_1"] = job({});
    const { unmount } = show();
    const dialog = await select(FIRST);
    await userEvent.click(await within(dialog).findByRole("button", { name: "Make labels of 51 orders" }));
    const panel = await screen.findByRole("region", { name: "Labels of the selection" });
    expect(await within(panel).findByRole("progressbar")).toHaveValue(24);
    expect(panel).toHaveTextContent("24 of 51");
    unmount();

    printing["GET /print-jobs/pj_1"] = job({ status: "DONE", done: 51, pages: 51 });
    printing["GET /print-jobs/pj_1/file"] = "labels-51.pdf";
    printing["POST /print-jobs/pj_1/printed"] = { recorded: 51 };
    show();
    expect(await screen.findByText("The labels of 51 orders are ready")).toBeVisible();
    expect(screen.getByText(/^100 × 150 mm · Asked for at .* by Mak Siu Ming$/)).toBeVisible();
    expect(screen.queryByText(/^Already printed or downloaded/)).toBeNull();
    const printed_at = "2026-11-21T11:00:00.000+08:00";
    printing["GET /print-jobs/pj_1"] = job({ status: "DONE", done: 51, pages: 51, printed_at });
    const ready = within(screen.getByRole("region", { name: "Labels of the selection" }));
    await userEvent.click(ready.getByRole("button", { name: "Print" }));
    const printed = () => sent.filter(({ path }) => path === "/print-jobs/pj_1/printed").length;
    await waitFor(() => expect(printed()).toBe(1));
    expect([vi.mocked(printPdf).mock.calls.length, saved]).toEqual([1, []]);
    await userEvent.click(ready.getByRole("button", { name: "Download" }));
    await waitFor(() => expect(printed()).toBe(2));
    expect(saved).toEqual(["labels-51.pdf"]);
    expect(await screen.findByText(/^Already printed or downloaded at .*11:00$/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(localStorage.getItem("sampan-print-job-testing-100001")).toBeNull();
  });

  it("makes one job of a paper, however often it is asked for and whatever became of the answers", async () => {
    printing["POST /order/prints/check"] = check(Array.from({ length: 51 }, (_, index) => String(index)));
    printing["POST /print-jobs"] = new TypeError("Failed to fetch");
    show();
    const dialog = await select(FIRST);
    const begin = await within(dialog).findByRole("button", { name: "Make labels of 51 orders" });
    const jobs = () => sent.filter(({ path }) => path === "/print-jobs");
    for (const [paper, times] of [
      ["A6", 1],
      ["A4", 2],
      ["A6", 3],
    ] as const) {
      await userEvent.selectOptions(within(dialog).getByRole("combobox", { name: "Paper of the label" }), paper);
      await userEvent.click(begin);
      await waitFor(() => expect(jobs()).toHaveLength(times));
      await waitFor(() => expect(begin).toBeEnabled());
    }
    const [first, other, again] = jobs().map(({ key }) => key);
    expect([again, first === other]).toEqual([first, false]);
    printing["POST /print-jobs"] = Response.json({ error: { code: "500998", id: "pj_made" } }, { status: 500 });
    await userEvent.click(begin);
    expect(await screen.findByRole("region", { name: "Labels of the selection" })).toBeVisible();
    expect(localStorage.getItem("sampan-print-job-testing-100001")).toBe("pj_made");
  });

  it("is stopped from the page", async () => {
    localStorage.setItem("sampan-print-job-testing-100001", "pj_2");
    const job = { id: "pj_2", status: "RUNNING", total: 60, done: 25, pages: null, paper: "A6", ready_count: 60 };
    const times = { created_at: PRINT.printed_at, printed_at: null, expires_at: PRINT.printed_at };
    const rest = { skipped_list: [], created_by: null, ...times };
    printing["GET /print-jobs/pj_2"] = { ...job, ...rest };
    printing["POST /print-jobs/pj_2/cancel"] = { ...job, ...rest, status: "CANCELLED" };
    show();
    const stop = await screen.findByRole("button", { name: "Stop" });
    printing["GET /print-jobs/pj_2"] = { ...job, ...rest, status: "CANCELLED" };
    await act(async () => stop.click());
    expect(await screen.findByText("Stopped. No labels were made.")).toBeVisible();
    expect(sent.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual(["/print-jobs/pj_2/cancel"]);
  });
});
