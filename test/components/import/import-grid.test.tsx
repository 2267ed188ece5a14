import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { ImportView } from "@/components/import/import-view";
import { Toaster } from "@/components/ui/toaster";
import type { Import, ImportRow } from "@/lib/contracts/import";
import { AtAddress } from "../address-frame";
import { answer, refusal, show } from "../products-frame";
// Loaded here, so that the tests need not wait for what pages load late.
import "@/lib/tables/csv-file";

const ID = "im_1";
const DIGITS = "A Hong Kong number has 8 digits.";
type Values = Record<string, string>;

/** Plays the import of the server: a mobile has 8 digits, and the first line of an order has its name. */
function world(lines: readonly (Values & { first?: string })[]) {
  let refuse: Response | null = null;
  let answering: Promise<void> | undefined;
  const file = lines.map(({ first: _first, ...values }) => values as Values);
  const now = file.map((values) => ({ ...values }));
  const rowOf = (values: Values, at: number): ImportRow => {
    const n = at + 1;
    const first_n = Number(lines[at]?.first ?? n);
    const errors = [
      ...(first_n === n && !/^\d{8}$/.test(values.recipient_mobile ?? "")
        ? [{ column: "recipient_mobile", message: DIGITS }]
        : []),
      ...(first_n !== n && values.recipient_name ? [{ column: "recipient_name", message: "Row 1 differs." }] : []),
    ];
    const corrected = Object.keys({ ...file[at], ...values }).filter(
      (column) => (file[at]?.[column] ?? "") !== (values[column] ?? ""),
    );
    const state = errors.length > 0 ? "wrong" : corrected.length > 0 ? "fixed" : "good";
    const shown = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
    const price = errors.length > 0 ? null : "42.00";
    return {
      n,
      reference: values.reference ?? null,
      first_n,
      state,
      values: shown,
      corrected,
      errors,
      order_id: null,
      hold: null,
      price,
    };
  };
  const rows = () => now.map(rowOf);
  const imported = (): Import => {
    const wrong = rows().filter(({ state }) => state === "wrong").length;
    const ready = rows().length - wrong;
    return {
      ...{ import_id: ID, kind: "orders", name: "monday.csv", status: wrong > 0 ? "WRONG" : "READY" },
      ...{
        rows: now.length,
        orders: now.length,
        wrong,
        ready,
        unpriced: 0,
        done: 0,
        changed: 0,
        unchanged: 0,
        failed: 0,
      },
      ...{ total_price: (42 * ready).toFixed(2), has_headers: true, same_as: null, confirm_shipment: null },
      mapping: { Ref: "reference", Who: "recipient_name", Tel: "recipient_mobile" },
      ...{ created_by: null, create_time: "2026-11-30T09:00:00+08:00", finish_time: null },
    };
  };
  const summary = () => {
    const faults = new Map<string, { column: string; message: string; value: string; rows: number[] }>();
    for (const { n, errors, values } of rows())
      for (const { column, message } of errors) {
        const value = values[column] ?? "";
        const key = `${column} ${message} ${value}`;
        faults.set(key, { column, message, value, rows: [...(faults.get(key)?.rows ?? []), n] });
      }
    const count = (state: string) => rows().filter((row) => row.state === state).length;
    const kinds = new Map<string, { column: string; message: string; count: number; rows: number[] }>();
    for (const { column, message, rows: ns } of faults.values()) {
      const before = kinds.get(`${column} ${message}`)?.rows ?? [];
      const all = [...before, ...ns].sort((a, b) => a - b);
      kinds.set(`${column} ${message}`, { column, message, count: all.length, rows: all.slice(0, 6) });
    }
    return {
      faults: [...faults.values()],
      kinds: [...kinds.values()],
      services: [{ shipping_provider: "LOCAL_DOOR", orders: imported().ready, price: imported().total_price }],
      filled: { sender: 1, shipping_provider: 0, mobile_prefix: 0, weight: 0, item: 0 },
      states: { good: count("good"), fixed: count("fixed"), wrong: count("wrong"), done: 0, failed: 0 },
      order_ids: [],
      doubts: [],
    };
  };
  const asked = answer({
    [`GET /imports/${ID}`]: () => ({ data: imported() }),
    [`GET /imports/${ID}/summary`]: () => ({ data: summary() }),
    [`GET /imports/${ID}/rows`]: ({ url }) => {
      const state = url.searchParams.get("state");
      const [limit, offset] = ["limit", "offset"].map((name) => Number(url.searchParams.get(name) ?? 0));
      const all = rows().filter((row) => !state || row.state === state);
      const data = all.slice(offset, (offset ?? 0) + (limit ?? 0));
      return { data, pagination: { total: all.length, page: 1, per_page: limit, total_pages: 1 } };
    },
    [`POST /imports/${ID}/start`]: () => ({ data: imported() }),
    [`POST /imports/${ID}/rows`]: async ({ body }) => {
      await answering;
      if (refuse) return refuse.clone();
      for (const { n, values } of body.changes as { n: number; values: Values }[])
        Object.assign(now[n - 1] ?? {}, values);
      return { data: { import: imported(), rows: rows() } };
    },
  });
  return {
    asked,
    now,
    sent: () => asked.filter(({ method }) => method === "POST").map(({ body }) => body.changes),
    refuse: (answered: Response | null) => {
      refuse = answered;
    },
    /** Lets corrections wait; gives what lets them go on. */
    hold() {
      let goOn = () => {};
      answering = new Promise((resolve) => {
        goOn = resolve;
      });
      return () => goOn();
    },
  };
}

