import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ReferenceField, useReferenceWarning } from "@/app/(dashboard)/[environment]/orders/form/extras-section";
import { WorkspaceProvider } from "@/components/environment";
import { renderInForm } from "../form-frame";
import { addresses, answerAsUsual, answers, counts, links, list, ROWS, row, show } from "./orders-frame";

beforeEach(answerAsUsual);
afterEach(() => vi.useRealTimers());

describe("filters of the list", () => {
  // The address does not follow here, so each click begins at the same one.
  it.each([
    ["country=US&cod=Y", "Not printed", "country=US&cod=Y&status=READY_TO_SHIP&printed=N"],
    ["country=US&printed=N&cod=Y", "Cash on delivery", "country=US&printed=N"],
    ["created_to=2026-10-01", "Today", "created_from=2026-11-23"],
    ["created_from=2026-11-23", "7 days", "created_from=2026-11-17"],
    ["late=Y", "This month", "late=Y&created_from=2026-11-01"],
    ["created_from=2026-11-01", "This month", ""],
    ["printed=Y&late=N", "Label printed", "late=N"],
    ["printed=Y&late=N", "Not late", "printed=Y"],
    ["cod=N", "Without cash on delivery", ""],
  ])("have a button for what many look for, and for its opposite: %s, %s", async (before, name, after) => {
    vi.setSystemTime("2026-11-23T02:42:00Z");
    show(before);
    await links();
    await userEvent.click(screen.getByRole("button", { name }));
    expect(addresses()).toEqual([after ? `/testing/orders?${after}` : "/testing/orders"]);
  });

  it("show which of them hold", async () => {
    show("cod=Y&printed=Y&late=Y");
    await links();
    const pressed = screen.getAllByRole("button", { pressed: true }).map(({ textContent }) => textContent);
    expect(pressed).toEqual(["Late", "Cash on delivery"]);
  });

  it("that only an address can set are named, and can be removed", async () => {
    show("reference=SHOP-1&source=store");
    await links();
    expect(screen.getByRole("button", { name: /source: store/ })).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: /reference: SHOP-1/ }));
    expect(addresses()).toEqual(["/testing/orders?source=store"]);
  });

  it("of days in the wrong order are left out, and the page says so", async () => {
    show("created_from=2026-03-02&created_to=2026-03-01", "zh-Hant");
    await links();
    expect(screen.getByText(/結束日期/)).toBeInTheDocument();
  });
});

describe("a list that was not counted to its end", () => {
  it("says at least, goes on, and selects without a number", async () => {
    const many = Array.from({ length: 20 }, (_, index) => row(index + 1, "READY_TO_SHIP"));
    answers.push([
      "/orders",
      {
        body: {
          data: many,
          pagination: { total: 1000, page: 1, per_page: 20, total_pages: 50, total_is_at_least: true },
        },
      },
    ]);
    answers.push(["/orders/counts", { status: 500, body: {} }]);
    show("q=tea&offset=1000");
    expect(await screen.findByText("1,001–1,020 of at least 1,000")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Next page" })).toBeEnabled();
    await userEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    const bar = await screen.findByRole("region", { name: "Selected orders" }, { timeout: 60_000 });
    expect(within(bar).getByRole("button", { name: "Select the first that match" })).toBeInTheDocument();
  });
});

function Written({ orderId }: { orderId: string | undefined }) {
  return <ReferenceField warning={useReferenceWarning(useWatch({ name: "reference" }), orderId)} />;
}

describe("the reference in the form", () => {
  const place = (part: ReactNode) => (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <WorkspaceProvider
        workspace={{
          environment: "testing",
          account: { id: "100001", name: "Harbour Tea", pickPack: false },
          person: { id: "1", name: "Mak", email: "tea@sampan.example", role: "owner" },
          isStaff: false,
        }}
      >
        {part}
      </WorkspaceProvider>
    </QueryClientProvider>
  );
  const field = () => screen.getByRole("textbox", { name: "Your reference" });

  it("warns where another order has it, names that, and blocks nothing", async () => {
    answers.push(["/orders", (url) => list(url.searchParams.get("reference") === "SHOP-1" ? ROWS.slice(0, 1) : [])]);
    const { form } = renderInForm(place(<Written orderId={undefined} />), { shipType: "local" });
    await userEvent.type(field(), "SHOP-1");
    await waitFor(() =>
      expect(field()).toHaveAccessibleDescription(/Order 217357996100241 has this reference already\./),
    );
    expect(field()).not.toBeInvalid();
    expect(form.getValues("reference")).toBe("SHOP-1");
    await userEvent.type(field(), "2");
    await waitFor(() => expect(field()).not.toHaveAccessibleDescription(/already/));
  });

  it("does not warn of the order itself", async () => {
    let asked = 0;
    answers.push([
      "/orders",
      () => {
        asked++;
        return list(ROWS.slice(0, 1));
      },
    ]);
    const own = place(<Written orderId="217357996100241" />);
    renderInForm(own, { shipType: "local", values: { reference: "SHOP-1" } });
    await waitFor(() => expect(asked).toBe(1));
    expect(field()).not.toHaveAccessibleDescription(/already/);
  });
});

it("counts on the tabs what matches the filters, and drops the count of the drafts, which they do not filter", async () => {
  const asked: string[] = [];
  answers.push([
    "/orders/counts",
    (url) => {
      asked.push(url.search);
      return counts(url.searchParams.get("country") === "JP" ? { DELIVERED: 7 } : { DELIVERED: 1201 });
    },
  ]);
  show("country=JP&status=DELIVERED");
  const tab = (name: RegExp) => screen.findByRole("link", { name });
  expect(await tab(/^Delivered ?7$/)).toBeVisible();
  expect(await tab(/^All ?7$/)).toBeVisible();
  expect(await tab(/^Drafts$/)).toBeVisible();
  expect(asked).toEqual(["?country=JP"]);
});
