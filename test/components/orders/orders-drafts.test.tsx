import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { type FieldValues, useForm } from "react-hook-form";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DraftNote } from "@/app/(dashboard)/[environment]/orders/form/order-form";
import { useDraft } from "@/app/(dashboard)/[environment]/orders/form/use-draft";
import { WorkspaceProvider } from "@/components/environment";
import { onSessionEnded, renewSession } from "@/lib/api-client";
import { orderOfDraft } from "@/lib/orders/form-values";
import { InLanguage, render } from "../render";
import { addresses, answerAsUsual, answers, counts, show } from "./orders-frame";

beforeEach(answerAsUsual);

const draft = (id: string, name: string) => ({
  draft_id: id,
  order_status: "DRAFT",
  ship_type: "local",
  recipient_name: name,
  create_time: "2026-11-21T01:13:00.000+08:00",
  update_time: "2026-11-21T01:13:00.000+08:00",
});
const drafts = (rows: unknown[], total = rows.length) => ({
  body: { data: rows, pagination: { total, page: 1, per_page: 20, total_pages: 1 } },
});

describe("the list of drafts", () => {
  it("leads back from a page past the end: there are drafts", async () => {
    answers.push(["/drafts", drafts([], 20)]);
    show("status=DRAFT&offset=20");
    await userEvent.click(await screen.findByRole("button", { name: "To the first page" }));
    expect(addresses()).toEqual(["/testing/orders?status=DRAFT"]);
    expect(screen.queryByText("No drafts")).toBeNull();
  });

  it("keeps the focus on its tab when Enter leads there and back", async () => {
    answers.push(["/drafts", drafts([draft("dr_1", "Chan")])]);
    show();
    const press = async (name: RegExp) => {
      (await screen.findByRole("link", { name })).focus();
      await userEvent.keyboard("{Enter}");
      await waitFor(() => expect(screen.getByRole("link", { name })).toHaveAttribute("aria-current", "page"));
      expect(screen.getByRole("link", { name })).toHaveFocus();
    };
    await press(/^Drafts/);
    expect(await screen.findByText("Chan")).toBeVisible();
    await press(/^All/);
  });

  it("says which wait with a suspended service, and why", async () => {
    answers.push([
      "/drafts",
      drafts([
        { ...draft("dr_1", "Chan"), shipping_provider: "LOCAL_DOOR" },
        { ...draft("dr_2", "Lee"), shipping_provider: null },
      ]),
    ]);
    show("status=DRAFT", "en", { notice: "No courier in the typhoon." });
    const mark = await screen.findByText("Suspended");
    expect(mark).toHaveAttribute("title", "No courier in the typhoon.");
    expect(mark.closest("tr")).toHaveTextContent("Chan");
  });

  it("says what each holds, and several are deleted at once", async () => {
    const removed: string[] = [];
    answers.push(["/drafts", drafts([{ ...draft("dr_1", "Chan"), content: "Tea set" }, draft("dr_2", "Lee")])]);
    show("status=DRAFT");
    const row = (await screen.findByText("Tea set")).closest("tr");
    expect(row).toHaveTextContent("Chan");
    await userEvent.click(screen.getByRole("checkbox", { name: "Select all drafts of this page" }));
    expect(screen.getByText("2 drafts selected")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Delete 2 drafts" }));
    for (const id of ["dr_1", "dr_2"])
      answers.push([
        `/drafts/${id}`,
        () => {
          removed.push(id);
          return { body: { data: { id, deleted: true } } };
        },
      ]);
    const dialog = await screen.findByRole("alertdialog", { name: "Delete 2 drafts?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Delete 2 drafts" }));
    await waitFor(() => expect(removed).toEqual(["dr_1", "dr_2"]));
    await waitFor(() => expect(screen.queryByText("2 drafts selected")).toBeNull());
  });

  it("says that there are none, and how to make one", async () => {
    answers.push(["/drafts", drafts([])]);
    show("status=DRAFT");
    expect(await screen.findByText("No drafts")).toBeVisible();
    expect(screen.getByRole("link", { name: "New order" })).toBeVisible();
  });
});

