import { act, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { type FieldValues, useForm } from "react-hook-form";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useDraft } from "@/app/(dashboard)/[environment]/orders/new/use-draft";
import { PlaceProvider } from "@/components/environment";
import { onSessionEnded, renewSession } from "@/lib/api-client";
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
  it("leads back from a page behind the end: there are drafts", async () => {
    answers.push(["/drafts", drafts([], 20)]);
    show("status=DRAFT&offset=20");
    await userEvent.click(await screen.findByRole("button", { name: "To the first page" }));
    expect(addresses()).toEqual(["/testing/orders?status=DRAFT"]);
    expect(screen.queryByText("No drafts")).toBeNull();
  });

  it("says that there is none, and how one comes about", async () => {
    answers.push(["/drafts", drafts([])]);
    show("status=DRAFT");
    expect(await screen.findByText("No drafts")).toBeVisible();
    expect(screen.getByRole("link", { name: "New order" })).toBeVisible();
  });
});

describe("the rows of a list", () => {
  it("are told where there are none, too", async () => {
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

  const place = {
    environment: "testing" as const,
    account: { id: "100001", name: "Harbour Tea", pickPack: false },
    person: { id: "1", name: "Mak", email: "tea@sampan.example", role: "owner" as const },
    isStaff: false,
  };
  const wrapper = ({ children }: { children: ReactNode }) => <PlaceProvider place={place}>{children}</PlaceProvider>;

  it("asks for the password once, not with each letter, and is saved when the person is back", async () => {
    const { result, unmount } = renderHook(useFormWithDraft, { wrapper });
    const type = (name: string) => act(() => result.current.form.setValue("name", name));
    type("陳");
    await act(() => vi.advanceTimersByTimeAsync(2000));
    await waitFor(() => expect(result.current.draft.state.kind).toBe("failed"));
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
