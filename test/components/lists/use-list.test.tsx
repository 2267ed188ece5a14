import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { useList } from "@/components/lists/use-list";
import { WhereContext } from "@/components/where";
import { listItems } from "@/lib/contracts/item";
import { readListQuery } from "@/lib/lists/list-query";
import { listUrl } from "@/lib/lists/list-url";
import { AtAddress, refresh, viewOf, visited } from "../address-frame";
import { watchNotices } from "../orders/orders-frame";
import { answer, page, refusal } from "../products-frame";
import { InLanguage } from "../render";

const URL = listUrl<ReturnType<typeof viewOf<NonNullable<(typeof listItems)["query"]>>>["query"]>({
  limit: "20",
  offset: "0",
});
const WHERE = { environment: "testing", accountId: null } as const;

afterEach(() => vi.unstubAllGlobals());

function Around({ search, children }: { search: string; children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  return (
    <InLanguage>
      <QueryClientProvider client={client}>
        <WhereContext value={WHERE}>
          <AtAddress search={search}>{children}</AtAddress>
        </WhereContext>
      </QueryClientProvider>
    </InLanguage>
  );
}

/** The list at an address, of which the server has read `of`. */
function listAt(search: string, of = search) {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  let isSlow = false;
  answer({
    "GET /items": ({ url }) => {
      asked.push(url.search);
      if (url.searchParams.get("q") === "refused") return refusal({ "/q": "No" });
      const rows = page([{ id: url.searchParams.get("q") ?? "all" }]);
      return isSlow ? new Promise<Response>((resolve) => waiting.push(() => resolve(Response.json(rows)))) : rows;
    },
  });
  const view = viewOf(listItems, of);
  const { result } = renderHook(() => useList("listItems", view, { base: "/testing/items", url: URL }), {
    wrapper: ({ children }) => <Around search={search}>{children}</Around>,
  });
  return {
    asked,
    list: () => result.current,
    ids: () => result.current.rows.data?.data.map(({ id }) => id),
    slow: () => {
      isSlow = true;
    },
    release: () =>
      act(async () => {
        for (const each of waiting.splice(0)) each();
      }),
  };
}

it("asks the API for what an address names, and keeps the rows before until the next are there", async () => {
  const { asked, list, ids, slow, release } = listAt("q=cap");
  await waitFor(() => expect(ids()).toEqual(["cap"]));
  slow();
  act(() => list().change({ q: "tea", offset: "20" }));
  expect(visited).toEqual(["/testing/items?offset=20&q=tea"]);
  expect(list()).toMatchObject({ query: { q: "tea", offset: "20" }, rowsOf: { q: "cap" }, isBusy: true });
  expect(ids()).toEqual(["cap"]);
  await release();
  await waitFor(() => expect(ids()).toEqual(["tea"]));
  expect(list()).toMatchObject({ rowsOf: { q: "tea" }, isBusy: false });
  expect(asked).toHaveLength(2);
});

it("begins a second change with the first, and goes back to the first page", async () => {
  const { list, ids } = listAt("offset=40");
  await waitFor(() => expect(ids()).toEqual(["all"]));
  act(() => {
    list().change({ limit: "50" });
    list().change({ q: "tea" });
  });
  expect(visited.at(-1)).toBe("/testing/items?limit=50&q=tea");
  act(() => list().change({ q: null }));
  expect(visited.at(-1)).toBe("/testing/items?limit=50");
});

it("reads an address that the server has not read for it, as after Back", async () => {
  const { list, ids } = listAt("q=tea&account=100002", "q=cap&limit=7");
  await waitFor(() => expect(ids()).toEqual(["tea"]));
  expect(list().query).toEqual({ q: "tea", limit: "20", offset: "0" });
  expect(list().wrong).toEqual([]);
});

it("says what of the address was not understood until it changes", async () => {
  const { list, ids } = listAt("q=cap&limit=7");
  await waitFor(() => expect(ids()).toEqual(["cap"]));
  expect(list().wrong).toEqual(["limit"]);
  act(() => list().change({ q: "tea" }));
  expect(list().wrong).toEqual([]);
});

it("lets the server read an address again that the API refuses, once", async () => {
  refresh.mockReset();
  const { list, ids } = listAt("");
  await waitFor(() => expect(ids()).toEqual(["all"]));
  expect(refresh).not.toHaveBeenCalled();
  act(() => list().change({ q: "refused" }));
  await waitFor(() => expect(list().rows.isError).toBe(true));
  await waitFor(() => expect(refresh).toHaveBeenCalledOnce());
});

it("knows the server's reading of an address by a page's own default", async () => {
  const view = readListQuery(listItems, { q: "cap", sort: "colour", limit: "7" }, { limit: "50" });
  expect(view).toMatchObject({
    query: { q: "cap", limit: "50" },
    wrong: ["limit"],
    address: "q=cap&sort=colour&limit=7",
  });
  expect(readListQuery(listItems, {}, { limit: "50" })).toMatchObject({ query: { limit: "50" }, address: "" });
});

it("stays as it is without a network, and says so", async () => {
  const { list, ids, asked } = listAt("");
  await waitFor(() => expect(ids()).toEqual(["all"]));
  const notices = watchNotices();
  vi.spyOn(navigator, "onLine", "get").mockReturnValueOnce(false);
  act(() => list().change({ q: "tea" }));
  expect(visited).toEqual([]);
  expect(asked).toHaveLength(1);
  expect(notices).toHaveLength(1);
});
