import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { showNoticesWith } from "@/components/ui/toast";
import type { OrderRow } from "@/lib/contracts/order";
import type { Language } from "@/lib/i18n/validation";
import type { OrderStatus } from "@/lib/orders/status";
import { bulkServer } from "../bulk-server";
import { answerAsUsual, answers, list, row, show } from "./orders-frame";

type Answer = { data: Record<string, unknown> } | { error: Record<string, unknown> };
type Body = { order_id: string; quote_id?: string; reason?: string; remarks?: string };

/** The orders on the server, by id. */
let world: Map<string, OrderRow>;
/** The queries by which orders were read by their ids. */
let readByIds: string[];
let listed: number;
let notices: string[];
/** What was done to orders, in its order. */
let sent: { operation: string; body: Body }[];
/** What an operation answers for an order; without an answer the change is made. */
let refuse: (operation: string, body: Body) => Answer | Promise<Answer | undefined> | undefined;
/** The answer to the beginning of a bulk action is lost: before it begins, or after. */
let isLost: false | "before" | "after";

function put(...statuses: OrderStatus[]): string[] {
  const rows = statuses.map((status, index) => row(index + 1, status));
  world = new Map(rows.map((order) => [order.order_id, order]));
  return rows.map(({ order_id }) => order_id);
}

function change(id: string, fields: Partial<OrderRow>): void {
  const order = world.get(id);
  if (order) world.set(id, { ...order, ...fields });
}

function carryOut(operation: string, { order_id }: Body): Answer {
  change(order_id, { order_status: operation === "confirmOrder" ? "READY_TO_SHIP" : "CANCELLED" });
  return { data: { cancel_status: "CANCELLED" } };
}

const refusal = (entry: Record<string, unknown>): Answer => ({
  error: { code: "400000", code_reason: "BAD_REQUEST", message: "…", error_trace: [entry] },
});
const dearer = (price: string): Answer =>
  refusal({
    field: "quote_id",
    code: "400471",
    code_reason: "QUOTE_EXPIRED",
    quote_id: `q_${price}`,
    quote_price: price,
  });

beforeEach(() => {
  answerAsUsual();
  put();
  readByIds = [];
  listed = 0;
  sent = [];
  notices = [];
  refuse = () => undefined;
  isLost = false;
  answers.push([
    "/orders",
    (url) => {
      const ids = url.searchParams.get("order_ids");
      if (ids === null) listed++;
      else readByIds.push(ids);
      const found = ids ? ids.split(",").flatMap((id) => world.get(id) ?? []) : [...world.values()];
      const [limit, offset] = ["limit", "offset"].map((name) => Number(url.searchParams.get(name)));
      return list(found.slice(offset, (offset ?? 0) + (limit || 20)), found.length);
    },
  ]);
  answers.push(["/orders/counts", { status: 500, body: {} }]);
  const reading = globalThis.fetch;
  const server = bulkServer(async (operation, body) => {
    sent.push({ operation, body: body as Body });
    return (await refuse(operation, body as Body)) ?? carryOut(operation, body as Body);
  });
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(input, "http://localhost");
    const { method = "GET", body = "{}", headers } = init;
    const path = pathname.replace("/testing/v1", "");
    const isFirst = path === "/bulk" && isLost;
    isLost = path === "/bulk" ? false : isLost;
    if (isFirst === "before") throw new TypeError("Failed to fetch");
    const key = new Headers(headers).get("idempotency-key");
    const answer = server.answer(method, path, searchParams, JSON.parse(String(body)), key);
    if (isFirst) throw new TypeError("Failed to fetch");
    if (!answer) return reading(input, init);
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 });
  });
  return showNoticesWith({ show: ({ title }) => notices.push(String(title)), dismiss: () => undefined });
});

const bar = (language: Language = "en") =>
  screen.findByRole("region", { name: language === "en" ? "Selected orders" : "已選訂單" });
const press = async (name: string | RegExp, within_: HTMLElement) =>
  userEvent.click(within(within_).getByRole("button", { name }));

/** The buttons of the bar, which say how many orders each takes. */
const BUTTONS = { Print: /^Print labels/, Confirm: /^Confirm/, Cancel: /^Cancel( \d+)? orders?$/ };

/** Selects all orders of the page and opens the dialog, and waits until it has read them. */
async function open(action: keyof typeof BUTTONS) {
  show();
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select all on this page" }));
  await press(BUTTONS[action], await bar());
  const dialog = await screen.findByRole("dialog");
  await waitFor(() => expect(dialog.querySelector("[aria-busy=true]")).toBeNull());
  return dialog;
}
const titled = (name: string | RegExp) => screen.findByRole("dialog", { name });
const selected = async () => (await bar()).querySelector("[role=status]")?.textContent;

