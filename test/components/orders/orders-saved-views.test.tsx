import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { showNoticesWith } from "@/components/ui/toast";
import { COOKIES } from "@/lib/cookies";
import { USUAL_COLUMNS } from "@/lib/orders/columns";
import {
  addresses,
  answerAsUsual,
  answers,
  links,
  openMenu,
  remember,
  remembered,
  show,
  views,
  watchNotices,
} from "./orders-frame";

beforeEach(answerAsUsual);
afterEach(() => {
  remember("", 0);
  vi.restoreAllMocks();
});

const view = (id: string, name: string, query: object, columns: readonly string[]) => ({
  id,
  name,
  query: { sort: "-create_time", limit: "20", ...query },
  columns,
  is_shared: "N",
  is_own: "Y",
  shared_by: null,
  create_time: "2026-11-21T01:13:00.000+08:00",
  update_time: "2026-11-21T01:13:00.000+08:00",
});
const column = (name: string) => screen.getByRole("menuitemcheckbox", { name });

describe("saved views", () => {
  const LATE = view("ov_1", "Late", { status: "IN_TRANSIT", limit: "50" }, ["created", "price"]);

  it("go to their address and columns together, and the one that is on is checked", async () => {
    remember("created.price");
    answers.push(["/views", views([LATE, view("ov_2", "Dear", { sort: "-quote_price" }, ["price"])])]);
    show("status=IN_TRANSIT&limit=50&offset=50");
    await openMenu();
    expect(await screen.findByRole("menuitemradio", { name: "Late" })).toBeChecked();
    await userEvent.click(screen.getByRole("menuitemradio", { name: "Dear" }));
    expect(addresses()).toEqual(["/testing/orders?sort=-quote_price"]);
    expect(remembered()).toBe(`${COOKIES.columns}=price`);
  });

  it("are not on where the columns differ", async () => {
    answers.push(["/views", views([LATE])]);
    show("status=IN_TRANSIT&limit=50");
    await openMenu();
    expect(await screen.findByRole("menuitemradio", { name: "Late" })).not.toBeChecked();
  });

  it("are deleted at once, and restored by the notice with a call to the API", async () => {
    const calls: string[] = [];
    const stub = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
      if (init.method === "GET") return stub(input, init);
      calls.push(`${init.method} ${input} ${init.body ?? ""}`);
      answers.push(["/views", views([])]);
      return new Response(JSON.stringify({ data: { id: "ov_1", deleted: true } }));
    });
    answers.push(["/views", views([LATE])]);
    show();
    await openMenu();
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete the view “Late”" }));
    await waitFor(() => expect(screen.queryByRole("menuitemradio", { name: "Late" })).toBeNull());
    expect(calls).toEqual(["DELETE /testing/v1/views/ov_1 "]);
    expect(screen.getByRole("menu")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    expect(screen.getByRole("menuitem", { name: "Save this view…" })).toHaveFocus();
  });

  it("are in place when the menu opens, so that nothing moves under the pointer", async () => {
    const stub = globalThis.fetch;
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
      if (input.includes("/views")) await asked;
      return stub(input, init);
    });
    answers.push(["/views", views([LATE])]);
    show();
    await links();
    await userEvent.click(screen.getByRole("button", { name: "List options" }));
    expect(screen.queryByRole("menu")).toBeNull();
    answer();
    await screen.findByRole("menu");
    expect(screen.getByRole("menuitemradio", { name: "Late" })).toBeInTheDocument();
  });

  it("are saved under a name with what is shown; a name that is there is replaced, and the button says so", async () => {
    const calls: [string, object][] = [];
    const stub = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
      if (init.method === "GET") return stub(input, init);
      calls.push([`${init.method} ${input}`, JSON.parse(String(init.body))]);
      return new Response(JSON.stringify({ data: LATE }));
    });
    answers.push(["/views", views([LATE])]);
    show("q=tea");
    await openMenu();
    await userEvent.click(screen.getByRole("menuitem", { name: "Save this view…" }));
    const dialog = await screen.findByRole("dialog", { name: "Save this view" });
    const name = within(dialog).getByRole("textbox", { name: /^Name of the view/ });
    await userEvent.type(name, "lat");
    expect(within(dialog).getByRole("button", { name: "Save view" })).toBeInTheDocument();
    await userEvent.type(name, "e");
    expect(dialog).toHaveTextContent("You have a view “Late” already.");
    await userEvent.click(within(dialog).getByRole("button", { name: "Replace view" }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(calls).toEqual([
      [
        "PUT /testing/v1/views/ov_1",
        {
          name: "late",
          query: { q: "tea", sort: "-create_time", limit: "20", offset: "0" },
          columns: [...USUAL_COLUMNS],
          is_shared: "N",
        },
      ],
    ]);
    await waitFor(() => expect(screen.getByRole("button", { name: "List options" })).toHaveFocus());
  });

  it("are saved once, however often their answers are lost, and restored once by the notice", async () => {
    const keys: (string | null)[] = [];
    let undo: (() => void) | undefined;
    const stop = showNoticesWith({
      show: ({ options }) => {
        undo ??= options?.action?.onClick;
      },
      dismiss: () => undefined,
    });
    onTestFinished(stop);
    const stub = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
      if (init.method === "GET") return stub(input, init);
      if (init.method === "DELETE") return Response.json({ data: { id: "ov_1", deleted: true } });
      keys.push(new Headers(init.headers).get("idempotency-key"));
      throw new TypeError("Failed to fetch");
    });
    answers.push(["/views", views([LATE])]);
    show();
    await openMenu();
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete the view “Late”" }));
    await waitFor(() => expect(undo).toBeDefined());
    undo?.();
    undo?.();
    await waitFor(() => expect(keys).toHaveLength(2));
    await userEvent.click(screen.getByRole("menuitem", { name: "Save this view…" }));
    const dialog = await screen.findByRole("dialog", { name: "Save this view" });
    await userEvent.type(within(dialog).getByRole("textbox", { name: /^Name of the view/ }), "Dear");
    for (const times of [3, 4]) {
      await userEvent.click(within(dialog).getByRole("button", { name: "Save view" }));
      await waitFor(() => expect(keys).toHaveLength(times));
      await waitFor(() => expect(within(dialog).getByRole("button", { name: "Save view" })).toBeEnabled());
    }
    const [putBack, again, saved, resaved] = keys;
    expect([again, resaved]).toEqual([putBack, saved]);
    expect(new Set(keys)).toHaveProperty("size", 2);
    expect(keys).not.toContain(null);
  });

  it("show at the name what the API refuses: without a request if it is already known, else in the server's words", async () => {
    const stub = globalThis.fetch;
    let asked = 0;
    vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
      if (init.method === "GET") return stub(input, init);
      asked++;
      const error_trace = [{ field: "name", pointer: "/name", message: "There are 30 views already." }];
      const error = { code: "400000", code_reason: "BAD_REQUEST", message: "…", error_trace };
      return new Response(JSON.stringify({ error }), { status: 400 });
    });
    show();
    await openMenu();
    await userEvent.click(screen.getByRole("menuitem", { name: "Save this view…" }));
    const dialog = await screen.findByRole("dialog", { name: "Save this view" });
    const save = within(dialog).getByRole("button", { name: "Save view" });
    const name = within(dialog).getByRole("textbox", { name: /^Name of the view/ });
    await userEvent.click(save);
    expect(name).toHaveAccessibleDescription(/This field is required\./);
    await userEvent.type(name, "x".repeat(61));
    await userEvent.click(save);
    expect(name).toHaveAccessibleDescription(/At most 60 characters; 61 were given\./);
    await waitFor(() => expect(name).toHaveFocus());
    expect(asked).toBe(0);
    await userEvent.keyboard("{Backspace}{Enter}");
    await waitFor(() => expect(name).toHaveAccessibleDescription(/There are 30 views already\./));
    await waitFor(() => expect(name).toHaveFocus());
  });

  it("are tabs, which say whose they are; the one that is on is the current one", async () => {
    remember("created.price");
    const theirs = { ...view("ov_2", "Pack", { ship_type: "intl" }, ["price"]), is_shared: "Y", is_own: "N" };
    answers.push(["/views", views([LATE, theirs])]);
    show("status=IN_TRANSIT&limit=50");
    await links();
    const tabs = within(screen.getByRole("navigation", { name: "Orders by status" }));
    expect(await tabs.findByRole("link", { name: "Your view Late" })).toHaveAttribute("aria-current", "page");
    expect(tabs.getByRole("link", { name: /^In transit/ })).not.toHaveAttribute("aria-current");
    const shared = tabs.getByRole("link", { name: "Shared view Pack" });
    expect(shared).toHaveAttribute("href", "/testing/orders?ship_type=intl");
    await userEvent.click(shared);
    expect(addresses()).toEqual(["/testing/orders?ship_type=intl"]);
    expect(remembered()).toBe(`${COOKIES.columns}=price`);
  });

  it("of others are deleted only by owners", async () => {
    const theirs = { ...LATE, is_shared: "Y", is_own: "N", shared_by: "Mei" };
    answers.push(["/views", views([theirs])]);
    show("", "en", { role: "member" });
    await openMenu();
    expect(screen.getByRole("menuitemradio", { name: /^Late.*Mei/ })).toBeInTheDocument();
    expect(screen.queryByRole("menuitem", { name: "Delete the view “Late”" })).toBeNull();
  });

  it("of others are deleted after a question, because they cannot be put back as theirs", async () => {
    const theirs = { ...LATE, is_shared: "Y", is_own: "N", shared_by: "Mei" };
    answers.push(["/views", views([theirs])]);
    const calls: string[] = [];
    const stub = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
      if (init.method === "GET") return stub(input, init);
      calls.push(`${init.method} ${new URL(input, "http://localhost").pathname}`);
      return new Response(JSON.stringify({ data: { id: LATE.id, deleted: true } }));
    });
    const notices = watchNotices();
    show();
    await openMenu();
    await userEvent.click(screen.getByRole("menuitem", { name: "Delete the view “Late”" }));
    const question = await screen.findByRole("alertdialog", { name: "Delete the view “Late” for everybody?" });
    expect(question).toHaveTextContent("Mei made and shared it.");
    expect(calls).toEqual([]);
    await userEvent.click(within(question).getByRole("button", { name: "Delete view" }));
    await waitFor(() => expect(notices).toHaveLength(1));
    expect(calls).toEqual([`DELETE /testing/v1/views/${LATE.id}`]);
    expect(notices[0]?.options?.action).toBeUndefined();
  });

  it("are shared by a tick; what is replaced stays shared", async () => {
    const bodies: { name: string; is_shared: string }[] = [];
    const stub = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
      if (init.method === "GET") return stub(input, init);
      bodies.push(JSON.parse(String(init.body)));
      return new Response(JSON.stringify({ data: LATE }));
    });
    answers.push(["/views", views([{ ...LATE, is_shared: "Y" }])]);
    show();
    await openMenu();
    await userEvent.click(screen.getByRole("menuitem", { name: "Save this view…" }));
    const dialog = await screen.findByRole("dialog", { name: "Save this view" });
    const tick = within(dialog).getByRole("checkbox", { name: /^Share with everyone at/ });
    const name = within(dialog).getByRole("textbox", { name: /^Name of the view/ });
    expect(tick).not.toBeChecked();
    await userEvent.type(name, "Late");
    expect(tick).toBeChecked();
    await userEvent.type(name, " ones");
    expect(tick).not.toBeChecked();
    await userEvent.type(name, "{Backspace>5/}");
    await userEvent.click(within(dialog).getByRole("button", { name: "Replace view" }));
    await waitFor(() => expect(bodies).toMatchObject([{ name: "Late", is_shared: "Y" }]));
  });

  it("say it when one too many would be shared, and keep the tick whatever the name becomes", async () => {
    const stub = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
      if (init.method === "GET") return stub(input, init);
      const error_trace = [{ field: "is_shared", pointer: "/is_shared", message: "There are 30 views already." }];
      const error = { code: "400000", code_reason: "BAD_REQUEST", message: "…", error_trace };
      return new Response(JSON.stringify({ error }), { status: 400 });
    });
    answers.push(["/views", views([LATE])]);
    show();
    await openMenu();
    await userEvent.click(screen.getByRole("menuitem", { name: "Save this view…" }));
    const dialog = await screen.findByRole("dialog", { name: "Save this view" });
    const tick = within(dialog).getByRole("checkbox", { name: /^Share with everyone at/ });
    await userEvent.click(tick);
    await userEvent.type(within(dialog).getByRole("textbox", { name: /^Name of the view/ }), "Late today");
    expect(tick).toBeChecked();
    await userEvent.click(within(dialog).getByRole("button", { name: "Save view" }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent("There are 30 views already.");
  });

  it("that cannot be read leave the rest of the menu working", async () => {
    answers.push(["/views", "no network"]);
    show();
    await openMenu();
    expect(await screen.findByText(/Your views could not be loaded/)).toBeInTheDocument();
    await userEvent.click(column("Price"));
    expect(column("Price")).not.toBeChecked();
  });
});
