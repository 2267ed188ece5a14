import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readLogView } from "@/app/(dashboard)/[environment]/developers/requests/log-query";
import { RequestLog } from "@/app/(dashboard)/[environment]/developers/requests/request-log";
import { showNoticesWith } from "@/components/ui/toast";
import type { LoggedCall } from "@/lib/contracts/request";
import { AtAddress, visited } from "../address-frame";
import { show } from "../webhooks/webhooks-frame";

const call = (id: string, change: Partial<LoggedCall> = {}): LoggedCall => ({
  request_id: id,
  at: "2026-11-20T10:00:00.000+08:00",
  method: "POST",
  path: "/testing/v1/order/create",
  query: null,
  operation: "createOrder",
  status: 200,
  ms: 12.4,
  client_id: "ci_1",
  caller: "Web shop",
  errors: [],
  gap: null,
  ...change,
});
const REFUSED = call("req_2", {
  status: 400,
  errors: [
    { code: "400470", field: "shipping_provider" },
    { code: "400000", field: "cod" },
  ],
});
const GAP = call("gap_1", { status: 0, gap: { since: "2026-11-20T09:59:00.000+08:00", calls: null } });
const COUNTED = call("gap_2", { status: 0, gap: { since: "2026-11-20T09:58:00.000+08:00", calls: 12 } });
const EVENT = {
  event_id: "evt_1",
  event: "order.created",
  order_id: "217123456789012",
  is_test: false,
  created_at: "2026-11-20T10:00:00.000+08:00",
  deliveries: [
    {
      ...{ delivery_id: "dl_1", webhook_id: "we_1", url: "https://shop.example/hook", status: "failed" },
      ...{ attempt_count: 6, next_attempt_at: null },
      latest: { status_code: 500, error_kind: null, error_detail: null, response_head: "database is full", slow: true },
    },
    {
      ...{ delivery_id: "dl_2", webhook_id: "we_2", url: "https://old.example/hook", status: "failed" },
      ...{ attempt_count: 1, next_attempt_at: null },
      latest: {
        ...{ status_code: null, error_kind: "tls", error_detail: "The certificate has expired." },
        ...{ response_head: null, slow: false },
      },
    },
  ],
};
const GROUP = {
  ...{ code: "400470", field: "shipping_provider", operation: "createOrder", count: 1234 },
  ...{ first_at: "2026-11-19T10:00:00.000+08:00", last_at: "2026-11-20T10:00:00.000+08:00" },
};

let request: string | null;
let repeat: { path: string; query: null; body: string } | null;
let posted: string[];
const notices: string[] = [];

beforeEach(() => {
  request = JSON.stringify({ recipient: { name: "***", mobile: "***" } });
  const body = JSON.stringify({ recipient: { name: "Chan", mobile: "91234567" } });
  repeat = { path: "/testing/v1/order/create", query: null, body };
  posted = [];
  notices.length = 0;
  showNoticesWith({ show: ({ title }) => notices.push(String(title)), dismiss: () => undefined });
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    const path = new URL(input, "http://localhost").pathname.replace("/testing/v1", "");
    if (init?.method === "POST") {
      posted.push(path);
      return Response.json({ data: EVENT });
    }
    if (path === "/requests/req_2") return Response.json({ data: { ...REFUSED, request, repeat, answer: null } });
    const lists: Record<string, object[]> = {
      "/requests": [call("req_1"), GAP, REFUSED, COUNTED],
      "/requests/errors": [GROUP],
      "/events/sent": [EVENT],
      "/clients": [],
    };
    const rows = lists[path] ?? [];
    return Response.json({ data: rows, pagination: { total: rows.length, page: 1, per_page: 20, total_pages: 1 } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const open = (search = "") =>
  show(
    <AtAddress search={search}>
      <RequestLog view={readLogView(Object.fromEntries(new URLSearchParams(search)))} />
    </AtAddress>,
  );

describe("the request log", () => {
  it("shows each call with status, errors and caller, and gaps between them in words", async () => {
    open();
    const rows = (await screen.findAllByRole("row")).slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining("POST /order/create"),
      expect.stringMatching(/Calls between .*09:59:00 and .*10:00:00 may be missing/),
      expect.stringMatching(/400470 SERVICE_NOT_AVAILABLE.*shipping_provider and 1 more.*Web shop/),
      expect.stringMatching(/12 calls between .*09:58:00 and .* could not be logged/),
    ]);
    expect(screen.queryByRole("table", { name: "Events" })).toBeNull();
  });

  it("has beside a search the events of what is searched for, with how each delivery went", async () => {
    open("q=217123456789012");
    const events = await screen.findByRole("table", { name: "Events" });
    expect(events).toHaveTextContent(/shop\.exampleHTTP 500 · database is full · .*slow.* · 6 attempts/i);
    expect(events).toHaveTextContent("TLS failed · The certificate has expired. · 1 attempt");
    expect(within(events).getByRole("link", { name: "shop.example" })).toHaveAttribute(
      "href",
      "/testing/webhooks/we_1?tab=deliveries&delivery=dl_1",
    );
  });

  it("sends an event again from its row", async () => {
    open("q=217123456789012");
    await userEvent.click(await screen.findByRole("button", { name: "Send order.created again (evt_1)" }));
    await waitFor(() => expect(notices).toEqual([expect.stringContaining("The event is being sent again")]));
    expect(posted).toEqual(["/events/evt_1/replay"]);
  });

  it("opens a call with its masked bodies, and copies the command that repeats it", async () => {
    const user = userEvent.setup();
    open("request=req_2");
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findByText(/"mobile": "\*\*\*"/)).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "Copy as cURL" }));
    const command = await navigator.clipboard.readText();
    expect(command).toContain("/testing/v1/order/create");
    expect(command).toContain('"mobile":"91234567"');
  });

  it("says that a call that was cut cannot be repeated", async () => {
    request = '{"recipient":{"na…';
    repeat = null;
    open("request=req_2");
    expect(await screen.findByText(/too long to be kept/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Copy as cURL" })).toBeNull();
  });

  it("groups errors, each leading to its calls", async () => {
    open("tab=errors");
    const link = await screen.findByRole("link", { name: "400470 SERVICE_NOT_AVAILABLE" });
    expect(link).toHaveAttribute(
      "href",
      "/testing/developers/requests?code=400470&field=shipping_provider&operation=createOrder",
    );
    expect(link.closest("tr")).toHaveTextContent("1,234");
  });

  it("filters by its address", async () => {
    open("q=217123456789012");
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Status" }), "4xx");
    expect(visited).toEqual(["/testing/developers/requests?q=217123456789012&status=4xx"]);
  });
});
