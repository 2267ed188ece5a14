import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { HeldOffer } from "@/app/(dashboard)/[environment]/webhooks/[webhookId]/overview";
import ReplayMissedDialog from "@/app/(dashboard)/[environment]/webhooks/[webhookId]/replay-missed-dialog";
import { endpoint, show } from "./webhooks-frame";

const { health } = endpoint();
const missing = (held: number, missed: number) => endpoint({ health: { ...health, held, missed } });

it.each([
  ["en", 2, 1, "2 deliveries were held while the endpoint was disabled. 1 delivery failed.", /Send 3 held or missed/],
  ["en", 1, 0, "1 delivery was held while the endpoint was disabled.", /Send 1 held or missed/],
  ["en", 0, 2, "2 deliveries failed.", /Send 2 held or missed/],
  ["zh-Hant", 2, 1, "端點停用期間暫存了 2 個通知。1 個通知傳送失敗。", /補發 3 個/],
  ["zh-Hant", 0, 2, "2 個通知傳送失敗。", /補發 2 個/],
] as const)("offers in %s to send %i held and %i failed deliveries", (language, held, missed, words, button) => {
  const { container } = show(<HeldOffer endpoint={missing(held, missed)} />, { language });
  expect(container.querySelector("p")?.textContent?.trim()).toBe(words);
  expect(screen.getByRole("button", { name: button })).toBeEnabled();
});

it("offers nothing where nothing was missed, nor while the endpoint is disabled", () => {
  const { container } = show(<HeldOffer endpoint={missing(0, 0)} />);
  expect(container).toBeEmptyDOMElement();
  const disabled = show(<HeldOffer endpoint={{ ...missing(3, 1), status: "disabled" }} />);
  expect(disabled.container).toBeEmptyDOMElement();
});

/** Answers the replay; returns the bodies that were sent. */
function answering(): unknown[] {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, options: RequestInit) => {
    bodies.push(JSON.parse(String(options.body)));
    return Response.json({ data: { replayed: 2, since: null } });
  });
  return bodies;
}

it.each([
  ["leaves the moment to the API where something was missed", missing(1, 1), "Before the endpoint was disabled", {}],
  ["takes the last success otherwise", missing(0, 0), "The last success", { since: health.last_success_at }],
])("%s", async (_what, webhook, chosen, body) => {
  const bodies = answering();
  show(<ReplayMissedDialog endpoint={webhook} onClose={() => {}} />);
  expect(screen.getByRole("radio", { name: chosen })).toBeChecked();
  await userEvent.click(screen.getByRole("button", { name: "Send them again" }));
  await waitFor(() => expect(bodies[0]).toEqual(body));
});

it("sends nothing until a time is chosen", async () => {
  const bodies = answering();
  show(<ReplayMissedDialog endpoint={missing(1, 0)} onClose={() => {}} />);
  await userEvent.click(screen.getByRole("radio", { name: "Another time" }));
  expect(screen.getByRole("button", { name: "Send them again" })).toBeDisabled();
  await userEvent.type(screen.getByLabelText("Date and time"), "2026-11-20T10:30");
  await userEvent.click(screen.getByRole("button", { name: "Send them again" }));
  await waitFor(() => expect(bodies[0]).toEqual({ since: "2026-11-20T10:30:00+08:00" }));
});
