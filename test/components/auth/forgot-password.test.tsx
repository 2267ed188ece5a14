import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ForgotPasswordForm } from "@/app/(auth)/forgot-password/forgot-password-form";
import { render } from "../render";

afterEach(() => vi.unstubAllGlobals());

describe("the page for forgotten passwords", () => {
  it.each([
    ["en", "E-mail", "Send me a link", "Look in your mailbox", "Use another e-mail"],
    ["zh-Hant", "電郵", "發送連結", "請查看你的郵箱", "使用另一電郵"],
  ] as const)("sends the e-mail and says what happens next, in %s", async (language, email, submit, sent, other) => {
    const bodies: unknown[] = [];
    vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
      bodies.push(JSON.parse(String(init.body)));
      return Response.json({ data: {} });
    });
    render(<ForgotPasswordForm />, language);
    await userEvent.type(screen.getByLabelText(email), "tea@sampan.example");
    await userEvent.click(screen.getByRole("button", { name: submit }));
    expect(await screen.findByRole("heading", { name: sent })).toBeVisible();
    expect(screen.getByText(/tea@sampan\.example/)).toBeVisible();
    expect(bodies).toEqual([{ email: "tea@sampan.example" }]);
    await userEvent.click(screen.getByRole("button", { name: other }));
    expect(screen.getByLabelText(email)).toBeVisible();
  });

  it("says why it could not be sent, and keeps the e-mail", async () => {
    const error = { code: "rate_limit_exceeded", message: "Too many requests." };
    vi.stubGlobal("fetch", async () => Response.json({ error }, { status: 429, headers: { "retry-after": "9" } }));
    render(<ForgotPasswordForm />);
    await userEvent.type(screen.getByLabelText("E-mail"), "tea@sampan.example{Enter}");
    expect(await screen.findByLabelText("E-mail")).toHaveAccessibleDescription(/./);
    expect(screen.getByLabelText("E-mail")).toHaveValue("tea@sampan.example");
  });
});