describe("confirming the selection", () => {
  it("shows how many orders, the sum and what is left out, confirms each, and keeps the rest selected", async () => {
    const [one = "", two = "", ready = "", cancelled = ""] = put(
      "PENDING_CONFIRM",
      "PENDING_CONFIRM",
      "IN_TRANSIT",
      "CANCELLED",
    );
    change(one, { quote_price: "0.10" });
    change(two, { quote_price: "0.20" });
    const dialog = await open("Confirm");
    expect(dialog).toHaveAccessibleName("Confirm 2 orders, HK$0.30");
    expect(dialog).toHaveTextContent("only your remarks and the collection can be changed");
    expect(dialog).toHaveTextContent(`1 order is left out: already confirmed${ready} · 陳大文 3`);
    expect(dialog).toHaveTextContent(`1 order is left out: already cancelled${cancelled} · 陳大文 4`);
    expect(sent).toEqual([]);
    const before = listed;
    await press("Confirm 2 orders for HK$0.30", dialog);
    expect(await titled("2 orders are confirmed")).toHaveTextContent("1 order is left out: already confirmed");
    expect(sent).toEqual([one, two].map((order_id) => ({ operation: "confirmOrder", body: { order_id } })));
    await waitFor(() => expect(listed).toBeGreaterThan(before));
    expect(within(dialog).queryByRole("button", { name: /again|new price/ })).toBeNull();
    await userEvent.click(within(dialog).getAllByRole("button", { name: "Close" })[0] as HTMLElement);
    expect(await selected()).toBe("2 orders selected");
    expect(screen.getByRole("checkbox", { name: `Select order ${ready}` })).toBeChecked();
    expect(screen.getByRole("checkbox", { name: `Select order ${one}` })).not.toBeChecked();
    await waitFor(async () => expect(within(await bar()).getByRole("button", { name: BUTTONS.Confirm })).toHaveFocus());
  });

  it("says before which of them rules hold, and why", async () => {
    const [one = "", two = ""] = put("PENDING_CONFIRM", "PENDING_CONFIRM", "PENDING_CONFIRM");
    change(one, { holds: ["Worth a look", "New customer"] });
    change(two, { holds: ["Worth a look"] });
    expect(await open("Confirm")).toHaveTextContent("Rules hold 2 of them: Worth a look; New customer");
  });

  it("shows why each failed, asks again about a new price, and tries the others again", async () => {
    const [dear = "", late = "", fine = ""] = put("PENDING_CONFIRM", "PENDING_CONFIRM", "PENDING_CONFIRM");
    refuse = (_operation, { order_id, quote_id }) => {
      if (order_id === dear && !quote_id) return dearer("1060.50");
      if (order_id === late)
        return refusal({ field: "pickup_arrange.pickup_date", message: "Must be today or later." });
      return undefined;
    };
    const dialog = await open("Confirm");
    await press(/^Confirm 3 orders/, dialog);
    await titled("1 order is confirmed");
    const row = (id: string) => within(dialog).getByRole("link", { name: id }).closest("li");
    expect(within(dialog).getByText("2 orders are not confirmed")).toBeVisible();
    expect(row(dear)).toHaveTextContent("陳大文 1The price has changed from HK$1,054.00 to HK$1,060.50.");
    expect(row(late)).toHaveTextContent("Collection: Must be today or later.");
    expect(row(dear)?.querySelector("a")).toHaveAttribute("href", `/testing/orders/${dear}`);

    await press("Confirm 1 at the new price", dialog);
    await titled("Confirm 1 order, HK$1,060.50");
    expect(dialog).toHaveTextContent("from HK$1,054.00 to HK$1,060.50 in all");
    await press("Confirm 1 order for HK$1,060.50", dialog);
    await titled("2 orders are confirmed");
    expect(sent.at(-1)?.body).toEqual({ order_id: dear, quote_id: "q_1060.50" });

    refuse = () => undefined;
    await press("Try 1 order again", dialog);
    await press("Confirm 1 order for HK$1,054.00", await titled("Confirm 1 order, HK$1,054.00"));
    await titled("3 orders are confirmed");
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("region", { name: "Selected orders" })).toBeNull();
    expect(world.get(fine)?.order_status).toBe("READY_TO_SHIP");
  });

  it("shows what another person confirmed meanwhile, and what is no longer there", async () => {
    const [meanwhile = "", gone = ""] = put("PENDING_CONFIRM", "PENDING_CONFIRM");
    refuse = (_operation, { order_id }) =>
      order_id === meanwhile ? refusal({ field: "order_id", code_reason: "ORDER_NOT_CONFIRMABLE" }) : undefined;
    show();
    await userEvent.click(await screen.findByRole("checkbox", { name: "Select all on this page" }));
    world.delete(gone);
    await press(/^Confirm/, await bar());
    const dialog = await titled("Confirm 1 order, HK$1,054.00");
    expect(dialog).toHaveTextContent(`1 order is left out: it is no longer there${gone}`);
    await press(/^Confirm 1 order/, dialog);
    await titled("No order was confirmed");
    expect(dialog).toHaveTextContent("It was confirmed or cancelled in the meantime.");
    change(meanwhile, { order_status: "READY_TO_SHIP" });
    await press("Try 1 order again", dialog);
    await titled("None of these orders can be confirmed");
    expect(dialog).toHaveTextContent(`1 order is left out: already confirmed${meanwhile}`);
    expect(within(dialog).queryByRole("button", { name: /^Confirm/ })).toBeNull();
  });

  it("shows how far it is, stops, and tries the rest again", async () => {
    put(...Array.from({ length: 8 }, () => "PENDING_CONFIRM" as const));
    let go = () => {};
    refuse = () =>
      new Promise((resolve) => {
        go = () => resolve(undefined);
      });
    const dialog = await open("Confirm");
    await press(/^Confirm 8 orders/, dialog);
    await titled("Confirming 8 orders");
    await act(async () => go());
    expect(await within(dialog).findByText("1 of 8")).toBeVisible();
    expect(within(dialog).getByRole("progressbar", { name: "Progress" })).toHaveValue(1);
    expect(within(dialog).getByRole("status")).toHaveTextContent("It goes on if you close this");
    await press("Stop", dialog);
    await act(async () => go());
    await titled("2 orders are confirmed");
    expect(within(dialog).getByText("6 orders were not tried")).toBeVisible();
    expect(sent).toHaveLength(2);
    refuse = () => undefined;
    await press("Try 6 orders again", dialog);
    await press(/^Confirm 6 orders/, await titled(/^Confirm 6 orders/));
    await titled("8 orders are confirmed");
    expect(new Set(sent.map(({ body }) => body.order_id)).size).toBe(8);
  });

  it("goes on when the question is closed, and its orders are deselected", async () => {
    put("PENDING_CONFIRM", "PENDING_CONFIRM");
    let go = () => {};
    refuse = () =>
      new Promise((resolve) => {
        go = () => resolve(undefined);
      });
    const dialog = await open("Confirm");
    await press(/^Confirm 2 orders/, dialog);
    await within(dialog).findByText("0 of 2");
    await waitFor(() => expect(sent).toHaveLength(1));
    await userEvent.keyboard("{Escape}");
    expect(notices).toEqual(["It goes on in the background. The page of jobs shows how far it is."]);
    expect(screen.queryByRole("region", { name: "Selected orders" })).toBeNull();
    refuse = () => undefined;
    const before = listed;
    await act(async () => go());
    await waitFor(() => expect(sent).toHaveLength(2));
    // The list shows what became of them once it has ended.
    await waitFor(() => expect(listed).toBeGreaterThan(before), { timeout: 3000 });
  });

  it.each(["before", "after"] as const)("is begun once, if the connection is lost %s it began", async (when) => {
    put("PENDING_CONFIRM", "PENDING_CONFIRM");
    isLost = when;
    const dialog = await open("Confirm");
    await press(/^Confirm 2 orders/, dialog);
    await waitFor(() => expect(notices).toHaveLength(1));
    await press(/^Confirm 2 orders/, dialog);
    await titled("2 orders are confirmed");
    expect(sent).toHaveLength(2);
  });

  it("reads the orders in hundreds, and asks again where that failed", async () => {
    put(...Array.from({ length: 250 }, () => "PENDING_CONFIRM" as const));
    let isDown = true;
    const all = answers.findLast(([path]) => path === "/orders")?.[1];
    answers.push([
      "/orders",
      (url) => {
        if (isDown && url.searchParams.has("order_ids")) return { status: 503, body: {} };
        return typeof all === "function" ? all(url) : (all ?? "no network");
      },
    ]);
    answers.push(["/orders/counts", { status: 500, body: {} }]);
    show();
    await userEvent.click(await screen.findByRole("checkbox", { name: "Select all on this page" }));
    await press("Select all 250 that match", await bar());
    await waitFor(async () => expect(await selected()).toBe("250 orders selected"));
    await press(/^Confirm/, await bar());
    const dialog = await screen.findByRole("dialog");
    const retry = await within(dialog).findByRole("button", { name: "Try again" });
    isDown = false;
    await userEvent.click(retry);
    await titled("Confirm 250 orders, HK$263,500.00");
    expect(readByIds.map((ids) => ids.split(",").length)).toEqual([100, 100, 50]);
    expect(sent).toEqual([]);
  });
});