async function open() {
  const view = {
    query: { limit: "50", offset: "0" },
    wrong: [],
    fields: ["state", "limit", "offset"],
    address: "",
  } as const;
  const providers = [{ code: "LOCAL_DOOR", ship_type: "local", name: "Local Door", shortName: "Door" }] as const;
  show(
    <AtAddress>
      <ImportView id={ID} view={view} providers={providers} pointProvider={null} />
      <Toaster />
    </AtAddress>,
  );
  await screen.findByRole("grid");
}

/** The cursor moves once its row is on the page. */
const hasFocus = (name: string) => waitFor(() => expect(screen.getByRole("textbox", { name })).toHaveFocus());
const field = (name: string) => screen.findByRole("textbox", { name });
const cell = (n: number, at: number) => within(screen.getAllByRole("row")[n] as HTMLElement).getAllByRole("cell")[at];
const LINES = [
  { reference: "A-1", recipient_name: "Amy", recipient_mobile: "12" },
  { reference: "A-2", recipient_name: "Bo", recipient_mobile: "91234567" },
  { reference: "A-3", recipient_name: "Cy", recipient_mobile: "12" },
];

it("goes to the next error and the one before, says it in words, and takes what is typed", async () => {
  const { sent } = world(LINES);
  await open();
  await userEvent.keyboard("{F8}");
  const first = await field("Mobile, row 1, wrong");
  expect(first).toHaveFocus();
  expect(first).toHaveAccessibleDescription(DIGITS);
  expect(screen.getByRole("region", { name: "Row 1, Mobile" })).toHaveTextContent(DIGITS);
  await userEvent.keyboard("{F8}");
  await hasFocus("Mobile, row 3, wrong");
  // After the last it begins again.
  await userEvent.keyboard("{F8}{Shift>}{F8}{/Shift}");
  await hasFocus("Mobile, row 3, wrong");
  await userEvent.keyboard("61234567{Enter}");
  expect(sent()).toEqual([[{ n: 3, values: { recipient_mobile: "61234567" } }]]);
  expect(await screen.findByRole("heading", { name: "1 row left, 1 fixed" })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: /^Confirm 2 orders, HK\$84.00$/ })).toBeEnabled();
});

it("is gone through by arrows and Tab, and Escape gives up what is typed", async () => {
  const { sent } = world(LINES);
  await open();
  await userEvent.click(cell(1, 0) as HTMLElement);
  await hasFocus("Reference, row 1");
  await userEvent.keyboard("{ArrowRight}{ArrowDown}");
  await hasFocus("Recipient, row 2");
  await userEvent.keyboard("Bob{Escape}");
  expect(await field("Recipient, row 2")).toHaveValue("Bo");
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}{ArrowDown}");
  await hasFocus("Order, row 3");
  // What the rail offers is behind the grid.
  await userEvent.tab();
  expect(document.activeElement?.closest("table")).toBeNull();
  expect(sent()).toEqual([]);
});

