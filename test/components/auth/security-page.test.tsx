import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FactorSection } from "@/components/security/factor-section";
import { PasswordSection, SessionsSection } from "@/components/security/security-sections";
import type { Language } from "@/lib/i18n/validation";
import { render } from "../render";

const WHERE = { environment: "testing" } as const;

type Asked = { call: string; body: unknown };
let asked: Asked[];
let table: Record<string, () => object | Response>;

beforeEach(() => {
  asked = [];
  table = {};
  vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
    const call = `${init.method} ${new URL(input, "http://localhost").pathname.replace("/testing/v1", "")}`;
    asked.push({ call, body: init.body ? JSON.parse(String(init.body)) : null });
    const answer = table[call]?.();
    if (!answer) throw new Error(`nothing answers ${call}`);
    return answer instanceof Response ? answer : Response.json(answer);
  });
});
afterEach(() => vi.unstubAllGlobals());

const changes = () => asked.filter(({ call }) => !call.startsWith("GET"));
const list = (...data: object[]) => ({
  data,
  pagination: { total: data.length, page: 1, limit: 100, offset: 0, total_pages: 1 },
});
const refusal = (field: string, message: string) =>
  Response.json(
    { error: { code: "400000", message: "Bad.", error_trace: [{ field, pointer: `/${field}`, message }] } },
    { status: 400 },
  );

function show(element: ReactElement, language: Language = "en") {
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {element}
    </QueryClientProvider>,
    language,
  );
}

describe("the password", () => {
  it.each([
    ["en", "Current password", "New password", "Change password"],
    ["zh-Hant", "目前的密碼", "新密碼", "更改密碼"],
  ] as const)(
    "is changed, with what the server refuses at its field, in %s",
    async (language, current, next, submit) => {
      table = { "POST /password": () => refusal("current_password", "Not this one.") };
      show(<PasswordSection email="tea@sampan.example" where={WHERE} />, language);
      await userEvent.type(screen.getByLabelText(current), "wrong");
      await userEvent.type(screen.getByLabelText(next), "a sentence of my own");
      await userEvent.click(screen.getByRole("button", { name: submit }));
      await waitFor(() => expect(screen.getByLabelText(current)).toHaveAccessibleDescription("Not this one."));
      expect(screen.getByLabelText(next)).toHaveValue("a sentence of my own");
      table = { "POST /password": () => ({ data: { ended: 2 } }) };
      await userEvent.click(screen.getByRole("button", { name: submit }));
      await waitFor(() => expect(screen.getByLabelText(next)).toHaveValue(""));
      expect(changes().at(-1)?.body).toEqual({ current_password: "wrong", password: "a sentence of my own" });
    },
  );
});

