import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { columnsText } from "@/app/(dashboard)/[environment]/orders/list/choose-columns";
import { layoutOf } from "@/app/(dashboard)/[environment]/orders/list/column-layout";
import { showNoticesWith } from "@/components/ui/toast";
import { COLUMNS_COOKIE, columnsOf, ORDER_COLUMNS, USUAL_COLUMNS } from "@/lib/order-columns";
import { addresses, answerAsUsual, answers, links, list, ROWS, row, show } from "./orders-frame";

// biome-ignore lint/suspicious/noDocumentCookie: what a browser keeps is what is tested
const remember = (text: string, age = 60) => (document.cookie = `${COLUMNS_COOKIE}=${text}; path=/; max-age=${age}`);
const remembered = () => document.cookie.split("; ").find((each) => each.startsWith(`${COLUMNS_COOKIE}=`)) ?? null;

beforeEach(() => {
  answerAsUsual();
  answers.push(["/views", views([])]);
});
afterEach(() => {
  remember("", 0);
  vi.restoreAllMocks();
});

const NAMES = {
  created: "Created",
  reference: "Reference",
  pickup: "Pickup",
  service: "Service",
  tracking: "Tracking no.",
  weight: "Weight",
  price: "Price",
  remarks: "Remarks",
};
const heads = () =>
  screen
    .getAllByRole("columnheader")
    .map((head) => head.textContent)
    .slice(1, -1);
const cellsOf = (index: number) => within(screen.getAllByRole("row")[index + 1] as HTMLElement).getAllByRole("cell");

const view = (id: string, name: string, query: object, columns: readonly string[]) => ({
  id,
  name,
  query: { sort: "-create_time", limit: "20", ...query },
  columns,
  create_time: "2026-11-21T01:13:00.000+08:00",
  update_time: "2026-11-21T01:13:00.000+08:00",
});
const views = (rows: object[]) => ({
  body: { data: rows, pagination: { total: rows.length, page: 1, per_page: 100, total_pages: 1 } },
});

/** Opens the list's menu by keyboard. */
async function openMenu() {
  await links();
  screen.getByRole("button", { name: "List options" }).focus();
  await userEvent.keyboard("{Enter}");
  return screen.findByRole("menu");
}
const column = (name: string) => screen.getByRole("menuitemcheckbox", { name });

describe("a choice of columns", () => {
  it("comes back from its cookie as it was, in the list's order", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...ORDER_COLUMNS]), (chosen) => {
        const read = columnsOf(columnsText(chosen));
        expect(read).toEqual(ORDER_COLUMNS.filter((each) => chosen.includes(each)));
      }),
    );
  });

  it.each(["", "created.colour", "created..price", "price,created", "undefined", "%F0", "created.created"])(
    "is the usual one where the cookie is %j",
    (text) => expect(columnsOf(text)).toEqual(USUAL_COLUMNS),
  );
  it("shows the service in a window of 1280 px, also beside a scrollbar", () => {
    const place = (1280 - 240 - 2 * 32 - 2 - 17) / 16;
    const room = layoutOf(USUAL_COLUMNS).columns.find(({ key }) => key === "service")?.room ?? "";
    expect(Number(/[\d.]+(?=rem)/.exec(room)?.[0])).toBeLessThanOrEqual(place);
  });

  it("never asks for more room than the widest page has, and keeps remarks and reference", () => {
    fc.assert(
      fc.property(fc.subarray([...ORDER_COLUMNS]), (chosen) => {
        const { columns, width, remarksBelow, hasReferenceBelow } = layoutOf(chosen);
        expect(width).toBeLessThanOrEqual(75.5);
        const hasRemarks = columns.some(({ key }) => key === "remarks") || remarksBelow === "";
        expect(hasRemarks).toBe(chosen.includes("remarks"));
        const hasReference = columns.some(({ key }) => key === "reference");
        expect([hasReference, hasReferenceBelow].filter(Boolean)).toHaveLength(chosen.includes("reference") ? 1 : 0);
      }),
    );
  });
});

