import { execFileSync } from "node:child_process";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { AttemptView } from "@/app/(dashboard)/[environment]/webhooks/[webhookId]/attempt-view";
import { countNew, mergeShown, refreshMs } from "@/app/(dashboard)/[environment]/webhooks/[webhookId]/deliveries";
import { DeliveriesToolbar } from "@/app/(dashboard)/[environment]/webhooks/[webhookId]/deliveries-toolbar";
import DeliveryDrawer from "@/app/(dashboard)/[environment]/webhooks/[webhookId]/delivery-drawer";
import { spanOf } from "@/app/(dashboard)/[environment]/webhooks/[webhookId]/lapse";
import { NextAttempt, plannedNumber } from "@/app/(dashboard)/[environment]/webhooks/[webhookId]/next-attempt";
import {
  deliveriesQuery,
  readSought,
  readWebhookUrl,
  writeWebhookUrl,
} from "@/app/(dashboard)/[environment]/webhooks/[webhookId]/webhook-search";
import { percentage } from "@/app/(dashboard)/[environment]/webhooks/success-rate";
import { WebhookDot } from "@/components/shell/webhook-dot";
import { DELIVERY_LOOK, DELIVERY_STATUSES, problemOf } from "@/components/webhooks/delivery-state";
import { ENDPOINT_LOOK } from "@/components/webhooks/endpoint-badge";
import { isTroubled, stateOf } from "@/components/webhooks/endpoint-state";
import { DELIVERY_STATUSES as API_STATUSES, ERROR_KINDS } from "@/lib/contracts/webhook-delivery";
import en from "@/lib/i18n/en.json";
import { LANGUAGES } from "@/lib/i18n/validation";
import zhHant from "@/lib/i18n/zh-Hant.json";
import { attempt, delivery, endpoint, show } from "./webhooks-frame";

const NOW = Date.parse("2026-11-20T03:00:00.000Z");
const BODY = '{"event":"order.created","data":{"description":"Ng\'s shop, 陳大文 $HOME `x` \\\\"}}';
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

it("has an icon of its own for each state, and offers the API's", () => {
  for (const look of [ENDPOINT_LOOK, DELIVERY_LOOK]) {
    const icons = Object.values(look).map(({ icon }) => icon);
    expect(new Set(icons).size).toBe(icons.length);
  }
  expect([...DELIVERY_STATUSES].sort()).toEqual([...API_STATUSES].sort());
});

const { health } = endpoint();
it.each([
  ["working", endpoint(), false],
  ["untried", endpoint({ health: { ...health, last_success_at: null } }), false],
  // It succeeded last on 20 November at 02:00.
  ["untried", endpoint({ enabled_at: "2026-11-20T02:00:01.000Z" }), false],
  ["working", endpoint({ enabled_at: "2026-11-20T01:59:59.000Z" }), false],
  ["failing", endpoint({ health: { ...health, failing_since: at(0) } }), true],
  ["disabledFailing", endpoint({ status: "disabled", disabled_reason: "FAILING" }), true],
  ["disabled", endpoint({ status: "disabled", disabled_reason: "BY_HAND" }), false],
] as const)("an endpoint is %s", (state, given, troubled) => {
  expect([stateOf(given), isTroubled(given)]).toEqual([state, troubled]);
});

it.each([
  [0, 3, "0%"],
  [539, 550, "98%"],
  [9999, 10_000, "99.9%"],
  [2, 3, "66.6%"],
  [5, 5, "100%"],
])("%i of %i is %s: never rounded up", (part, whole, words) => {
  expect(percentage(part, whole)).toBe(words);
});

it.each([
  [0, "seconds", 0],
  [1, "seconds", 1],
  [61_000, "seconds", 61],
  [4 * 60_000, "minutes", 4],
  [89 * 60_000, "minutes", 89],
  [6 * 3_600_000, "hours", 6],
  [60 * 3_600_000, "days", 3],
] as const)("a span of %i ms is written in %s", (ms, unit, count) => {
  expect(spanOf(ms)).toEqual({ unit, count });
});