it("fixes every row with the same fault at once, and undoes that at once", async () => {
  const { sent, now } = world(LINES);
  await open();
  await userEvent.keyboard("{F8}");
  expect(await screen.findByRole("button", { name: "Fix row 3 too" })).toBeInTheDocument();
  await userEvent.keyboard("61234567{Alt>}{Enter}{/Alt}");
  await waitFor(() =>
    expect(now.map(({ recipient_mobile }) => recipient_mobile)).toEqual(["61234567", "91234567", "61234567"]),
  );
  expect(sent()).toHaveLength(1);
  await hasFocus("Mobile, row 1, fixed");
  await userEvent.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(now.map(({ recipient_mobile }) => recipient_mobile)).toEqual(["12", "91234567", "12"]));
  await userEvent.keyboard("{Control>}z{/Control}");
  expect(await screen.findByText("There is nothing to undo.")).toBeInTheDocument();
});

it("fills down what is selected, or from above, and clears what is selected", async () => {
  const { now } = world(LINES);
  const mobiles = () => now.map(({ recipient_mobile }) => recipient_mobile);
  await open();
  await userEvent.click(cell(2, 2) as HTMLElement);
  await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}{Control>}d{/Control}");
  await waitFor(() => expect(mobiles()).toEqual(["12", "91234567", "91234567"]));
  await userEvent.click(cell(2, 1) as HTMLElement);
  await userEvent.keyboard("{Control>}d{/Control}");
  await waitFor(() => expect(now[1]?.recipient_name).toBe("Amy"));
  await userEvent.click(cell(1, 2) as HTMLElement);
  await userEvent.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Delete}");
  await waitFor(() => expect(mobiles()).toEqual(["", "", ""]));
});

it("takes cells of a spreadsheet from the cursor on, and gives those that are selected", async () => {
  const { now } = world(LINES);
  await open();
  await userEvent.click(cell(2, 1) as HTMLElement);
  const paste = (text: string) =>
    fireEvent.paste(document.activeElement as Element, { clipboardData: { getData: () => text } });
  paste("Di\t61234567\tx\nEd\t61234568\nFy\t61234569\n");
  expect(await screen.findByText("4 cells pasted; 3 did not fit on this page.")).toBeInTheDocument();
  await waitFor(() => expect(now[2]).toMatchObject({ recipient_name: "Ed", recipient_mobile: "61234568" }));
  await userEvent.click(cell(1, 2) as HTMLElement);
  await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}");
  const copied: string[] = [];
  fireEvent.copy(document.activeElement as Element, {
    clipboardData: { setData: (_: string, text: string) => copied.push(text) },
  });
  expect(copied).toEqual(["12\n61234567"]);
  paste("69999999");
  await waitFor(() =>
    expect(now.map(({ recipient_mobile }) => recipient_mobile)).toEqual(["69999999", "69999999", "61234568"]),
  );
});

it("shows the further lines of an order as such, and offers to leave blank what is the order's", async () => {
  const { now } = world([LINES[1] ?? {}, { reference: "A-2", recipient_name: "Boo", first: "1" }]);
  await open();
  await userEvent.keyboard("{F8}");
  await userEvent.click(await screen.findByRole("button", { name: "Leave it blank" }));
  await waitFor(() => expect(now[1]?.recipient_name).toBe(""));
  expect(await screen.findByRole("heading", { name: "Nothing left to fix, 1 fixed" })).toBeInTheDocument();
});

it("keeps corrected rows under the eyes, and what was refused as it was", async () => {
  const { refuse, now } = world(LINES);
  await open();
  await userEvent.click(await screen.findByRole("button", { name: "Wrong 2" }));
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(3));
  await userEvent.keyboard("{F8}61234567{Enter}");
  expect(await screen.findByRole("button", { name: "Wrong 1" })).toBeInTheDocument();
  expect(screen.getAllByRole("row")).toHaveLength(3);
  refuse(refusal({ "/import_id": "The import is RUNNING." }));
  await userEvent.keyboard("{F8}61234568{Enter}");
  expect(await screen.findByText("The import is RUNNING.")).toBeInTheDocument();
  expect(now[2]?.recipient_mobile).toBe("12");
});

