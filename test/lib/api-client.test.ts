import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiFailure, call, onSessionEnded, queryFor, requestOf } from "@/lib/api-client";

afterEach(() => vi.unstubAllGlobals());

function answering(body: unknown, init: ResponseInit = {}) {
  const fetched = vi.fn(async (_url: string, _init?: RequestInit) => Response.json(body, init));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

async function failureOf(promise: Promise<unknown>): Promise<ApiFailure> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (error instanceof ApiFailure) return error;
  throw error;
}

const testing = { environment: "testing" } as const;

describe("a call", () => {
  it("puts parameters into the path, the rest into the query where it reads, else into the body", () => {
    const [draft, saving] = requestOf("saveDraft", { draft_id: "a/b", body: { x: 1 } }, testing);
    expect([draft, saving.method, saving.body]).toEqual(["/testing/v1/drafts/a%2Fb", "PUT", '{"body":{"x":1}}']);
    const [label, reading] = requestOf("readLabel", { order_id: "217", paper: "A4" }, testing);
    expect([label, reading.body]).toEqual(["/testing/v1/order/label/217?paper=A4", undefined]);
  });

  it("leaves out empty filters, and asks the environment's base as the page's reader", async () => {
    const fetched = answering({ data: [], pagination: { total: 0, page: 1, per_page: 20, total_pages: 0 } });
    const answer = await call(
      "listOrders",
      { q: "", status: "EXCEPTION", limit: "50" },
      { ...testing, accountId: "7" },
    );
    expect(answer.pagination.total).toBe(0);
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe("/testing/v1/orders?status=EXCEPTION&limit=50");
    expect(init).toMatchObject({ method: "GET", credentials: "same-origin", headers: { "x-account-id": "7" } });
    expect(init?.body).toBeUndefined();
  });

  it("sends a body as JSON with its key, and returns what is under data", async () => {
    const fetched = answering({ data: { order_id: "217" } });
    const input = { order_id: "217", reason: "OTHER" } as const;
    const options = { environment: "production", idempotencyKey: "k1", language: "zh-Hant" } as const;
    expect(await call("cancelOrder", input, options)).toEqual({ order_id: "217" });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect([url, init?.body]).toEqual(["/v1/order/cancel", JSON.stringify(input)]);
    expect(init?.headers).toMatchObject({
      "content-type": "application/json",
      "idempotency-key": "k1",
      "x-sampan-language": "zh-Hant",
    });
    expect(init?.headers).not.toHaveProperty("x-account-id");
  });

  it("has one key for a query, which differs by environment, account and input", () => {
    const keys = [
      queryFor("readDraft", { draft_id: "1" }, testing),
      queryFor("readDraft", { draft_id: "1" }, { environment: "production" }),
      queryFor("readDraft", { draft_id: "1" }, { ...testing, accountId: "7" }),
      queryFor("readDraft", { draft_id: "2" }, testing),
    ].map(({ queryKey }) => JSON.stringify(queryKey));
    expect(new Set(keys).size).toBe(4);
  });
});

describe("a failure", () => {
  it("carries everything that the answer says", async () => {
    const entry = { field: "order_id", message: "No.", pointer: "/order_id", code: "400450" };
    const error = { code: "400000", code_reason: "BAD_REQUEST", message: "Not valid.", error_trace: [entry] };
    answering({ error }, { status: 400, headers: { "x-request-id": "req_1" } });
    expect(await failureOf(call("cancelOrder", { order_id: "1", reason: "OTHER" }, testing))).toMatchObject({
      kind: "answer",
      status: 400,
      code: "400000",
      code_reason: "BAD_REQUEST",
      message: "Not valid.",
      entries: [entry],
      requestId: "req_1",
      retryAfter: null,
    });
  });

  it("says how long to wait", async () => {
    answering({ error: { code: "rate_limit_exceeded" } }, { status: 429, headers: { "retry-after": "7" } });
    expect((await failureOf(call("listOrders", {}, testing))).retryAfter).toBe(7);
  });

  it("is reported when a proxy answers something that is not JSON", async () => {
    vi.stubGlobal("fetch", async () => new Response("<h1>Bad gateway</h1>", { status: 502 }));
    expect(await failureOf(call("listOrders", {}, testing))).toMatchObject({ status: 502, message: "HTTP 502" });
  });

  it("of the network is its own kind, also in the middle of an answer", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    expect(await failureOf(call("listOrders", {}, testing))).toMatchObject({ kind: "network", status: 0 });
    vi.stubGlobal("fetch", async () => new Response('{"data":'));
    expect((await failureOf(call("listOrders", {}, testing))).kind).toBe("network");
  });

  it("is no failure when the caller gave it up", async () => {
    const gone = new AbortController();
    gone.abort();
    vi.stubGlobal("fetch", async () => {
      throw new DOMException("aborted", "AbortError");
    });
    await expect(call("listOrders", {}, { ...testing, signal: gone.signal })).rejects.toThrow(DOMException);
  });

  it("with 401 notifies listeners that the session has ended", async () => {
    answering({ error: { code: "401000" } }, { status: 401 });
    const listener = vi.fn();
    const stop = onSessionEnded(listener);
    await failureOf(call("listOrders", {}, testing));
    stop();
    await failureOf(call("listOrders", {}, testing));
    expect(listener).toHaveBeenCalledOnce();
  });
});