it.each([...ERROR_KINDS, 204, 302, 401, 404, 418, 429, 500] as const)(
  "%s is explained in words, with what to do",
  (what) => {
    const failed = attempt(
      typeof what === "number"
        ? { status_code: what }
        : { status_code: null, error_kind: what, error_detail: "detail" },
    );
    const problem = problemOf(failed);
    if (!problem) throw new Error("a failure must have words");
    for (const language of LANGUAGES) {
      const { unmount } = show(<AttemptView attempt={failed} body={BODY} isOpenAtFirst />, { language });
      const words = (language === "en" ? en : zhHant).webhooks.attempt.problems[problem];
      expect(screen.getByText(words.title)).toBeInTheDocument();
      expect(screen.getByText(words.todo)).toBeInTheDocument();
      unmount();
    }
  },
);

it("shows an attempt in a line and, opened, its phases, headers and answer", async () => {
  show(<AttemptView attempt={attempt({ slow: true, response_truncated: true })} body={BODY} />);
  expect(screen.getByText("Attempt 1")).toBeInTheDocument();
  expect(screen.getByText("HTTP 200")).toBeInTheDocument();
  expect(screen.queryByText("x-event-id: ev_1", { exact: false })).toBeNull();
  await userEvent.click(screen.getByText("Attempt 1"));
  expect(await screen.findByText("x-event-id: ev_1", { exact: false })).toHaveTextContent("x-api-key: •••");
  expect(screen.getByText(/Slow: answered after more than 5 seconds/)).toBeInTheDocument();
  expect(screen.getByText("Only the first 4 KiB are kept.")).toBeInTheDocument();
  const phases = screen.getAllByRole("term").map((term) => term.textContent);
  expect(phases.slice(0, 4)).toEqual(["Find the name", "Connect", "TLS", "Wait for the answer"]);
  expect(screen.queryByText("Read the answer")).toBeNull();
  expect(within(screen.getByText("Wait for the answer").parentElement as HTMLElement).getByText("50 ms")).toBeVisible();
});

it("says that a success may have arrived twice", () => {
  const { unmount } = show(<AttemptView attempt={attempt()} body={BODY} isOpenAtFirst />);
  expect(screen.queryByText(/may have arrived twice/)).toBeNull();
  unmount();
  show(<AttemptView attempt={attempt({ error_detail: "It was sent again." })} body={BODY} isOpenAtFirst />);
  expect(screen.getByText(/may have arrived twice/)).toBeInTheDocument();
});

it("copies an attempt as a command that sends the very bytes, and offers none where nothing was sent", async () => {
  const user = userEvent.setup();
  const sent = attempt({
    url: "https://shop.example/hook?q={a}&name=o'neill",
    request_headers: { "X-API-Key": "••••••", "x-signature": "t=1,v1=2" },
  });
  const { unmount } = show(<AttemptView attempt={sent} body={BODY} isOpenAtFirst />);
  await user.click(screen.getByRole("button", { name: "Copy as curl" }));
  const command = await navigator.clipboard.readText();
  // The shell's own reading of it; a function replaces curl.
  const read = execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: "utf8" });
  expect(read.split("\0").slice(0, -1)).toEqual([
    ...["--globoff", sent.url, "-H", "X-API-Key: ••••••", "-H", "x-signature: t=1,v1=2"],
    ...["--data-binary", BODY],
  ]);
  unmount();

  const abandoned = attempt({ status_code: null, error_kind: "abandoned", request_headers: {} });
  show(<AttemptView attempt={abandoned} body={BODY} isOpenAtFirst />);
  expect(screen.queryByRole("button", { name: "Copy as curl" })).toBeNull();
});

