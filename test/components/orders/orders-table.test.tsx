import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { addresses, answerAsUsual, answers, counts, links, list, ROWS, row, show } from "./orders-frame";

beforeEach(answerAsUsual);

const header = (name: string) => screen.getByRole("columnheader", { name: new RegExp(`^${name}`) });

/** The addresses that were followed by a click or Enter. */
function followed(): string[] {
  const hrefs: string[] = [];
  document.addEventListener("click", (event) => {
    const link = (event.target as HTMLElement).closest("a");
    if (!link || event.defaultPrevented) return;
    hrefs.push(link.getAttribute("href") ?? "");
    event.preventDefault();
  });
  return hrefs;
}

describe("the table", () => {
  it("is a table with a name, column heads and a row for each order", async () => {
    show();
    await links();
    const table = screen.getByRole("table", { name: "Orders" });
    expect(table.querySelector("caption")).toHaveTextContent("Orders");
    expect(within(table).getAllByRole("columnheader")).toHaveLength(10);
    const [, first] = within(table).getAllByRole("row");
    const cells = within(first as HTMLElement).getAllByRole("cell");
    expect(cells.map((cell) => cell.textContent)).toEqual([
      "",
      "217357996100241",
      "21 Nov, 01:13",
      expect.stringContaining("陳大文 1Hong Kong"),
      "Local Door-to-Door",
      "Ready",
      expect.stringContaining("ST66348623071"),
      "HK$1,054.00",
      "Shop order 14560",
      "",
    ]);
  });

  it("says that an order to confirm waits with a suspended service, and of others nothing", async () => {
    show("", "en", { notice: "No courier in the typhoon." });
    await links();
    const mark = screen.getByText("Suspended");
    expect(mark).toHaveAttribute("title", "No courier in the typhoon.");
    expect(mark.closest("tr")).toHaveTextContent("陳大文 2");
  });

  it.each([
    [
      "en",
      [
        "Exception2 days · Damaged",
        "Delivery failed3 h · Nobody at homeLate, due 19 Nov",
        "In transitLate, due 30 Dec 2025",
      ],
    ],
    ["zh-Hant", ["異常2 日 · 損毀", "派送失敗3 小時 · 無人在家逾期，原定11月19日", "運送中逾期，原定2025年12月30日"]],
  ] as const)("says why and since when an order is stuck, and that it is late: %s", async (language, said) => {
    const problem = {
      since: "2026-11-19T01:00:00.000+08:00",
      age_minutes: 2880,
      sub_status: "damaged",
      description: "Box is crushed",
    };
    const late = { late: "Y", estimated_delivery: "2026-11-19T23:59:59.000+08:00" } as const;
    answers[0] = [
      "/orders",
      list([
        row(1, "EXCEPTION", { problem }),
        row(2, "FAILED_DELIVERY", {
          ...late,
          problem: { ...problem, age_minutes: 239, sub_status: "not_home", description: null },
        }),
        row(3, "IN_TRANSIT", { late: "Y", estimated_delivery: "2025-12-30T23:59:59.000+08:00" }),
        row(4, "IN_TRANSIT", { estimated_delivery: "2026-11-29T23:59:59.000+08:00" }),
      ]),
    ];
    show("", language);
    await links();
    const cells = screen
      .getAllByRole("row")
      .slice(1)
      .map((each) => within(each).getAllByRole("cell")[5]?.textContent);
    expect(cells).toEqual([...said, language === "en" ? "In transit" : "運送中"]);
  });

  it("goes from row to row by the arrow keys, to the ends by Home and End, and stays inside", async () => {
    show();
    const [first, second, third] = await links();
    first?.focus();
    await userEvent.keyboard("{ArrowDown}");
    expect(second).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    expect(third).toHaveFocus();
    await userEvent.keyboard("{Home}{ArrowUp}");
    expect(first).toHaveFocus();
    await userEvent.keyboard("{End}{ArrowUp}");
    expect(second).toHaveFocus();
  });

  it("opens the row that has the focus by Enter, and any row by a click on its cells", async () => {
    show();
    const [first] = await links();
    const opened = followed();
    first?.focus();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(opened).toEqual(["/testing/orders/217357996100242"]);
    await userEvent.click(screen.getByText("陳大文 3"));
    expect(opened.at(-1)).toBe("/testing/orders/217357996100243");
  });

  it("has keys from anywhere on the page, which the list of shortcuts names", async () => {
    show();
    const [first, second] = await links();
    await userEvent.keyboard("j");
    await waitFor(() => expect(first).toHaveFocus());
    await userEvent.keyboard("j");
    await waitFor(() => expect(second).toHaveFocus());
    await userEvent.keyboard("x");
    const box = screen.getByRole("checkbox", { name: "Select order 217357996100242" });
    await waitFor(() => expect(box).toBeChecked());
    await userEvent.keyboard("k");
    await waitFor(() => expect(first).toHaveFocus());
    await userEvent.keyboard("?");
    const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    const named = within(dialog)
      .getAllByRole("term")
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(named).toEqual(
      expect.arrayContaining([
        ["Next row (or ↓)", "J"],
        ["Previous row (or ↑)", "K"],
        ["Select the row (or Space)", "X"],
        ["Open the row", "Enter"],
      ]),
    );
  });

  it("keeps the focus on its row over a refresh, and gives it to the next one when the row leaves", async () => {
    show();
    const [, second] = await links();
    second?.focus();
    const refresh = async (rows: typeof ROWS) => {
      answers[0] = ["/orders", list(rows)];
      const before = rows.map(({ order_id }) => order_id);
      fireEvent(window, new Event("visibilitychange"));
      await waitFor(async () => expect((await links()).map((link) => link.textContent)).toEqual(before));
    };
    await refresh([row(4, "READY_TO_SHIP"), ...ROWS]);
    expect(screen.getByRole("link", { name: "217357996100242" })).toHaveFocus();
    await refresh([row(4, "READY_TO_SHIP"), ...ROWS.filter(({ order_id }) => order_id !== "217357996100242")]);
    expect(screen.getByRole("link", { name: "217357996100243" })).toHaveFocus();
    await refresh([row(4, "READY_TO_SHIP"), ...ROWS.slice(0, 1)]);
    expect(screen.getByRole("link", { name: "217357996100241" })).toHaveFocus();
  });

  it("does not open a row for a press on its buttons", async () => {
    show();
    await links();
    const opened = followed();
    await userEvent.click(screen.getByRole("button", { name: /ST66348623071/ }));
    expect(opened).toEqual([]);
  });
});

