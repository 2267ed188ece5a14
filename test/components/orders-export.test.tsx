import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { exportOrders } from "@/app/(dashboard)/[environment]/orders/bulk/export-orders";
import { saveCsv } from "@/components/save-file";
import { ApiFailure } from "@/lib/api-client";
import { listOrders } from "@/lib/contracts/order";

vi.mock("@/components/save-file", () => ({ saveCsv: vi.fn() }));
const saved = vi.mocked(saveCsv);

const HEADS = "\ufefforder_id,recipient_name\r\n";
const line = (id: string) => `${id},"陳大文, ""${id}""\r\n九龍"\r\n`;
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** What was requested, for which account, and the request at which the server stops answering. */
let asked: { url: URL; account: string | null }[];
let failing: number | null;

beforeEach(() => {
  asked = [];
  failing = null;
  saved.mockReset();
  vi.useFakeTimers({ now: new Date("2026-11-20T16:30:00Z"), toFake: ["Date"] });
  vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
    const url = new URL(input, "http://localhost");
    asked.push({ url, account: new Headers(init.headers).get("x-account-id") });
    if (asked.length === failing)
      return Response.json(
        {
          error: { code: "rate_limit_exceeded", code_reason: "RATE_LIMIT_EXCEEDED", message: "Wait.", retry_after: 9 },
        },
        { status: 429 },
      );
    const ids = url.searchParams.get("order_ids")?.split(",") ?? ["1", "2"];
    const content = base64(HEADS + ids.map(line).join(""));
    return Response.json({ data: { format: "csv", encoding: "base64", content } });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function read(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(Buffer.from(reader.result as ArrayBuffer).toString());
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(blob);
  });
}
const file = () => read(saved.mock.calls[0]?.[0] as Blob);

it.each([1, 99, 100, 101, 200, 250, 1000])(
  "saves %i selected orders in their order, under one heading",
  async (count) => {
    // Not in the order of their numbers: a selection is in the order of the clicks.
    const ids = Array.from({ length: count }, (_, n) => String(217_000_000_000_000 + ((n * 7919) % count)));
    await exportOrders({ ids }, { environment: "testing", accountId: "100001" });
    const chunks = asked.map(({ url }) => url.searchParams.get("order_ids")?.split(",") ?? []);
    expect(chunks.map((chunk) => chunk.length <= 100)).toEqual(Array(Math.ceil(count / 100)).fill(true));
    expect(chunks.flat()).toEqual(ids);
    expect(new Set(asked.map(({ account }) => account))).toEqual(new Set(["100001"]));
    expect(saved).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), "sampan-test-orders-2026-11-21.csv");
    expect(await file()).toBe(HEADS + ids.map(line).join(""));
  },
);

it("saves what a list lets through by one request, without its page and sorting", async () => {
  const query = listOrders.query?.parse({ status: "DELIVERED", q: "陳", created_from: "2026-11-01", offset: "40" });
  if (!query) throw new Error("the list has no query");
  await exportOrders({ query }, { environment: "production" });
  expect(asked.map(({ url }) => [url.pathname, Object.fromEntries(url.searchParams)])).toEqual([
    ["/v1/orders/export", { status: "DELIVERED", q: "陳", created_from: "2026-11-01" }],
  ]);
  expect(saved).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), "sampan-orders-2026-11-21.csv");
  expect(await file()).toBe(HEADS + line("1") + line("2"));
});

it("saves nothing if a part fails, and says why", async () => {
  failing = 2;
  const ids = Array.from({ length: 250 }, (_, n) => String(n + 1));
  const failure = await exportOrders({ ids }, { environment: "testing" }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiFailure);
  expect(failure).toMatchObject({ status: 429, retryAfter: 9 });
  expect(asked).toHaveLength(2);
  expect(saved).not.toHaveBeenCalled();
});