describe("cancelling the selection", () => {
  it("says what it does, takes a reason, and shows what the warehouse is only asked to do", async () => {
    const [saved = "", packed = "", collected = ""] = put("PENDING_CONFIRM", "READY_TO_SHIP", "PICKED_UP");
    refuse = (_operation, { order_id }) => (order_id === packed ? { data: { cancel_status: "REQUESTED" } } : undefined);
    const dialog = await open("Cancel");
    expect(dialog).toHaveAccessibleName("Cancel 2 orders?");
    expect(dialog).toHaveTextContent(`1 order is left out: already collected by the carrier${collected}`);
    const remarks = within(dialog).getByRole("textbox");
    await userEvent.click(within(dialog).getByRole("radio", { name: "Duplicate order" }));
    await userEvent.click(remarks);
    await userEvent.paste("字".repeat(501));
    expect(within(dialog).getByRole("button", { name: "Cancel 2 orders" })).toBeDisabled();
    await userEvent.clear(remarks);
    await userEvent.type(remarks, "Sent again");
    await press("Cancel 2 orders", dialog);
    await titled("1 order is cancelled");
    expect(dialog).toHaveTextContent("The warehouse is asked to cancel 1 order.");
    expect(sent).toEqual(
      [saved, packed].map((order_id) => ({
        operation: "cancelOrder",
        body: { order_id, reason: "DUPLICATE", remarks: "Sent again" },
      })),
    );
    await userEvent.keyboard("{Escape}");
    expect(await selected()).toBe("1 order selected");
  });

  it("says when nothing is cancelled yet because the warehouse is only asked", async () => {
    put("READY_TO_SHIP", "READY_TO_SHIP");
    refuse = () => ({ data: { cancel_status: "REQUESTED" } });
    const dialog = await open("Cancel");
    await press("Cancel 2 orders", dialog);
    await titled("The warehouse is asked to cancel 2 orders");
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("region", { name: "Selected orders" })).toBeNull();
  });

  it("has Chinese texts too", async () => {
    put("PENDING_CONFIRM", "CANCELLED");
    refuse = () => refusal({ field: "order_id", code_reason: "ORDER_NOT_CANCELLABLE" });
    show("", "zh-Hant");
    await userEvent.click(await screen.findByRole("checkbox", { name: "選取本頁全部" }));
    await press(/^取消 \d+ 張訂單$/, await bar("zh-Hant"));
    const dialog = await titled("取消 1 張訂單？");
    expect(dialog).toHaveTextContent("1 張訂單略過：早已取消");
    await press("取消 1 張訂單", dialog);
    await titled("沒有訂單獲取消");
    expect(dialog).toHaveTextContent("物流商在此期間已收件。");
  });
});