describe("sorting", () => {
  it("is announced by aria-sort and written into the address, starting again on the first page", async () => {
    show("offset=20");
    await links();
    expect(header("Created")).toHaveAttribute("aria-sort", "descending");
    expect(header("Price")).toHaveAttribute("aria-sort", "none");
    expect(header("Recipient")).not.toHaveAttribute("aria-sort");
    await userEvent.click(within(header("Price")).getByRole("button"));
    expect(addresses()).toEqual(["/testing/orders?sort=-quote_price"]);
  });

  it.each([
    ["-quote_price", "descending", "/testing/orders?sort=quote_price"],
    ["quote_price", "ascending", "/testing/orders?sort=-quote_price"],
  ])("reverses at the second click: %s", async (sort, aria, next) => {
    show(`sort=${sort}`);
    await links();
    expect(header("Price")).toHaveAttribute("aria-sort", aria);
    expect(header("Created")).toHaveAttribute("aria-sort", "none");
    within(header("Price")).getByRole("button").focus();
    await userEvent.keyboard("{Enter}");
    expect(addresses()).toEqual([next]);
  });

  it("leaves the usual order out of the address", async () => {
    show("sort=create_time");
    await links();
    await userEvent.click(within(header("Created")).getByRole("button"));
    expect(addresses()).toEqual(["/testing/orders"]);
  });
});

