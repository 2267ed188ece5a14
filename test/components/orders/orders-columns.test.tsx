import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { columnsText } from "@/app/(dashboard)/[environment]/orders/list/choose-columns";
import { layoutOf } from "@/app/(dashboard)/[environment]/orders/list/column-layout";
import { COOKIES } from "@/lib/cookies";
import { columnsOf, ORDER_COLUMNS, USUAL_COLUMNS } from "@/lib/orders/columns";
import {
  addresses,
  answerAsUsual,
  answers,
  links,
  list,
  openMenu,
  remember,
  remembered,
  row,
  show,
} from "./orders-frame";

beforeEach(answerAsUsual);
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
  printed: "Printed",
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
    for (const columns of [USUAL_COLUMNS, [...USUAL_COLUMNS, "printed" as const]]) {
      const layout = layoutOf(columns);
      const room = layout.columns.find(({ key }) => key === "service")?.room ?? "";
      expect(Number(/[\d.]+(?=rem)/.exec(room)?.[0])).toBeLessThanOrEqual(place);
      expect(layout.width).toBeLessThanOrEqual(place);
    }
  });

  it("never asks for more room than the widest page has, and keeps remarks, reference and printed", () => {
    fc.assert(
      fc.property(fc.subarray([...ORDER_COLUMNS]), (chosen) => {
        const { columns, width, remarksBelow, below } = layoutOf(chosen);
        expect(width).toBeLessThanOrEqual(75.5);
        const hasRemarks = columns.some(({ key }) => key === "remarks") || remarksBelow === "";
        expect(hasRemarks).toBe(chosen.includes("remarks"));
        for (const key of ["reference", "printed"] as const) {
          const places = [columns.some((column) => column.key === key), below.includes(key)];
          expect(places.filter(Boolean)).toHaveLength(chosen.includes(key) ? 1 : 0);
        }
      }),
      { examples: [[[...ORDER_COLUMNS]], [ORDER_COLUMNS.filter((key) => key !== "reference")]] },
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
      printed: "Not printed",
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
          const into = { remarks: "Recipient", reference: "Order no.", printed: "Tracking no." }[key as string];
          const isFolded = into !== undefined && at < 0 && chosen.includes(key);
          expect(at >= 0 || isFolded, `${key} of ${chosen}`).toBe(chosen.includes(key));
          const cell = shown[isFolded && into ? names.indexOf(into) : at];
          if (cell) expect(cell).toHaveTextContent(content[key]);
        }
        unmount();
      }),
      { numRuns: 15, examples: [[[...ORDER_COLUMNS]]] },
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

  it("say where an order goes, and whether its label is printed", async () => {
    remember("tracking.printed");
    const abroad = { ship_type: "intl", recipient_country: "JP", recipient_city: "Tokyo" } as const;
    answers[0] = [
      "/orders",
      list([
        row(1, "READY_TO_SHIP", { recipient_district: "Yau Tsim Mong", printed: "Y" }),
        row(2, "READY_TO_SHIP", abroad),
        row(3, "PENDING_CONFIRM"),
        row(4, "CANCELLED", { tracking_number: "ST66348623074" }),
      ]),
    ];
    show("", "zh-Hant");
    await links();
    const names = heads();
    const said = [0, 1, 2, 3].map((at) =>
      ["收件人", "列印"].map((name) => cellsOf(at)[names.indexOf(name) + 1]?.textContent),
    );
    expect(said).toEqual([
      ["陳大文 1油尖旺區", "已列印"],
      ["陳大文 2Tokyo, 日本", "未列印"],
      ["陳大文 3香港", "–沒有運單標籤"],
      ["陳大文 4香港", "–沒有運單標籤"],
    ]);
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
    expect(column("Billed weight")).not.toBeChecked();
    await userEvent.click(column("Price"));
    await userEvent.click(column("Billed weight"));
    expect(column("Price")).not.toBeChecked();
    expect(column("Billed weight")).toBeChecked();
    expect(remembered()).toBe(`${COOKIES.columns}=created.service.tracking.weight.remarks`);
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
    expect(remembered()).toBe(`${COOKIES.columns}=none`);
    await userEvent.click(reset);
    expect(remembered()).toBeNull();
    for (const key of USUAL_COLUMNS) expect(column(NAMES[key])).toBeChecked();
  });
});
