import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SetPasswordByLink } from "@/app/(auth)/set-password-by-link";
import { render } from "../render";

let sent: { url: string; body: unknown }[];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push({ url, body: JSON.parse(String(init.body)) });
    return answer();
  });
});
afterEach(() => {
  window.history.replaceState(null, "", "/");
  vi.unstubAllGlobals();
});

const INVITATION = { kind: "invitation", email: "new@shop.example", account_name: "Tea Co", name: "Chow" };
const BAD = { error: { code: "400000", message: "Bad.", error_trace: [{ field: "token", message: "Used up." }] } };

function show(kind: "password" | "invitation") {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <SetPasswordByLink kind={kind} />
    </QueryClientProvider>,
  );
}

it.each(["/invitation#token=abc", "/invitation?token=abc"])(
  "reads the link %s by its token in a body",
  async (link) => {
    window.history.replaceState(null, "", link);
    answer = () => Response.json({ data: INVITATION });
    show("invitation");
    expect(await screen.findByRole("heading", { name: "Welcome to Tea Co" })).toBeVisible();
    expect(screen.getByLabelText("Your name")).toHaveValue("Chow");
    expect(sent).toEqual([{ url: expect.stringMatching(/\/set-password\/read$/), body: { token: "abc" } }]);
  },
);

it("says so of a link that does not work, and of one for another page", async () => {
  window.history.replaceState(null, "", "/set-password#token=abc");
  answer = () => Response.json(BAD, { status: 400 });
  const shown = show("password");
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Send me a new link" })).toHaveAttribute("href", "/forgot-password");
  shown.unmount();
  answer = () => Response.json({ data: INVITATION });
  show("password");
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
});

it("asks again where the server did not answer, and when another link is opened in the same page", async () => {
  window.history.replaceState(null, "", "/invitation#token=abc");
  answer = () => Promise.reject(new TypeError("offline"));
  show("invitation");
  const again = await screen.findByRole("button", { name: /again/i });
  answer = () => Response.json({ data: INVITATION });
  await userEvent.click(again);
  expect(await screen.findByRole("heading", { name: "Welcome to Tea Co" })).toBeVisible();
  act(() => {
    window.history.replaceState(null, "", "/invitation#token=def");
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  });
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ token: "def" }));
});