describe("the menu of a row", () => {
  const TELL = ["Copy message", "WhatsApp", "E-mail"];
  const AGAIN = ["Ship again", "Return to sender", "New order, same sender and parcel"];
  const open = async (order: string) => {
    await links();
    screen.getByRole("button", { name: `Actions for order ${order}` }).focus();
    await userEvent.keyboard("{Enter}");
    return (await screen.findAllByRole("menuitem")).map((item) => item.textContent);
  };

  it.each([
    ["217357996100241", ["Open", ...AGAIN, "Copy tracking number", ...TELL, "Cancel order"]],
    ["217357996100242", ["Open", "Edit", ...AGAIN, "Confirm order", "Cancel order"]],
    ["217357996100243", ["Open", ...AGAIN, "Copy tracking number", ...TELL]],
  ])("offers what the state of %s allows, by keyboard", async (order, entries) => {
    show();
    expect(await open(order)).toEqual(entries);
  });

  it("keeps its arrow keys to itself, and gives the focus back", async () => {
    show();
    await open("217357996100241");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    expect(screen.getByRole("menu")).toContainElement(document.activeElement as HTMLElement);
    await userEvent.keyboard("{Escape}");
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Actions for order 217357996100241" })).toHaveFocus(),
    );
  });

  it("confirms after asking with service and price; a new price is shown next to the old one and accepted", async () => {
    const bodies: unknown[] = [];
    const stub = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
      if (!input.endsWith("/order/confirm")) return stub(input, init);
      bodies.push(JSON.parse(String(init.body)));
      const body =
        bodies.length === 1
          ? {
              error: {
                code: "400000",
                code_reason: "BAD_REQUEST",
                message: "The request is not valid.",
                error_trace: [
                  {
                    field: "quote_id",
                    pointer: "/quote_id",
                    message: "…",
                    code: "400471",
                    quote_id: "q_2",
                    quote_price: "1100.00",
                  },
                ],
              },
            }
          : { data: { tracking_number: "ST00000000001" } };
      return new Response(JSON.stringify(body), { status: bodies.length === 1 ? 400 : 200 });
    });
    show();
    await open("217357996100242");
    await userEvent.click(screen.getByRole("menuitem", { name: "Confirm order" }));
    const dialog = await screen.findByRole("alertdialog", { name: /Confirm order 217357996100242/ });
    expect(dialog).toHaveTextContent("Sampan Local Door-to-Door");
    await userEvent.click(within(dialog).getByRole("button", { name: "Confirm for HK$1,054.00" }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent(/from HK\$1,054\.00 to HK\$1,100\.00/);
    await userEvent.click(within(dialog).getByRole("button", { name: "Confirm for HK$1,100.00" }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(bodies).toEqual([{ order_id: "217357996100242" }, { order_id: "217357996100242", quote_id: "q_2" }]);
  });
});

describe("tabs", () => {
  it("do not show counts that are not complete", async () => {
    const { body } = counts({ DELIVERED: 1201 });
    answers.push(["/orders/counts", { body: { data: { ...body.data, total_is_at_least: true } } }]);
    show("q=tea");
    await links();
    for (const count of await screen.findAllByText("1,201")) expect(count).not.toBeVisible();
  });

  it("have exact counts and name the current one", async () => {
    show("status=FAILED_DELIVERY,EXCEPTION");
    await links();
    const tabs = within(screen.getByRole("navigation", { name: "Orders by status" })).getAllByRole("link");
    await waitFor(() =>
      expect(tabs.map((tab) => tab.textContent)).toEqual([
        "All1,206",
        "To confirm1",
        "Needs attention3",
        "Ready1",
        "In transit0",
        "Delivered1,201",
        "Cancelled0",
        "Drafts4",
      ]),
    );
    expect(screen.getByText("1,201")).toBeVisible();
    expect(tabs.filter((tab) => tab.getAttribute("aria-current"))).toEqual([tabs[2]]);
  });

  it("are links that keep the search", async () => {
    show("status=FAILED_DELIVERY,EXCEPTION&q=tea");
    await links();
    const tabs = within(screen.getByRole("navigation", { name: "Orders by status" })).getAllByRole("link");
    expect(tabs[4]).toHaveAttribute("href", "/testing/orders?status=PICKED_UP,IN_TRANSIT,OUT_FOR_DELIVERY&q=tea");
    await userEvent.click(tabs[3] as HTMLElement);
    expect(addresses()).toEqual(["/testing/orders?status=READY_TO_SHIP&q=tea"]);
  });
});