describe("the rows of a list", () => {
  it("are announced also when there are none", async () => {
    answers.push(["/orders", drafts([])], ["/orders/counts", counts({ DELIVERED: 5 })]);
    show("q=zzz");
    await screen.findByText("No orders match “zzz”");
    expect(screen.getByText("0 rows")).toHaveAttribute("aria-live", "polite");
  });
});

function useFormWithDraft() {
  const form = useForm<FieldValues>({ defaultValues: { name: "" } });
  return { form, draft: useDraft(form, null) };
}

const place = {
  environment: "testing" as const,
  account: { id: "100001", name: "Harbour Tea", pickPack: false },
  person: { id: "1", name: "Mak", email: "tea@sampan.example", role: "owner" as const },
  isStaff: false,
};
const wrapper = ({ children }: { children: ReactNode }) => (
  <InLanguage>
    <QueryClientProvider client={new QueryClient()}>
      <WorkspaceProvider workspace={place}>{children}</WorkspaceProvider>
    </QueryClientProvider>
  </InLanguage>
);

describe("a draft beyond its bounds", () => {
  const sent = vi.fn();
  /** The field that the server refuses; null: it saves the draft. */
  let refused: string | null;
  let status: number;

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    sent.mockReset();
    status = 400;
    vi.stubGlobal("fetch", async (_url: string, init?: RequestInit) => {
      sent(JSON.parse(String(init?.body)).body.name);
      if (refused === null) return Response.json({ data: { ...draft("dr_1", ""), body: {} } });
      const entry = { field: refused, pointer: `/${refused}`, message: "…" };
      return Response.json({ error: { code: "400000", message: "…", error_trace: [entry] } }, { status });
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it.each([
    ["body", 400],
    ["", 413],
  ])(
    "that is too large stays on the page, is not sent again, and is saved once it is shorter (%s %s)",
    async (field, code) => {
      [refused, status] = [field, code];
      const { result, unmount } = renderHook(useFormWithDraft, { wrapper });
      const type = (name: string) => act(() => result.current.form.setValue("name", name));
      type("long");
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      expect(result.current.draft.state).toEqual({ kind: "unsaved", why: "tooLarge" });
      expect([sent.mock.calls, result.current.form.getValues("name")]).toEqual([[["long"]], "long"]);

      refused = null;
      type("short");
      await act(() => vi.advanceTimersByTimeAsync(2000));
      await waitFor(() => expect(result.current.draft.state.kind).toBe("saved"));
      expect(sent.mock.calls).toEqual([["long"], ["short"]]);
      unmount();
    },
  );

  it("of which there are too many stays on the page, and is saved when there is room", async () => {
    refused = "drafts";
    const { result, unmount } = renderHook(useFormWithDraft, { wrapper });
    act(() => result.current.form.setValue("name", "陳"));
    await act(() => vi.advanceTimersByTimeAsync(2000));
    await waitFor(() => expect(result.current.draft.state).toEqual({ kind: "unsaved", why: "tooMany" }));
    refused = null;
    await act(() => vi.advanceTimersByTimeAsync(11_000));
    await waitFor(() => expect(result.current.draft.state.kind).toBe("saved"));
    expect(result.current.form.getValues("name")).toBe("陳");
    unmount();
  });

  it("of a form that is emptied again is deleted, and made once more when something is typed", async () => {
    refused = null;
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
      asked.push(`${init?.method} ${new URL(url, "http://x").pathname.split("/v1").at(-1)}`);
      return Response.json({ data: { ...draft(`dr_${asked.length}`, ""), body: {} } });
    });
    const { result, unmount } = renderHook(useFormWithDraft, { wrapper });
    for (const [name, kind] of [
      ["陳", "saved"],
      ["", "idle"],
      ["李", "saved"],
    ] as const) {
      act(() => result.current.form.setValue("name", name));
      await act(() => vi.advanceTimersByTimeAsync(2000));
      await waitFor(() => expect(result.current.draft.state.kind).toBe(kind));
    }
    expect(asked).toEqual(["POST /drafts", "DELETE /drafts/dr_1", "POST /drafts"]);
    unmount();
  });

  it.each([
    ["en", /200 KiB at most.*stays on this page/, /200 drafts.*stays on this page/],
    ["zh-Hant", /200 KiB.*保留在此頁/, /200 份草稿.*保留在此頁/],
  ] as const)("is reported in %s", (language, tooLarge, tooMany) => {
    render(<DraftNote state={{ kind: "unsaved", why: "tooLarge" }} />, language);
    expect(screen.getByRole("status")).toHaveTextContent(tooLarge);
    cleanup();
    render(<DraftNote state={{ kind: "unsaved", why: "tooMany" }} />, language);
    expect(screen.getByRole("status")).toHaveTextContent(tooMany);
  });
});