describe("the columns of the list", () => {
  it("are the usual ones where nothing, or nonsense, is remembered", async () => {
    remember("created.<script>");
    show();
    await links();
    expect(heads()).toEqual([
      "Order no.",
      "Created",
      "Recipient",
      "Service",
      "Status",
      "Tracking no.",
      "Price",
      "Remarks",
    ]);
  });

  it("agree in heads and cells for any choice", async () => {
    answers[0] = ["/orders", list([row(1, "READY_TO_SHIP", { pickup_date: "2026-11-23", chargeable_weight: "12.5" })])];
    const content = {
      created: "21 Nov, 01:13",
      reference: "SHOP-14560",
      pickup: /Mon 23 Nov$/,
      service: "Local Door-to-Door",
      tracking: "ST66348623071",
      weight: "12.5 kg",
      price: "HK$1,054.00",
      remarks: "Shop order 14560",
    };
    await fc.assert(
      fc.asyncProperty(fc.subarray([...ORDER_COLUMNS]), async (chosen) => {
        remember(columnsText(chosen));
        const { unmount } = show();
        await links();
        const [, ...shown] = cellsOf(0);
        const names = heads();
        expect(shown).toHaveLength(names.length + 1);
        expect(names).toEqual(expect.arrayContaining(["Order no.", "Recipient", "Status"]));
        for (const key of ORDER_COLUMNS) {
          const at = names.indexOf(NAMES[key]);
          const into = { remarks: "Recipient", reference: "Order no." }[key as string];
          const isFolded = into !== undefined && at < 0 && chosen.includes(key);
          expect(at >= 0 || isFolded, `${key} of ${chosen}`).toBe(chosen.includes(key));
          const cell = shown[isFolded && into ? names.indexOf(into) : at];
          if (cell) expect(cell).toHaveTextContent(content[key]);
        }
        unmount();
      }),
      { numRuns: 15 },
    );
  });

  it("say when there is no pickup, and the year of one in another year", async () => {
    remember("pickup");
    answers[0] = ["/orders", list([row(1, "READY_TO_SHIP"), row(2, "DELIVERED", { pickup_date: "2025-12-31" })])];
    show();
    await links();
    const at = heads().indexOf("Pickup") + 1;
    expect(cellsOf(0)[at]).toHaveTextContent("No pickup booked");
    expect(cellsOf(1)[at]).toHaveTextContent(/31 Dec 2025$/);
    expect(within(cellsOf(1)[at] as HTMLElement).getByTitle("Wed 31 Dec 2025")).toHaveAttribute(
      "datetime",
      "2025-12-31",
    );
  });

  it("leave the sorting to a select where a heading that sorts is hidden", async () => {
    remember("price");
    show("sort=create_time");
    await links();
    const select = screen.getByRole("combobox", { name: "Sort by" });
    expect(select).toHaveDisplayValue("Oldest first");
    expect(select.closest(".md\\:hidden")).toBeNull();
    await userEvent.selectOptions(select, "Highest price first");
    expect(addresses()).toEqual(["/testing/orders?sort=-quote_price"]);
  });

  it("hide the select where all headings are there", async () => {
    show();
    await links();
    expect(screen.getByRole("combobox", { name: "Sort by" }).closest(".md\\:hidden")).not.toBeNull();
  });
});

describe("choosing columns", () => {
  it("shows and hides one at each press, remembers it, and keeps the menu open", async () => {
    show();
    await openMenu();
    expect(column("Price")).toBeChecked();
    expect(column("Chargeable weight")).not.toBeChecked();
    await userEvent.click(column("Price"));
    await userEvent.click(column("Chargeable weight"));
    expect(column("Price")).not.toBeChecked();
    expect(column("Chargeable weight")).toBeChecked();
    expect(remembered()).toBe(`${COLUMNS_COOKIE}=created.service.tracking.weight.remarks`);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(heads()).toContain("Weight");
    expect(heads()).not.toContain("Price");
    expect(screen.getByRole("button", { name: "List options" })).toHaveFocus();
  });

  it("can hide all of them, and goes back to the usual ones", async () => {
    show();
    await openMenu();
    const reset = screen.getByRole("menuitem", { name: "Reset columns" });
    expect(reset).toHaveAttribute("aria-disabled", "true");
    for (const key of USUAL_COLUMNS) await userEvent.click(column(NAMES[key]));
    expect(remembered()).toBe(`${COLUMNS_COOKIE}=none`);
    await userEvent.click(reset);
    expect(remembered()).toBeNull();
    for (const key of USUAL_COLUMNS) expect(column(NAMES[key])).toBeChecked();
  });
});

