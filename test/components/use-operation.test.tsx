import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ConfirmOperation } from "@/components/confirm-operation";
import { showNoticesWith } from "@/components/ui/toast";
import { useOperation, useReadAgain } from "@/components/use-operation";
import { WhereContext } from "@/components/where";
import { ApiFailure, queryFor } from "@/lib/api-client";
import { answer, page, refusal } from "./products-frame";
import { InLanguage, render } from "./render";

const where = { environment: "testing", accountId: "100002" } as const;
let notices: { kind: string; title: ReactNode }[] = [];
let stop: () => void;
beforeEach(() => {
  stop = showNoticesWith({ show: (notice) => notices.push(notice), dismiss: () => undefined });
  // What other files left to be shown has just been.
  notices = [];
});
afterEach(() => stop());

/** What a page of the items reads. */
function Reads() {
  useQuery(queryFor("listItems", { limit: "20", offset: "0" }, where));
  useQuery(queryFor("readItem", { id: "it_1" }, where));
  useQuery(queryFor("listAddresses", { limit: "20", offset: "0" }, where));
  return null;
}

function Around({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  return (
    <QueryClientProvider client={client}>
      <WhereContext value={where}>
        <Reads />
        {children}
      </WhereContext>
    </QueryClientProvider>
  );
}

const READS = {
  "GET /items": () => page([]),
  "GET /items/it_1": () => ({ data: {} }),
  "GET /addresses": () => page([]),
};
const INPUT = { id: "it_1", name: "Cap" };

/** A hook on a page that has read what it shows, and the requests since. */
async function mounted<Result>(answers: Parameters<typeof answer>[0], hook: () => Result) {
  const asked = answer({ ...READS, ...answers });
  const { result } = renderHook(hook, {
    wrapper: ({ children }) => (
      <InLanguage>
        <Around>{children}</Around>
      </InLanguage>
    ),
  });
  await waitFor(() => expect(asked).toHaveLength(3));
  return {
    now: () => result.current,
    since: () => asked.slice(3).map(({ method, url }) => `${method} ${url.pathname.replace("/testing/v1", "")}`),
    headers: () => asked.at(3)?.headers,
  };
}

it("sends it for the account of the page, says what was done, and reads again what it changed, and nothing else", async () => {
  const { now, since, headers } = await mounted({ "PATCH /items/it_1": () => ({ data: { sku: "CAP-2" } }) }, () =>
    useOperation("updateItem"),
  );
  const before: string[][] = [];
  await act(async () => {
    const done = now().send(INPUT, {
      idempotencyKey: "one",
      done: ({ sku }) => `Saved ${sku}`,
      onDone: () => before.push(since()),
    });
    expect((await done).sku).toBe("CAP-2");
  });
  expect(headers()).toMatchObject({ "x-account-id": "100002", "idempotency-key": "one" });
  expect(before).toEqual([["PATCH /items/it_1"]]);
  expect(since().sort()).toEqual(["GET /items", "GET /items/it_1", "PATCH /items/it_1"]);
  expect(notices).toMatchObject([{ kind: "success", title: "Saved CAP-2" }]);
});

it("is busy until what it changed is read again", async () => {
  let release: () => void = () => undefined;
  let isFirst = true;
  const { now } = await mounted(
    {
      "PATCH /items/it_1": () => ({ data: {} }),
      "GET /items": () => {
        if (isFirst) {
          isFirst = false;
          return page([]);
        }
        return new Promise<Response>((resolve) => {
          release = () => resolve(Response.json(page([])));
        });
      },
    },
    () => useOperation("updateItem"),
  );
  expect(now().isBusy).toBe(false);
  act(() => void now().attempt(INPUT));
  await waitFor(() => expect(now().isBusy).toBe(true));
  await act(async () => undefined);
  expect(now().isBusy).toBe(true);
  act(() => release());
  await waitFor(() => expect(now().isBusy).toBe(false));
});

it("reads again what was being read for the first time: that answer may be of before", async () => {
  let isFirst = true;
  const { now, since } = await mounted(
    {
      "PATCH /items/it_1": () => ({ data: {} }),
      "GET /items": () => {
        if (!isFirst) return page([]);
        isFirst = false;
        return new Promise<Response>(() => undefined);
      },
    },
    () => useOperation("updateItem"),
  );
  await act(async () => void (await now().send(INPUT)));
  expect(since().sort()).toEqual(["GET /items", "GET /items/it_1", "PATCH /items/it_1"]);
});

it("that is refused is shown or thrown, as the caller asks, and reads again too", async () => {
  const { now, since } = await mounted({ "PATCH /items/it_1": () => refusal({ "/name": "Too long." }) }, () =>
    useOperation("updateItem"),
  );
  let thrown: unknown;
  await act(async () => {
    await now()
      .send(INPUT, { done: "Saved" })
      .catch((error: unknown) => {
        thrown = error;
      });
  });
  expect(thrown).toBeInstanceOf(ApiFailure);
  expect(notices).toEqual([]);
  await waitFor(() => expect(since()).toHaveLength(3));
  await act(async () => expect(await now().attempt(INPUT, { done: "Saved" })).toBeUndefined());
  expect(notices).toMatchObject([{ kind: "error", title: "Too long." }]);
});

it("that deletes something does not read it again", async () => {
  const { now, since } = await mounted({ "DELETE /items/it_1": () => ({ data: {} }) }, () =>
    useOperation("deleteItem"),
  );
  await act(async () => void (await now().send({ id: "it_1" })));
  expect(since()).toEqual(["DELETE /items/it_1", "GET /items"]);
});

it("can be read again later", async () => {
  const { now, since } = await mounted({ "PATCH /items/it_1": () => ({ data: {} }) }, () => ({
    operation: useOperation("updateItem"),
    readAgain: useReadAgain(),
  }));
  await act(async () => void (await now().operation.send(INPUT, { isReadLater: true })));
  expect(since()).toEqual(["PATCH /items/it_1"]);
  await act(async () => now().readAgain("updateItem"));
  expect(since()).toHaveLength(3);
});

it("asks first, and stays open while it fails", async () => {
  let isDown = true;
  answer({
    ...READS,
    "DELETE /items/it_1": () => (isDown ? refusal({ "/id": "It has stock." }) : { data: {} }),
  });
  const closed: string[] = [];
  render(
    <Around>
      <ConfirmOperation
        operation="deleteItem"
        input={{ id: "it_1" }}
        title="Delete?"
        description="For good."
        confirmLabel="Delete"
        done="Deleted"
        onDone={() => closed.push("done")}
        onClose={() => closed.push("closed")}
      />
    </Around>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(notices).toMatchObject([{ kind: "error", title: "It has stock." }]));
  expect(closed).toEqual([]);
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(closed).toEqual(["done", "closed"]));
  expect(notices.at(-1)).toMatchObject({ kind: "success", title: "Deleted" });
});