describe("a draft while the session is over", () => {
  const ended = vi.fn();
  let isSignedIn: boolean;
  let stop: () => void;
  const saved = vi.fn();

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    isSignedIn = false;
    saved.mockReset();
    ended.mockReset();
    stop = onSessionEnded(ended);
    vi.stubGlobal("fetch", async (_url: string, init?: RequestInit) => {
      if (!isSignedIn) return Response.json({ error: { code: 401001 } }, { status: 401 });
      saved(JSON.parse(String(init?.body)));
      return Response.json({ data: { ...draft("dr_1", ""), body: {} } }, { status: 201 });
    });
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("asks for the password once, not with each letter, and is saved when the person is back", async () => {
    const { result, unmount } = renderHook(useFormWithDraft, { wrapper });
    const type = (name: string) => act(() => result.current.form.setValue("name", name));
    type("陳");
    await act(() => vi.advanceTimersByTimeAsync(2000));
    await waitFor(() => expect(result.current.draft.state).toEqual({ kind: "unsaved", why: "failed" }));
    type("陳大");
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(ended).toHaveBeenCalledTimes(1);

    isSignedIn = true;
    act(() => renewSession());
    await waitFor(() => expect(result.current.draft.state.kind).toBe("saved"));
    expect(saved.mock.calls).toEqual([[{ body: { name: "陳大" } }]]);
    unmount();
  });
});

describe("a draft whose first answer was lost", () => {
  /** As the server keeps them: by the key that made each. */
  const made = new Map<string, { draft_id: string; name: string }>();
  /** How many answers to creating a draft are lost. */
  let lost = 0;
  const isGone = new Set<string>();

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    made.clear();
    isGone.clear();
    lost = 1;
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      const { name } = JSON.parse(String(init.body)).body;
      if (init.method !== "POST") {
        const saved = [...made.values()].find(({ draft_id }) => url.endsWith(`/drafts/${draft_id}`));
        if (!saved || isGone.has(saved.draft_id)) return Response.json({ error: { code: "404000" } }, { status: 404 });
        saved.name = name;
        return Response.json({ data: { ...draft(saved.draft_id, name), body: {} } });
      }
      const key = new Headers(init.headers).get("idempotency-key") ?? `none ${made.size}`;
      const known = made.get(key);
      if (known) return Response.json({ error: { code: "500998", id: known.draft_id } }, { status: 500 });
      const draft_id = `dr_${made.size + 1}`;
      made.set(key, { draft_id, name });
      if (lost-- > 0) throw new TypeError("Failed to fetch");
      return Response.json({ data: { ...draft(draft_id, name), body: {} } });
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    window.history.replaceState(null, "", "/");
  });

  it("is the one that the next save updates, with what the form then holds", async () => {
    const { result, unmount } = renderHook(useFormWithDraft, { wrapper });
    const type = (name: string) => act(() => result.current.form.setValue("name", name));
    type("陳");
    await act(() => vi.advanceTimersByTimeAsync(2000));
    await waitFor(() => expect(result.current.draft.state).toEqual({ kind: "unsaved", why: "failed" }));
    type("陳大文");
    await act(() => vi.advanceTimersByTimeAsync(2000));
    await waitFor(() => expect(result.current.draft.state.kind).toBe("saved"));
    expect([...made.values()]).toEqual([{ draft_id: "dr_1", name: "陳大文" }]);
    expect([result.current.draft.id.current, window.location.search]).toEqual(["dr_1", "?draft=dr_1"]);

    // Deleted in another window: another draft is made, with a key of its own.
    isGone.add("dr_1");
    type("陳大明");
    await act(() => vi.advanceTimersByTimeAsync(2000));
    await waitFor(() => expect(result.current.draft.id.current).toBe("dr_2"));
    expect(made.size).toBe(2);
    unmount();
  });
});