describe("the second factor", () => {
  const TOTP = { id: "fa_1", secret: "ABCDEFGH", uri: "otpauth://x", qr: { size: 21, path: "M0 0h1v1h-1z" } };
  const FACTOR = {
    id: "fa_1",
    kind: "totp",
    name: null,
    created_at: "2026-11-20T10:00:00+08:00",
    last_used_at: null,
    recovery_codes_left: 10,
  };

  it.each([
    [
      "en",
      "Set up an authenticator app",
      "Your password",
      "Continue",
      "Code from the app",
      "Turn on",
      "I have saved them",
    ],
    ["zh-Hant", "設定驗證器應用程式", "你的密碼", "繼續", "應用程式的驗證碼", "啟用", "我已妥善保存"],
  ] as const)(
    "is set up with its first code and shows the recovery codes once, in %s",
    async (language, setUp, yours, goOn, code, confirm, kept) => {
      table = { "GET /factors": () => list(), "POST /factors/totp": () => ({ data: TOTP }) };
      show(<FactorSection where={WHERE} />, language);
      const button = screen.getByRole("button", { name: setUp });
      await waitFor(() => expect(button).toBeEnabled());
      await userEvent.click(button);
      const question = await screen.findByRole("alertdialog");
      await userEvent.type(within(question).getByLabelText(yours), "my password");
      await userEvent.click(within(question).getByRole("button", { name: goOn }));
      const dialog = await screen.findByRole("dialog");
      expect(changes().at(-1)?.body).toEqual({ password: "my password" });
      expect(within(dialog).getByText("ABCD EFGH")).toBeVisible();
      expect(within(dialog).getByRole("img")).toBeVisible();
      table["POST /factors/totp/confirm"] = () => refusal("code", "Wrong code.");
      await userEvent.type(within(dialog).getByLabelText(code), "123456");
      await userEvent.click(within(dialog).getByRole("button", { name: confirm }));
      await waitFor(() => expect(within(dialog).getByLabelText(code)).toHaveAccessibleDescription(/Wrong code\./));
      // The app took longer to install than a password counts.
      table["POST /factors/totp/confirm"] = () => refusal("password", "Required.");
      await userEvent.click(within(dialog).getByRole("button", { name: confirm }));
      await userEvent.type(await within(dialog).findByLabelText(yours), "my password");
      table["POST /factors/totp/confirm"] = () => ({
        data: { id: "fa_1", recovery_codes: ["aaaa-bbbb", "cccc-dddd"] },
      });
      table["GET /factors"] = () => list(FACTOR);
      await userEvent.click(within(dialog).getByRole("button", { name: confirm }));
      expect(await screen.findByText("cccc-dddd")).toBeVisible();
      expect(changes().at(-1)?.body).toEqual({ code: "123456", password: "my password" });
      // A click outside or Escape does not lose them.
      await userEvent.keyboard("{Escape}");
      expect(screen.getByText("aaaa-bbbb")).toBeVisible();
      await userEvent.click(screen.getByRole("button", { name: kept }));
      expect(screen.queryByText("aaaa-bbbb")).toBeNull();
      expect(await screen.findByText("10")).toBeVisible();
    },
  );

  it("is removed with the password, and stays while that is wrong", async () => {
    table = {
      "GET /factors": () => list(FACTOR),
      "DELETE /factors/fa_1": () => refusal("password", "Not your password."),
    };
    show(<FactorSection where={WHERE} />);
    await userEvent.click(await screen.findByRole("button", { name: "Remove…" }));
    const dialog = await screen.findByRole("alertdialog");
    await userEvent.type(within(dialog).getByLabelText("Your password"), "my password");
    await userEvent.click(within(dialog).getByRole("button", { name: "Remove authenticator app" }));
    await waitFor(() =>
      expect(within(dialog).getByLabelText("Your password")).toHaveAccessibleDescription("Not your password."),
    );
    table = { "GET /factors": () => list(), "DELETE /factors/fa_1": () => ({ data: { id: "fa_1", deleted: true } }) };
    await userEvent.click(within(dialog).getByRole("button", { name: "Remove authenticator app" }));
    expect(await screen.findByRole("button", { name: "Set up an authenticator app" })).toBeVisible();
    expect(changes().at(-1)).toEqual({ call: "DELETE /factors/fa_1", body: { password: "my password" } });
  });

  it("gets new recovery codes", async () => {
    table = {
      "GET /factors": () => list(FACTOR),
      "POST /factors/recovery-codes": () => ({ data: { recovery_codes: ["eeee-ffff"] } }),
    };
    show(<FactorSection where={WHERE} />);
    await userEvent.click(await screen.findByRole("button", { name: "New recovery codes" }));
    const dialog = await screen.findByRole("alertdialog");
    await userEvent.type(within(dialog).getByLabelText("Your password"), "my password");
    await userEvent.click(within(dialog).getByRole("button", { name: "Make new codes" }));
    expect(await screen.findByText("eeee-ffff")).toBeVisible();
    expect(changes().at(-1)?.body).toEqual({ password: "my password" });
  });

  it.each([
    ["en", "Add a passkey", "Remove the passkey Phone", "Its codes no longer work."],
    ["zh-Hant", "新增通行密鑰", "移除通行密鑰 Phone", "其驗證碼將會失效。"],
  ] as const)("lists passkeys, and offers more where they work, in %s", async (language, add, remove, means) => {
    table = { "GET /factors": () => list(FACTOR, { ...FACTOR, id: "fa_2", kind: "passkey", name: "Phone" }) };
    const shown = show(<FactorSection where={WHERE} />, language);
    expect(await screen.findByText("Phone")).toBeVisible();
    expect(screen.queryByRole("button", { name: add })).toBeNull();
    expect(screen.getByRole("button", { name: remove })).toBeVisible();
    await userEvent.click(screen.getAllByRole("button", { name: /^(Remove…|移除…)$/ })[0] as HTMLElement);
    expect(await screen.findByText(new RegExp(means))).toBeVisible();
    shown.unmount();
    vi.stubGlobal("PublicKeyCredential", class {});
    document.documentElement.dataset.passkeys = window.location.origin;
    show(<FactorSection where={WHERE} />, language);
    expect(await screen.findByRole("button", { name: add })).toBeVisible();
    delete document.documentElement.dataset.passkeys;
  });
});

describe("sessions", () => {
  const row = (id: string, user_agent: string, is_current: boolean) => ({
    id,
    user_agent,
    is_current,
    address: "203.0.113.9",
    created_at: "2026-11-20T10:00:00+08:00",
    last_seen_at: "2026-11-20T11:00:00+08:00",
  });

  it.each([
    ["en", "This browser", "Sign out: Safari on iOS", "Sign out everywhere else"],
    ["zh-Hant", "此瀏覽器", "登出：Safari on iOS", "登出所有其他裝置"],
  ] as const)("are listed and ended, all but this one, in %s", async (language, current, one, others) => {
    table = {
      "GET /sessions": () => list(row("s1", "Chrome on Windows", true), row("s2", "Safari on iOS", false)),
      "POST /sessions/s2/end": () => ({ data: { id: "s2", ended: true } }),
      "POST /sessions/revoke-all": () => ({ data: { revoked: 1 } }),
    };
    show(<SessionsSection where={WHERE} />, language);
    expect(await screen.findByText("Chrome on Windows")).toBeVisible();
    expect(screen.getAllByText(current)).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: others }));
    await waitFor(() => expect(changes()).toEqual([{ call: "POST /sessions/revoke-all", body: { but_this: "Y" } }]));
    table["GET /sessions"] = () => list(row("s1", "Chrome on Windows", true));
    await userEvent.click(await screen.findByRole("button", { name: one }));
    await waitFor(() => expect(screen.queryByText("Safari on iOS")).toBeNull());
    expect(changes().at(-1)?.call).toBe("POST /sessions/s2/end");
    expect(screen.queryByRole("button", { name: others })).toBeNull();
  });
});
