import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SignInForm } from "@/app/(auth)/sign-in/sign-in-form";
import { SignInAgain } from "@/components/shell/sign-in-again";
import { render } from "../render";

// What next-auth's route answers to each attempt, in order; null: signed in.
let answers: (string | null)[];
let sent: Record<string, string>[];
const PUT_OFF: Record<string, number> = { busy: 503, throttled: 429 };

beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const path = new URL(url, "http://localhost").pathname;
    if (path === "/api/auth/csrf") return Response.json({ csrfToken: "t" });
    if (path === "/api/auth/providers")
      return Response.json({ credentials: { id: "credentials", type: "credentials" } });
    if (path === "/api/auth/session") return Response.json({});
    const { email, password, code } = Object.fromEntries(new URLSearchParams(String(init?.body)));
    sent.push({ email, password, code } as Record<string, string>);
    const error = answers.shift() ?? null;
    const status = error === null ? 200 : (PUT_OFF[error] ?? 401);
    return Response.json({ url: `http://localhost/${error ? `?error=${error}` : ""}` }, { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const CREDENTIALS = { email: "tea@sampan.example", password: "a long password" };

async function typeCredentials(words = { email: "E-mail", password: "Password", submit: "Sign in" }) {
  await userEvent.type(screen.getByLabelText(words.email), CREDENTIALS.email);
  await userEvent.type(screen.getByLabelText(words.password), CREDENTIALS.password);
  await userEvent.click(screen.getByRole("button", { name: words.submit }));
}

describe("signing in with a second factor", () => {
  it.each([
    [
      "en",
      { email: "E-mail", password: "Password", submit: "Sign in" },
      "Code",
      "The code is wrong or was used already.",
    ],
    ["zh-Hant", { email: "電郵", password: "密碼", submit: "登入" }, "驗證碼", "驗證碼不正確或已使用。"],
  ] as const)(
    "asks for the code after the password, and again when it is wrong, in %s",
    async (language, words, label, wrong) => {
      answers = ["factor", "code"];
      render(<SignInForm next={null} offersPasskeys={false} />, language);
      await typeCredentials(words);
      const code = await screen.findByLabelText(label);
      expect(code).toHaveFocus();
      expect(screen.queryByRole("alert")).toBeNull();
      await userEvent.type(code, "123456{Enter}");
      expect(await screen.findByText(wrong)).toBeVisible();
      expect(sent).toEqual([
        { ...CREDENTIALS, code: "" },
        { ...CREDENTIALS, code: "123456" },
      ]);
    },
  );

  it("goes back to the password", async () => {
    answers = ["factor"];
    render(<SignInForm next={null} offersPasskeys={false} />);
    await typeCredentials();
    await userEvent.click(await screen.findByRole("button", { name: "Back" }));
    expect(screen.queryByLabelText("Code")).toBeNull();
    expect(screen.getByRole("link", { name: "Forgotten your password?" })).toBeVisible();
  });

  it.each([
    ["busy", "en", "Many people are signing in right now. Try again in a few seconds."],
    ["throttled", "en", "Too many tries. Wait a minute, then try again."],
    ["throttled", "zh-Hant", "嘗試次數過多，請等候一分鐘後再試。"],
  ] as const)("says that it is to be tried again later: %s, in %s", async (error, language, words) => {
    answers = [error];
    render(<SignInForm next={null} offersPasskeys={false} />, language);
    await typeCredentials(language === "en" ? undefined : { email: "電郵", password: "密碼", submit: "登入" });
    expect(await screen.findByText(words)).toBeVisible();
  });

  it("works in place when the session ended", async () => {
    answers = ["factor", null];
    const done = vi.fn();
    render(<SignInAgain email={CREDENTIALS.email} onDone={done} onClose={() => undefined} />);
    await userEvent.type(screen.getByLabelText("Password"), `${CREDENTIALS.password}{Enter}`);
    await userEvent.type(await screen.findByLabelText("Code"), "123456{Enter}");
    await waitFor(() => expect(done).toHaveBeenCalled());
    expect(sent.at(-1)).toEqual({ ...CREDENTIALS, code: "123456" });
  });
});