function useOpened({ body, revision }: { body: Record<string, unknown>; revision: number }) {
  const form = useForm<FieldValues>({ defaultValues: orderOfDraft("local", body) });
  return { form, draft: useDraft(form, { draft_id: "dr_1", revision }) };
}

describe("a draft that is open in two windows", () => {
  /** What the server has, and what it was sent. */
  let stored: { body: Record<string, unknown>; revision: number };
  let sent: { body: Record<string, unknown>; revision?: number }[];
  /** The paths that the other window has changed since the revision that is sent. */
  let changed: string[];

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    sent = [];
    changed = [];
    stored = { body: { ship_type: "local", reference: "R-1", client_remarks: "Ring" }, revision: 1 };
    vi.stubGlobal("fetch", async (_url: string, init?: RequestInit) => {
      const answer = () => Response.json({ data: { ...draft("dr_1", ""), ...stored } });
      if ((init?.method ?? "GET") === "GET") return answer();
      const asked = JSON.parse(String(init?.body));
      sent.push(asked);
      const both = changed.filter((path) => asked.body[path] !== stored.body[path]);
      if (asked.revision !== stored.revision && both.length > 0) {
        const error_trace = both.map((path) => ({ field: `body.${path}`, pointer: `/body/${path}`, message: "…" }));
        return Response.json({ error: { code: "409020", message: "…", error_trace } }, { status: 409 });
      }
      stored = { body: asked.body, revision: stored.revision + 1 };
      return answer();
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const open = () => {
    const shown = renderHook(useOpened, { wrapper, initialProps: stored });
    const { form } = shown.result.current;
    const type = (name: string, value: string) => act(() => form.setValue(name, value));
    const values = () => [form.getValues("reference"), form.getValues("client_remarks")];
    return { ...shown, type, values, state: () => shown.result.current.draft.state };
  };
  const other = (change: Record<string, string>) => {
    changed = Object.keys(change);
    stored = { body: { ...stored.body, ...change }, revision: stored.revision + 1 };
  };
  const pause = () => act(() => vi.advanceTimersByTimeAsync(2000));

  it("takes over what the other changed, and saves both", async () => {
    const { type, values, state, unmount } = open();
    other({ reference: "R-2" });
    type("client_remarks", "Ring twice");
    await pause();
    await waitFor(() => expect(values()).toEqual(["R-2", "Ring twice"]));
    await pause();
    await waitFor(() => expect(state().kind).toBe("saved"));
    expect(stored.body).toMatchObject({ reference: "R-2", client_remarks: "Ring twice" });
    expect(sent.map(({ revision }) => revision)).toEqual([1, 2]);
    unmount();
  });

  it.each(["keep", "take"] as const)("asks whose change of one field counts: %s", async (choice) => {
    const { type, values, state, unmount } = open();
    other({ client_remarks: "Knock" });
    type("client_remarks", "Ring twice");
    await pause();
    await waitFor(() => expect(state().kind).toBe("changed"));
    type("reference", "R-3");
    await pause();
    expect(sent).toHaveLength(1);
    const asked = state();
    expect(asked).toMatchObject({ now: "Knock" });
    if (asked.kind === "changed") act(() => asked[choice]());
    expect(values()).toEqual(["R-3", choice === "keep" ? "Ring twice" : "Knock"]);
    await pause();
    await waitFor(() => expect(state().kind).toBe("saved"));
    expect(stored.body.client_remarks).toBe(choice === "keep" ? "Ring twice" : "Knock");
    unmount();
  });
});