it("keeps the lines of a cell that has several", async () => {
  const { now } = world([{ reference: "A-1", recipient_name: "Amy\nShop 5", recipient_mobile: "91234567" }]);
  await open();
  await userEvent.click(cell(1, 1) as HTMLElement);
  const name = await field("Recipient, row 1");
  expect(name).toHaveValue("Amy\nShop 5");
  (name as HTMLTextAreaElement).setSelectionRange(11, 11);
  await userEvent.keyboard("!{Enter}");
  await waitFor(() => expect(now[0]?.recipient_name).toBe("Amy\nShop 5!"));
});

it("buys nothing while corrections are on their way, and says what it expects to buy", async () => {
  const { asked, hold } = world([LINES[1] ?? {}, LINES[1] ?? {}]);
  await open();
  const goOn = hold();
  await userEvent.click(cell(1, 1) as HTMLElement);
  await userEvent.keyboard("Bob{Control>}{Enter}{/Control}");
  const dialog = await screen.findByRole("dialog", { name: "Make 2 orders" });
  const confirm = within(dialog).getByRole("button", { name: /^Confirm 2 orders/ });
  expect(confirm).toBeDisabled();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  const starts = () => asked.filter(({ url }) => url.pathname.endsWith("/start"));
  expect(starts()).toEqual([]);
  goOn();
  await waitFor(() => expect(confirm).toBeEnabled());
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(starts()).toHaveLength(1));
  expect(starts()[0]?.body).toEqual({ confirm_shipment: "Y", orders: 2, total_price: "84.00" });
});

it("opens the last question over no other one", async () => {
  world(LINES);
  await open();
  await userEvent.click(screen.getByRole("button", { name: "Actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Cancel the import" }));
  await screen.findByRole("alertdialog");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(screen.queryByRole("dialog", { name: /^Make/ })).toBeNull();
});

it("keeps what could not be sent, and sends it again", async () => {
  const { refuse, now } = world(LINES);
  await open();
  refuse(Response.json({ error: { code: "401000", message: "Sign in." } }, { status: 401 }));
  await userEvent.keyboard("{F8}61234567{Enter}");
  expect(await screen.findByText("1 correction is not saved yet.")).toBeInTheDocument();
  expect(cell(1, 2)).toHaveTextContent("61234567");
  // It is lost only by whoever says so.
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  refuse(null);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(now[0]?.recipient_mobile).toBe("61234567"));
  await waitFor(() => expect(screen.queryByText("1 correction is not saved yet.")).toBeNull());
});

describe("with more rows than a page has", () => {
  const many = Array.from({ length: 120 }, (_, n) => ({
    ...{ reference: `A-${n + 1}`, recipient_name: "Amy", recipient_mobile: n % 2 ? "12" : "91234567" },
  }));

  it("goes to errors on other pages, from a tab too, and has every page as it is now", async () => {
    world(many);
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "Wrong 60" }));
    await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(51));
    expect(screen.getByRole("rowheader", { name: "100" })).toBeInTheDocument();
    await userEvent.click(cell(50, 2) as HTMLElement);
    // Row 102 is on no page of this tab that is shown.
    await userEvent.keyboard("{F8}");
    await hasFocus("Mobile, row 102, wrong");
    await userEvent.keyboard("61234567{Enter}");
    await userEvent.click(await screen.findByRole("button", { name: "Fixed 1" }));
    expect(await screen.findByRole("rowheader", { name: "102" })).toBeInTheDocument();
    await userEvent.click(await screen.findByRole("button", { name: "Wrong 59" }));
    await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(51));
  });

  it("turns to the next wrong rows although those before were corrected", async () => {
    world(many);
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "Wrong 60" }));
    await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(51));
    await userEvent.click(cell(1, 2) as HTMLElement);
    await userEvent.keyboard("61234567{Alt>}{Enter}{/Alt}");
    expect(await screen.findByRole("heading", { name: "Nothing left to fix, 60 fixed" })).toBeInTheDocument();
    await userEvent.keyboard("{Control>}z{/Control}");
    expect(await screen.findByRole("heading", { name: "60 rows left" })).toBeInTheDocument();
    for (const n of [1, 2]) {
      await userEvent.click(cell(n, 2) as HTMLElement);
      await userEvent.keyboard(`6123456${n}{Enter}`);
    }
    await screen.findByRole("button", { name: "Wrong 58" });
    await userEvent.click(screen.getByRole("button", { name: "Next page" }));
    expect(await screen.findByRole("rowheader", { name: "102" })).toBeInTheDocument();
    expect(screen.getAllByRole("row")).toHaveLength(11);
  });
});
