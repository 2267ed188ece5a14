import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { AttemptView } from "@/app/(dashboard)/[environment]/webhooks/[webhookId]/attempt-view";
import { AttemptResult } from "@/components/webhooks/delivery-state";
import { EndpointsNotice } from "@/components/webhooks/endpoints-notice";
import type { Webhook } from "@/lib/contracts/webhook";
import type { Attempt } from "@/lib/contracts/webhook-delivery";
import { attempt, endpoint, show } from "./webhooks-frame";

const expired: Partial<Attempt> = {
  status_code: null,
  error_kind: "tls",
  error_detail: "The certificate has expired.",
  response_head: null,
};

it.each<["en" | "zh-Hant", Partial<Attempt>, string]>([
  ["en", { status_code: 500, response_head: "database is full\nat line 3" }, "HTTP 500 · database is full"],
  ["en", { status_code: 502, response_head: "<html>Bad gateway</html>" }, "HTTP 502"],
  ["en", expired, "TLS failed · The certificate has expired."],
  ["zh-Hant", expired, "TLS 失敗 · 憑證已過期。"],
  ["en", { slow: true }, "HTTP 200 · slow"],
  ["zh-Hant", { slow: true }, "HTTP 200 · 緩慢"],
])("says in %s exactly what came of %j", (language, change, words) => {
  const { container } = show(<AttemptResult attempt={attempt(change)} />, { language });
  expect(container).toHaveTextContent(words);
});

it("marks a slow answer amber", () => {
  show(<AttemptResult attempt={attempt({ slow: true })} />);
  expect(screen.getByText(/slow/)).toHaveClass("text-warn");
});

it("gives the cause of an attempt in the reader's language", () => {
  show(<AttemptView attempt={attempt(expired)} body="{}" isOpenAtFirst />, { language: "zh-Hant" });
  expect(screen.getAllByText(/憑證已過期。/)).toHaveLength(2);
});

const { health } = endpoint();
const failing = { health: { ...health, failing_since: "2026-11-20T02:00:00.000Z" } };
function notice(endpoints: Partial<Webhook>[], options: Parameters<typeof show>[1] = {}) {
  const fetch = vi.fn(async () =>
    Response.json({
      data: endpoints.map((each, index) => endpoint({ id: `we_${index}`, ...each })),
      pagination: { total: endpoints.length },
    }),
  );
  vi.stubGlobal("fetch", fetch);
  return { fetch, ...show(<EndpointsNotice />, options) };
}

it("counts failing and disabled endpoints for the home page, and leads to them", async () => {
  const { container } = notice([
    {},
    failing,
    { status: "disabled", disabled_reason: "BY_HAND" },
    { status: "disabled", disabled_reason: "FAILING" },
  ]);
  expect(await screen.findByText("1 webhook endpoint is failing")).toBeVisible();
  expect(within(container).getByText("2 webhook endpoints are disabled")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open webhooks" })).toHaveAttribute("href", "/testing/webhooks");
});

it("is not there while all work", async () => {
  const { fetch, container } = notice([{}, { enabled_at: "2026-11-20T03:00:00.000Z" }]);
  await waitFor(() => expect(fetch).toHaveBeenCalled());
  expect(container).toBeEmptyDOMElement();
});
