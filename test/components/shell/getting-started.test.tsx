import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { GettingStarted } from "@/app/(dashboard)/[environment]/(home)/getting-started";
import { show } from "../webhooks/webhooks-frame";

const DONE = { password: true, factor: false, sender: true, order: false, key: false, webhook: false };
let isFailing = false;
const sent: string[] = [];

beforeEach(() => {
  isFailing = false;
  sent.length = 0;
  vi.stubGlobal("fetch", async (input: string) => {
    sent.push(new URL(input, "http://localhost").pathname);
    return isFailing
      ? Response.json({ error: { code: "500999", message: "It failed." } }, { status: 500 })
      : Response.json({ data: { hidden: true } });
  });
});
afterEach(() => vi.unstubAllGlobals());

it("leads to what is not done yet, in order, and counts what is", () => {
  show(<GettingStarted done={DONE} />);
  expect(screen.getByText("2 of 6 done")).toBeVisible();
  expect(screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Set up a second factor", "/testing/settings/security"],
    ["Create your first order", "/testing/orders/new"],
    ["Issue an API key", "/testing/developers/clients"],
    ["Add a webhook endpoint", "/testing/webhooks"],
  ]);
  expect(screen.getAllByText("(done)")).toHaveLength(2);
});

it("goes once it is saved as hidden, and stays when that could not be saved", async () => {
  show(<GettingStarted done={DONE} />);
  isFailing = true;
  await userEvent.click(screen.getByRole("button", { name: "Hide" }));
  await waitFor(() => expect(sent).toEqual(["/testing/v1/first-steps/hide"]));
  expect(await screen.findByText("First steps")).toBeVisible();
  isFailing = false;
  await userEvent.click(screen.getByRole("button", { name: "Hide" }));
  await waitFor(() => expect(screen.queryByText("First steps")).toBeNull());
  expect(sent).toHaveLength(2);
});
