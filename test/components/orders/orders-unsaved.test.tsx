// What is typed into a new order and did not reach the server.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type FieldValues, useForm } from "react-hook-form";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { UnsavedOffer } from "@/app/(dashboard)/[environment]/orders/form/unsaved-offer";
import { useDraft } from "@/app/(dashboard)/[environment]/orders/form/use-draft";
import { WorkspaceProvider } from "@/components/environment";
import { leave } from "@/components/shell/sign-out";
import { orderOfDraft } from "@/lib/orders/form-values";
import { render } from "../render";

type Body = Record<string, unknown>;
/** As the server keeps drafts, by the key that made each. */
let made: Map<string, { draft_id: string; body: Body; revision: number }>;
let isDown: boolean;
/** Answers that are lost, though the server did what was asked. */
let isLost: boolean;
let kept: (boolean | undefined)[];

beforeEach(() => {
  // A form that was left tries again, which must not reach other tests.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.clear();
  window.history.replaceState(null, "", "/");
  made = new Map();
  kept = [];
  [isDown, isLost] = [false, false];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (isDown) throw new TypeError("Failed to fetch");
    const path = new URL(url, "http://localhost").pathname;
    const answer = (draft: unknown) => {
      if (isLost) throw new TypeError("Failed to fetch");
      const times = { create_time: "2026-11-21T01:13:00.000+08:00", update_time: "2026-11-21T01:13:00.000+08:00" };
      return Response.json({ data: { ...times, ...(draft as object) } });
    };
    const known = [...made.values()].find(({ draft_id }) => path.endsWith(draft_id));
    if (!init.method || init.method === "GET")
      return known ? answer(known) : Response.json({ error: { code: "404000" } }, { status: 404 });
    kept.push(init.keepalive);
    const { body } = JSON.parse(String(init.body));
    if (known) {
      Object.assign(known, { body, revision: known.revision + 1 });
      return answer(known);
    }
    const key = String(new Headers(init.headers).get("idempotency-key"));
    const before = made.get(key);
    if (before) return Response.json({ error: { code: "500998", id: before.draft_id } }, { status: 500 });
    const draft = { draft_id: `dr_${made.size + 1}`, body, revision: 1 };
    made.set(key, draft);
    return answer(draft);
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

type Opened = { draft_id: string; body: Body; revision: number };
function Form({ opened = null, latest = null }: { opened?: Opened | null; latest?: string | null }) {
  const form = useForm<FieldValues>({ defaultValues: orderOfDraft("local", opened?.body ?? {}) });
  const draft = useDraft(form, opened);
  return (
    <>
      <UnsavedOffer draft={draft} shipType="local" latest={latest} />
      <label>
        Reference <input {...form.register("reference")} />
      </label>
      <label>
        Remarks <input {...form.register("client_remarks")} />
      </label>
      <p role="status">{draft.state.kind}</p>
    </>
  );
}

/** The page, as a person of an account sees it, until it is left. */
function visit(props: Parameters<typeof Form>[0] = {}, person = "7", account = "100001") {
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <WorkspaceProvider
        workspace={{
          environment: "testing",
          account: { id: account, name: "Tea House", pickPack: false },
          person: { id: person, name: "Chan", email: "chan@shop.example", role: "owner" },
          isStaff: false,
        }}
      >
        <Form {...props} />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  return { leave: unmount };
}
const box = (name: string) => screen.getByRole("textbox", { name });
const type = (name: string, text: string) => userEvent.type(box(name), text);
const offer = () => screen.queryByText(/did not reach the server/);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
/** As a reload does: what is under way is not answered any more. */
async function reload({ leave }: { leave: () => void }, answered = false) {
  isLost = !answered;
  leave();
  await act(async () => undefined);
  isLost = false;
}

it("is offered at the next visit, and filled in as it was", async () => {
  isDown = true;
  const page = visit();
  await type("Reference", "R-1");
  await reload(page);
  visit();
  expect(await screen.findByText(/did not reach the server/)).toBeVisible();
  expect(box("Reference")).toHaveValue("");
  isDown = false;
  await type("Remarks", "Ring");
  await press("Fill it in");
  expect([box("Reference"), box("Remarks")].map((input) => (input as HTMLInputElement).value)).toEqual(["R-1", "Ring"]);
  expect(offer()).toBeNull();
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("saved"), { timeout: 4000 });
  expect([...made.values()].map(({ body }) => body)).toMatchObject([{ reference: "R-1", client_remarks: "Ring" }]);
  expect(Object.keys(localStorage)).toEqual([]);
});

it("is dropped once the server has it, and makes its draft once where the answer was lost", async () => {
  const first = visit();
  await type("Reference", "R-1");
  await reload(first);
  expect(made.size).toBe(1);
  const second = visit();
  expect(await screen.findByText(/did not reach the server/)).toBeVisible();
  await press("Fill it in");
  await reload(second, true);
  await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
  expect([...made.values()]).toMatchObject([{ draft_id: "dr_1", body: { reference: "R-1" } }]);
  visit();
  await act(async () => undefined);
  expect(offer()).toBeNull();
});

it("is not offered where the draft has it", async () => {
  const opened = { draft_id: "dr_1", body: { ship_type: "local", reference: "R-1" }, revision: 1 };
  made.set("first", { ...opened });
  const page = visit({ opened });
  await type("Remarks", "Ring");
  await reload(page);
  const stored = made.get("first") as Opened;
  expect(stored.body).toMatchObject({ reference: "R-1", client_remarks: "Ring" });
  const again = visit({ opened: { ...stored } });
  await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
  expect(offer()).toBeNull();
  await reload(again, true);
  // Nor where that draft is offered anyhow.
  const fresh = visit();
  await type("Reference", "R-2");
  await reload(fresh);
  visit({ latest: "dr_2" });
  await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
  expect(offer()).toBeNull();
});

it("leads from an empty form to the draft that it belongs to, where that lacks it", async () => {
  const opened = { draft_id: "dr_1", body: { ship_type: "local" }, revision: 1 };
  made.set("first", { ...opened });
  isDown = true;
  const page = visit({ opened });
  await type("Remarks", "Ring");
  await reload(page);
  isDown = false;
  const empty = visit();
  expect(await screen.findByRole("link", { name: "Open its draft" })).toHaveAttribute(
    "href",
    "/testing/orders/new?type=local&draft=dr_1",
  );
  await reload(empty, true);
  visit({ opened });
  await userEvent.click(await screen.findByRole("button", { name: "Forget it" }));
  expect([offer(), Object.keys(localStorage)]).toEqual([null, []]);
});

it("belongs to the person and the account", async () => {
  isDown = true;
  const page = visit();
  await type("Reference", "R-1");
  await reload(page);
  for (const [person, account] of [
    ["8", "100001"],
    ["7", "100002"],
  ] as const) {
    const other = visit({}, person, account);
    await act(async () => undefined);
    expect(offer()).toBeNull();
    await reload(other);
  }
  expect(Object.keys(localStorage)).toHaveLength(1);
});

it("is forgotten at every way to sign out, and stays where the session could not be ended", async () => {
  isDown = true;
  const page = visit();
  await type("Reference", "R-1");
  await reload(page);
  const stored = () => Object.keys(localStorage).filter((name) => name.startsWith("sampan-")).length;
  localStorage.setItem("sampan-sound", "on");
  // The library tells of the failure itself, the server too.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const isLogged = (url: unknown) => String(url).includes("/_log");
  vi.stubGlobal("fetch", async (url: unknown) => {
    if (isLogged(url)) return Response.json({});
    throw new TypeError("Failed to fetch");
  });
  vi.stubGlobal("location", { ...window.location, assign: vi.fn() });
  await expect(leave()).rejects.toThrow();
  expect(stored()).toBe(2);
  vi.stubGlobal("fetch", async () => Response.json({ csrfToken: "c", url: "http://localhost/" }));
  await leave();
  expect([stored(), localStorage.getItem("sampan-sound")]).toEqual([1, "on"]);
});

it("is sent with keepalive as the page is hidden, if it is small enough", async () => {
  visit();
  const hide = () => {
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    document.dispatchEvent(new Event("visibilitychange"));
  };
  await type("Reference", "R-1");
  hide();
  await waitFor(() => expect(kept).toEqual([true]));
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("saved"));
  const input = box("Remarks");
  await userEvent.click(input);
  await userEvent.paste("x".repeat(61 * 1024));
  hide();
  await waitFor(() => expect(kept).toEqual([true, undefined]));
});

it("is typed also where the browser allows no storage", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  visit();
  await type("Reference", "R-1");
  expect(box("Reference")).toHaveValue("R-1");
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("saved"), { timeout: 4000 });
});
