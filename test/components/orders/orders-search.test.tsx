import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { ORDERS_URL } from "@/app/(dashboard)/[environment]/orders/list/orders-url";
import { listOrders, type OrderRow } from "@/lib/contracts/order";
import { readListQuery } from "@/lib/lists/list-query";
import { addresses, answerAsUsual, answers, counts, links, list, ROWS, show } from "./orders-frame";

beforeEach(answerAsUsual);

describe("searching", () => {
  const box = () => screen.getByRole("searchbox", { name: "Search" });

  it("waits until the reader stops typing, then changes the address once", async () => {
    show("offset=40");
    await links();
    await userEvent.type(box(), "陳大文");
    expect(addresses()).toEqual([]);
    await waitFor(() => expect(addresses()).toEqual([`/testing/orders?q=${encodeURIComponent("陳大文")}`]));
  });

  it("has the focus at /", async () => {
    show();
    await links();
    await userEvent.keyboard("/");
    await waitFor(() => expect(box()).toHaveFocus());
  });

  it("opens the order of a whole tracking number at Enter, as a scanner types it", async () => {
    answers.push(
      ["/orders", (url) => (url.searchParams.get("q") ? list([ROWS[0] as OrderRow]) : list(ROWS))],
      ["/orders/counts", counts({ READY_TO_SHIP: 3 })],
    );
    show();
    await links();
    await userEvent.type(box(), "ST66348623071{Enter}");
    await waitFor(() => expect(addresses()).toEqual(["/testing/orders/217357996100241"]));
  });

  it("searches for a whole number that no order has", async () => {
    answers.push(
      ["/orders", (url) => (url.searchParams.get("q") ? list([]) : list(ROWS))],
      ["/orders/counts", counts({ READY_TO_SHIP: 3 })],
    );
    show();
    await links();
    await userEvent.type(box(), "ST00000000000{Enter}");
    await waitFor(() => expect(addresses()).toEqual(["/testing/orders?q=ST00000000000"]));
  });

  it("does not take the Enter that ends a Chinese word for its own", async () => {
    show();
    await links();
    fireEvent.keyDown(box(), { key: "Enter", isComposing: true });
    expect(addresses()).toEqual([]);
  });
});

describe("without rows", () => {
  it("says what the page is for, and the first step, to a shop that has no orders at all", async () => {
    answers.push(["/orders", list([])], ["/orders/counts", counts({})]);
    show();
    expect(await screen.findByText("No orders yet")).toBeVisible();
    expect(screen.getByRole("link", { name: "New local order" })).toHaveAttribute(
      "href",
      "/testing/orders/new?type=local",
    );
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole("searchbox")).not.toBeInTheDocument());
  });

  it("offers to clear the filters when nothing matches, and keeps the tab", async () => {
    answers.push(["/orders", list([])], ["/orders/counts", counts({ DELIVERED: 5 })]);
    show("q=zzz&ship_type=intl&status=DELIVERED");
    expect(await screen.findByText("No orders match “zzz”")).toBeVisible();
    const [clear] = screen.getAllByRole("button", { name: "Clear filters" }).reverse();
    await userEvent.click(clear as HTMLElement);
    expect(addresses()).toEqual(["/testing/orders?status=DELIVERED"]);
  });

  it("says of an empty tab that nothing waits there", async () => {
    answers.push(["/orders", list([])], ["/orders/counts", counts({ DELIVERED: 5 })]);
    show("status=PENDING_CONFIRM");
    expect(await screen.findByText("No orders to confirm")).toBeVisible();
  });

  it("leads back from a page past the end", async () => {
    answers.push(["/orders", list([], 3)], ["/orders/counts", counts({ DELIVERED: 3 })]);
    show("offset=200");
    await userEvent.click(await screen.findByRole("button", { name: "To the first page" }));
    expect(addresses()).toEqual(["/testing/orders"]);
  });
});

describe("when the server fails", () => {
  it("says so with the request id, and tries again", async () => {
    const failure = { code: "500999", code_reason: "API_ERROR", message: "Something went wrong on our side." };
    answers.push(["/orders", { status: 500, body: { error: failure } }], ["/orders/counts", counts({})]);
    show();
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Something went wrong on our side");
    expect(alert).toHaveTextContent("req_of_the_test");
    answers.push(["/orders", list(ROWS)], ["/orders/counts", counts({})]);
    await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await links()).toHaveLength(3);
  });

  it("says when it cannot be reached, in Chinese too", async () => {
    answers.push(["/orders", "no network"]);
    show("", "zh-Hant");
    expect(await screen.findByRole("alert")).toHaveTextContent("無法連接伺服器");
  });

  it("keeps the rows, and offers to refresh, where only the refreshing failed", async () => {
    let times = 0;
    answers.push(["/orders", () => (times++ === 0 ? list(ROWS) : "no network")], ["/orders/counts", counts({})]);
    show();
    await links();
    window.dispatchEvent(new Event("offline"));
    window.dispatchEvent(new Event("online"));
    document.dispatchEvent(new Event("visibilitychange"));
    expect(await screen.findByText(/could not be refreshed/)).toBeVisible();
    expect(await links()).toHaveLength(3);
  });
});

describe("the address", () => {
  it("is read by the contract: what it does not take falls back and is named", async () => {
    const raw = {
      status: "LOST",
      sort: "name",
      limit: "7",
      offset: "-1",
      created_from: "2026-02-30",
      q: "tea",
      page: "3",
    };
    const { query, wrong } = readListQuery(listOrders, raw);
    expect({ query, wrong }).toEqual({
      query: { q: "tea", sort: "-create_time", limit: "20", offset: "0" },
      wrong: ["status", "created_from", "sort", "limit", "offset"],
    });
    show("sort=name&created_from=2026-02-30");
    await links();
    expect(screen.getByText(/Left out: first day, sorting\./)).toBeVisible();
  });

  it("treats a field with two values as wrong", () => {
    expect(readListQuery(listOrders, { q: ["a", "b"], limit: "50" })).toMatchObject({
      wrong: ["q"],
      query: { limit: "50" },
    });
  });

  it("keeps the account that staff act on", () => {
    const { query } = readListQuery(listOrders, { status: "DELIVERED", limit: "50", offset: "50" });
    expect(ORDERS_URL.listHref("/testing/orders?account=100002", ORDERS_URL.changed(query, { status: null }))).toBe(
      "/testing/orders?account=100002&limit=50",
    );
  });
});