it("shows the body to be read, or as its bytes are, and copies these", async () => {
  const user = userEvent.setup();
  vi.stubGlobal("fetch", async () => Response.json({ data: { ...delivery(1), webhook_id: "we_1", body: BODY } }));
  show(<DeliveryDrawer deliveryId="dl_1" mostAttempts={6} onClose={() => {}} />);
  const section = within(await screen.findByRole("region", { name: /^Body/ }));
  const shown = () => section.getByText(/order\.created/).textContent;
  expect(shown()).toBe(JSON.stringify(JSON.parse(BODY), null, 2));
  await user.click(section.getByRole("button", { name: /^Copy/ }));
  expect(await navigator.clipboard.readText()).toBe(BODY);
  await user.click(section.getByRole("button", { name: "Exact bytes", pressed: false }));
  expect(shown()).toBe(BODY);
});

it.each([
  [0, "en", /^Held: the endpoint was disabled before this could be sent\. Once the endpoint is enabled/],
  [2, "en", /^Held: the endpoint was disabled while this waited for its next attempt\. Once/],
  [0, "zh-Hant", /^已暫存：傳送之前端點已停用。/],
  [2, "zh-Hant", /^已暫存：等候再次傳送期間，端點已停用。/],
] as const)("says why a delivery is held, after %i attempts, in %s", async (attempt_count, language, words) => {
  const held = { ...delivery(1, { status: "held", attempt_count }), webhook_id: "we_1", body: BODY };
  vi.stubGlobal("fetch", async () => Response.json({ data: held }));
  show(<DeliveryDrawer deliveryId="dl_1" mostAttempts={6} onClose={() => {}} />, { language });
  expect(await screen.findByText(words)).toBeVisible();
});

const waiting = delivery(1, {
  status: "pending",
  attempt_count: 2,
  next_attempt_at: at(240),
  attempts: [attempt({ status_code: 500 }), attempt({ number: 2, trigger: "retry", status_code: 500 })],
});

it.each([
  ["en", "in 4 minutes, attempt 3 of 6"],
  ["zh-Hant", "4 分鐘後，第 3 次（共 6 次）"],
] as const)("describes the next attempt in words in %s", (language, words) => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  try {
    const { container } = show(<NextAttempt delivery={waiting} mostAttempts={6} />, { language });
    expect(container).toHaveTextContent(words);
  } finally {
    vi.useRealTimers();
  }
});

it("numbers the next attempt by the schedule only where the attempts follow it", () => {
  const withTrigger = (trigger: "replay" | "retry", error: "abandoned" | null = null) => ({
    ...waiting,
    attempts: [attempt(), attempt({ number: 2, trigger, error_kind: error, status_code: error ? null : 500 })],
  });
  expect(plannedNumber(waiting, 6)).toBe(3);
  expect(plannedNumber(waiting, 2)).toBeNull();
  expect(plannedNumber(withTrigger("replay"), 6)).toBeNull();
  expect(plannedNumber(withTrigger("retry", "abandoned"), 6)).toBe(2);
});

it("keeps rows in place, updates them, and counts new ones", () => {
  const shown = { key: "", rows: [delivery(3, { status: "in_flight" }), delivery(2)], total: 9 };
  const fresh = [delivery(5), delivery(4), delivery(3)];
  expect(mergeShown(shown, fresh).rows.map(({ id, status }) => [id, status])).toEqual([
    ["dl_3", "succeeded"],
    ["dl_2", "succeeded"],
  ]);
  expect(countNew(shown, { rows: fresh, total: 11 })).toBe(2);
  expect(countNew(shown, { rows: shown.rows, total: 9 })).toBe(0);
  // More came than a page holds.
  expect(countNew(shown, { rows: [delivery(7), delivery(6)], total: 30 })).toBe(21);
});