describe("an action that no selected order can take", () => {
  const bar = () => within(screen.getByRole("region", { name: "Selected orders" }));
  const choose = async (...ids: string[]) => {
    for (const id of ids) await userEvent.click(await screen.findByRole("checkbox", { name: `Select order ${id}` }));
    await screen.findByRole("region", { name: "Selected orders" });
  };
  const isOff = () =>
    (["Print", "Confirm", "Cancel"] as const).filter((action) =>
      bar().getByRole("button", { name: BUTTONS[action] }).matches("[aria-disabled=true]"),
    );

  it("is off and says why, until an order is selected that can", async () => {
    const [delivered, saved, ready] = put("DELIVERED", "PENDING_CONFIRM", "READY_TO_SHIP") as [string, string, string];
    show();
    await choose(delivered);
    expect(isOff()).toEqual(["Confirm", "Cancel"]);
    expect(bar().getByRole("button", { name: BUTTONS.Confirm })).toHaveAccessibleDescription(
      "None of them is to be confirmed. None of them can be cancelled any more.",
    );
    await choose(ready);
    expect(isOff()).toEqual(["Confirm"]);
    await choose(delivered, ready, saved);
    expect(isOff()).toEqual(["Print"]);
    await userEvent.click(bar().getByRole("button", { name: BUTTONS.Print }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await choose(ready);
    expect(isOff()).toEqual([]);
  });

  it("says how many orders each action takes, and what confirming them costs", async () => {
    const [saved, ready, again] = put("PENDING_CONFIRM", "READY_TO_SHIP", "PENDING_CONFIRM") as [
      string,
      string,
      string,
    ];
    change(saved, { quote_price: "1000.10" });
    change(again, { quote_price: "0.20" });
    show();
    await choose(saved, ready, again);
    const names = bar()
      .getAllByRole("button")
      .map(({ textContent }) => textContent);
    expect(names).toEqual(
      expect.arrayContaining(["Confirm 2, HK$1,000.30", "Print labels of 1 order", "Cancel 3 orders"]),
    );
  });
});