describe("saved views", () => {
  const LATE = view("ov_1", "Late", { status: "IN_TRANSIT", limit: "50" }, ["created", "price"]);

  it("go to their address and columns together, and the one that is on is checked", async () => {
    remember("created.price");
    answers.push(["/views", views([LATE, view("ov_2", "Dear", { sort: "-quote_price" }, ["price"])])]);
    show("status=IN_TRANSIT&limit=50&offset=50");
    await openMenu();
    expect(await screen.findByRole("menuitemradio", { name: "Late" })).toBeChecked();
    await userEvent.click(screen.getByRole("menuitemradio", { name: "Dear" }));
    expect(addresses()).toEqual(["/testing/orders?sort=-quote_price"]);
    expect(remembered()).toBe(`${COLUMNS_COOKIE}=price`);
  });

  it("are not on where the columns differ", async () => {
    answers.push(["/views", views([LATE])]);
    show("status=IN_TRANSIT&limit=50");
    await openMenu();
    expect(await screen.findByRole("menuitemradio", { name: "Late" })).not.toBeChecked();
  });

  it("are deleted at once, and restored by the notice with a call to the API", async () => {
    const calls: string[] = [];
    const stub = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
      if (init.method === "GET") return stub(input, init);
      calls.push(`${init.method} ${input} ${init.body ?? ""}`);
      answers.push(["/views", views([])]);
      return new Response(JSON.stringify({ data: { id: "ov_1", deleted: true } }));
    });
    answers.push(["/views", views([LATE])]);
    show();
    await openMenu();
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete the view “Late”" }));
    await waitFor(() => expect(screen.queryByRole("menuitemradio", { name: "Late" })).toBeNull());
    expect(calls).toEqual(["DELETE /testing/v1/views/ov_1 "]);
    expect(screen.getByRole("menu")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    expect(screen.getByRole("menuitem", { name: "Save this view…" })).toHaveFocus();
  });

  it("are in place when the menu opens, so that nothing moves under the pointer", async () => {
    const stub = globalThis.fetch;
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
      if (input.includes("/views")) await asked;
      return stub(input, init);
    });
    answers.push(["/views", views([LATE])]);
    show();
    await links();
    await userEvent.click(screen.getByRole("button", { name: "List options" }));
    expect(screen.queryByRole("menu")).toBeNull();
    answer();
    await screen.findByRole("menu");
    expect(screen.getByRole("menuitemradio", { name: "Late" })).toBeInTheDocument();
  });

  it("are saved under a name with what is shown; a name that is there is replaced, and the button says so", async () => {
    const calls: [string, object][] = [];
    const stub = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
      if (init.method === "GET") return stub(input, init);
      calls.push([`${init.method} ${input}`, JSON.parse(String(init.body))]);
      return new Response(JSON.stringify({ data: LATE }));
    });
    answers.push(["/views", views([LATE])]);
    show("q=tea");
    await openMenu();
    await userEvent.click(screen.getByRole("menuitem", { name: "Save this view…" }));
    const dialog = await screen.findByRole("dialog", { name: "Save this view" });
    const name = within(dialog).getByRole("textbox", { name: /^Name of the view/ });
    await userEvent.type(name, "lat");
    expect(within(dialog).getByRole("button", { name: "Save view" })).toBeInTheDocument();
    await userEvent.type(name, "e");
    expect(dialog).toHaveTextContent("You have a view “Late” already.");
    await userEvent.click(within(dialog).getByRole("button", { name: "Replace view" }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(calls).toEqual([
      [
        "PUT /testing/v1/views/ov_1",
        {
          name: "late",
          query: { q: "tea", sort: "-create_time", limit: "20", offset: "0" },
          columns: [...USUAL_COLUMNS],
        },
      ],
    ]);
    await waitFor(() => expect(screen.getByRole("button", { name: "List options" })).toHaveFocus());
  });

  it("are saved once, however often their answers are lost, and restored once by the notice", async () => {
    const keys: (string | null)[] = [];
    let undo: (() => void) | undefined;
    const stop = showNoticesWith({
      show: ({ options }) => {
        undo ??= options?.action?.onClick;
      },
      dismiss: () => undefined,
    });
    onTestFinished(stop);
    const stub = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
      if (init.method === "GET") return stub(input, init);
      if (init.method === "DELETE") return Response.json({ data: { id: "ov_1", deleted: true } });
      keys.push(new Headers(init.headers).get("idempotency-key"));
      throw new TypeError("Failed to fetch");
    });
    answers.push(["/views", views([LATE])]);
    show();
    await openMenu();
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete the view “Late”" }));
    await waitFor(() => expect(undo).toBeDefined());
    undo?.();
    undo?.();
    await waitFor(() => expect(keys).toHaveLength(2));
    await userEvent.click(screen.getByRole("menuitem", { name: "Save this view…" }));
    const dialog = await screen.findByRole("dialog", { name: "Save this view" });
    await userEvent.type(within(dialog).getByRole("textbox", { name: /^Name of the view/ }), "Dear");
    for (const times of [3, 4]) {
      await userEvent.click(within(dialog).getByRole("button", { name: "Save view" }));
      await waitFor(() => expect(keys).toHaveLength(times));
      await waitFor(() => expect(within(dialog).getByRole("button", { name: "Save view" })).toBeEnabled());
    }
    const [putBack, again, saved, resaved] = keys;
    expect([again, resaved]).toEqual([putBack, saved]);
    expect(new Set(keys)).toHaveProperty("size", 2);
    expect(keys).not.toContain(null);
  });

  it("show at the name what the API refuses: without a request if it is already known, else in the server's words", async () => {
    const stub = globalThis.fetch;
    let asked = 0;
    vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
      if (init.method === "GET") return stub(input, init);
      asked++;
      const error_trace = [{ field: "name", pointer: "/name", message: "There are 30 views already." }];
      const error = { code: "400000", code_reason: "BAD_REQUEST", message: "…", error_trace };
      return new Response(JSON.stringify({ error }), { status: 400 });
    });
    show();
    await openMenu();
    await userEvent.click(screen.getByRole("menuitem", { name: "Save this view…" }));
    const dialog = await screen.findByRole("dialog", { name: "Save this view" });
    const save = within(dialog).getByRole("button", { name: "Save view" });
    const name = within(dialog).getByRole("textbox", { name: /^Name of the view/ });
    await userEvent.click(save);
    expect(name).toHaveAccessibleDescription(/This field is required\./);
    await userEvent.type(name, "x".repeat(61));
    await userEvent.click(save);
    expect(name).toHaveAccessibleDescription(/At most 60 characters; 61 were given\./);
    await waitFor(() => expect(name).toHaveFocus());
    expect(asked).toBe(0);
    await userEvent.keyboard("{Backspace}{Enter}");
    await waitFor(() => expect(name).toHaveAccessibleDescription(/There are 30 views already\./));
    await waitFor(() => expect(name).toHaveFocus());
  });

  it("that cannot be read leave the rest of the menu working", async () => {
    answers.push(["/views", "no network"]);
    show();
    await openMenu();
    expect(await screen.findByText(/Your views could not be loaded/)).toBeInTheDocument();
    await userEvent.click(column("Price"));
    expect(column("Price")).not.toBeChecked();
  });
});

describe("the export", () => {
  it("says how many orders it is, and exports what the list finds", async () => {
    const asked: string[] = [];
    answers[0] = ["/orders", list(ROWS, 1234)];
    answers.push([
      "/orders/export",
      (url) => {
        asked.push(url.search);
        return { body: { data: { format: "csv", encoding: "base64", content: btoa("order_id\n") } } };
      },
    ]);
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => {} }));
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    show("q=tea&status=DELIVERED&offset=20");
    await openMenu();
    await userEvent.click(await screen.findByRole("menuitem", { name: "Export 1,234 orders (CSV)" }));
    await waitFor(() => expect(asked).toEqual(["?status=DELIVERED&q=tea"]));
  });
});