it("reads the list again soon while something is sent, seldom while nothing waits", () => {
  const row = (status: "pending" | "in_flight" | "failed", next: string | null = null) =>
    delivery(1, { status, next_attempt_at: next });
  expect(refreshMs([row("in_flight")], NOW)).toBe(3000);
  expect(refreshMs([row("pending", at(5))], NOW)).toBe(3000);
  expect(refreshMs([row("pending", at(3600))], NOW)).toBe(10_000);
  expect(refreshMs([row("failed")], NOW)).toBe(15_000);
});

it("has its state in the URL, and drops what it does not understand", () => {
  const url = readWebhookUrl({
    tab: "deliveries",
    status: "held",
    event: "order.delivered",
    order_id: "217",
    offset: "20",
  });
  expect(deliveriesQuery(readWebhookUrl({ event_id: "evt_1a" }))).toEqual({
    event_id: "evt_1a",
    limit: "20",
    offset: "0",
  });
  expect(deliveriesQuery(url)).toEqual({
    status: "held",
    event: "order.delivered",
    order_id: "217",
    limit: "20",
    offset: "20",
  });
  expect(writeWebhookUrl("/testing/webhooks/we_1?account=5", url)).toBe(
    "/testing/webhooks/we_1?account=5&tab=deliveries&status=held&event=order.delivered&order_id=217&offset=20",
  );
  expect(writeWebhookUrl("/p", { ...url, tab: "settings" })).toBe("/p?tab=settings");
  expect(
    readWebhookUrl({
      tab: "x",
      status: "y",
      event: "z",
      order_id: "a",
      event_id: "b",
      limit: "7",
      offset: "-1",
      delivery: "<b>",
    }),
  ).toEqual({ tab: "overview", limit: "20", offset: "0" });
});

it.each([
  ["", { order_id: null, event_id: null }],
  [" 217123456789012 ", { order_id: "217123456789012", event_id: null }],
  ["217 1234-5678 9012", { order_id: "217123456789012", event_id: null }],
  ["evt_mwq0a1", { order_id: null, event_id: "evt_mwq0a1" }],
  ["evt_", null],
  ["order.created", null],
  ["2171234567890123", null],
])("looks for an order or an event by what is written: %j", (text, sought) => {
  expect(readSought(text)).toEqual(sought);
});

it("reports what cannot be found when it is asked for, not while it is typed", async () => {
  const change = vi.fn();
  const view = { url: readWebhookUrl({ tab: "deliveries", order_id: "217" }), hrefOf: () => "", change };
  show(<DeliveriesToolbar endpoint={endpoint()} view={view} />);
  const input = screen.getByRole("textbox", { name: "Order number or event id" });
  expect(input).toHaveValue("217");
  await userEvent.clear(input);
  await userEvent.type(input, "evt");
  expect(input).not.toBeInvalid();
  await userEvent.keyboard("{Enter}");
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription(/an event id begins with evt_/);
  expect(change).not.toHaveBeenCalled();
  await userEvent.type(input, "_mwq1{Enter}");
  expect(input).not.toBeInvalid();
  expect(change).toHaveBeenCalledExactlyOnceWith({ order_id: null, event_id: "evt_mwq1", offset: null });
});

/** Answers the list of endpoints; returns how often it was requested. */
function answerList(rows: unknown[]) {
  const asked = vi.fn(async () => Response.json({ data: rows, pagination: { total: rows.length } }));
  vi.stubGlobal("fetch", asked);
  return asked;
}

it("marks the navigation while an endpoint fails, for readers of screens too", async () => {
  answerList([endpoint(), endpoint({ id: "we_2", status: "disabled", disabled_reason: "FAILING" })]);
  show(<WebhookDot />);
  expect(await screen.findByText("1 endpoint needs attention")).toBeInTheDocument();
});

it("does not mark it while all work, and sends no request for staff, whose reads are audited", async () => {
  const asked = answerList([endpoint()]);
  const { container } = show(<WebhookDot />);
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  expect(container).toBeEmptyDOMElement();
  show(<WebhookDot />, { role: "support" });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toHaveBeenCalledTimes(1);
});
