import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SessionEnded } from "@/components/auth/session-ended";
import { call, onSessionRenewed, queryFor } from "@/lib/api-client";
import { render } from "../render";

const PASSWORD = "one that is long";
const where = { environment: "testing" } as const;
const me = { person: { id: "7", name: "Mak", email: "tea@sampan.example", role: "owner" }, account: null };

// The server as the page sees it: who is signed in, and the requests it got.
let signedIn: boolean;
let isReachable: boolean;
let asked: string[];
const renewed = vi.fn();
let stopListening: () => void;

function answer(url: string, init?: RequestInit): Response {
  const path = new URL(url, "http://localhost").pathname;
  // The library reports a failure to its server, which a browser sends without waiting.
  if (path === "/api/auth/_log") return new Response();
  if (!isReachable) throw new TypeError("Failed to fetch");
  if (path === "/testing/v1/me") {
    asked.push(path);
    return signedIn ? Response.json({ data: me }) : Response.json({ error: { code: 401001 } }, { status: 401 });
  }
  if (path === "/api/auth/csrf") return Response.json({ csrfToken: "t" });
  if (path === "/api/auth/providers") return Response.json({ credentials: { id: "credentials", type: "credentials" } });
  if (path === "/api/auth/session") return Response.json({});
  const fields = new URLSearchParams(String(init?.body));
  signedIn = fields.get("email") === me.person.email && fields.get("password") === PASSWORD;
  const error = signedIn ? "" : "?error=CredentialsSignin";
  return Response.json({ url: `http://localhost/${error}` }, { status: signedIn ? 200 : 401 });
}

beforeEach(() => {
  signedIn = false;
  isReachable = true;
  asked = [];
  renewed.mockReset();
  stopListening = onSessionRenewed(renewed);
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => answer(url, init));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  stopListening();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Page() {
  const { data } = useQuery({ ...queryFor("readMe", {}, where), retry: false });
  return (
    <>
      <label>
        Remarks <input />
      </label>
      <p>{data?.person.name}</p>
      <SessionEnded person={me.person} />
    </>
  );
}

const show = (language?: "en" | "zh-Hant") =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
    language,
  );

/** Another page of this browser, made for a person. */
async function anotherPage(personId: string): Promise<void> {
  const other = new BroadcastChannel("sampan-session");
  other.postMessage(personId);
  // Messages go through the event loop; a channel that is closed at once sends nothing.
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  other.close();
}

const isSignedOut = async () => {
  await expect(call("readMe", {}, where)).rejects.toMatchObject({ status: 401 });
};

describe("a session that ended", () => {
  it("continues in place: what was typed stays, and what could not be read is read again", async () => {
    show();
    // At once: the dialog comes with the first answer, over the whole page.
    fireEvent.change(screen.getByLabelText("Remarks"), { target: { value: "Ring twice" } });
    const dialog = await screen.findByRole("dialog", { name: "Your session has ended" });
    expect(dialog).toHaveTextContent("nothing you typed is lost");
    const password = screen.getByLabelText("Password");
    await waitFor(() => expect(password).toHaveFocus());
    expect(screen.getByLabelText("E-mail")).toHaveValue(me.person.email);

    await userEvent.type(password, "not this one{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("The e-mail or the password is wrong.");
    isReachable = false;
    await userEvent.type(password, `${PASSWORD}{Enter}`);
    await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("The server could not be reached."));
    expect(renewed).not.toHaveBeenCalled();

    isReachable = true;
    await userEvent.clear(password);
    await userEvent.type(password, `${PASSWORD}{Enter}`);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByLabelText("Remarks")).toHaveValue("Ring twice");
    expect(await screen.findByText("Mak")).toBeVisible();
    expect(renewed).toHaveBeenCalledTimes(1);
  });

  it("can wait, and asks again with the next answer that says so", async () => {
    show("zh-Hant");
    await userEvent.click(await screen.findByRole("button", { name: "稍後" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await isSignedOut();
    expect(await screen.findByRole("dialog", { name: "登入已逾時" })).toBeVisible();
  });

  it("continues by itself when the same person signs in in another tab", async () => {
    show();
    await screen.findByRole("dialog");
    signedIn = true;
    await anotherPage("7");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await screen.findByText("Mak")).toBeVisible();
  });

  it("is not assumed while the same person opens one page after another", async () => {
    signedIn = true;
    show();
    await screen.findByText("Mak");
    await anotherPage("7");
    expect(asked).toHaveLength(1);
    expect(renewed).not.toHaveBeenCalled();
  });
});

describe("another person who signed in in another tab", () => {
  it("does nothing here, until the person of the page is back", async () => {
    signedIn = true;
    show();
    await screen.findByText("Mak");
    await anotherPage("8");
    const dialog = await screen.findByRole("alertdialog", { name: "Somebody else is signed in now" });
    expect(dialog).toHaveTextContent("This page was opened by tea@sampan.example.");
    asked = [];
    await isSignedOut();
    expect(asked).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Not now" }));
    await isSignedOut();
    expect(await screen.findByRole("alertdialog")).toBeVisible();

    await anotherPage("7");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await expect(call("readMe", {}, where)).resolves.toEqual(me);
  });
});
