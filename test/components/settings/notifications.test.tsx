import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NoticeList } from "@/app/(dashboard)/[environment]/notifications/notice-list";
import { NoticeSettingsView } from "@/app/(dashboard)/[environment]/settings/notifications/notice-settings";
import { listNotices, type Notice, type NoticeSettings } from "@/lib/contracts/notice";
import { AtAddress, viewOf } from "../address-frame";
import { router } from "../products-frame";
import { show } from "../webhooks/webhooks-frame";

const notice = (id: string, change: Partial<Notice> = {}): Notice => ({
  id,
  kind: "endpoint_disabled",
  environment: "testing",
  title: `Notice ${id}`,
  path: "/testing/webhooks/we_1",
  created_at: "2026-11-20T10:00:00.000+08:00",
  read_at: null,
  ...change,
});
const settings = (person_id: string, role: "owner" | "member"): NoticeSettings => {
  const ways = { mail: role === "owner", in_app: true };
  const choices = {
    order_short: ways,
    order_message: ways,
    order_adjusted: ways,
    points_closed: ways,
    endpoint_disabled: ways,
    many_errors: ways,
    account_changed: ways,
  };
  return { person_id, name: `Person ${person_id}`, email: `p${person_id}@sampan.example`, role, choices };
};

let notices: Notice[];
let people: NoticeSettings[];
let isFailing: boolean;
const sent: [string, unknown][] = [];

beforeEach(() => {
  notices = [notice("1"), notice("2", { read_at: "2026-11-20T11:00:00.000+08:00", path: null })];
  people = [settings("2", "member"), settings("1", "owner")];
  isFailing = false;
  sent.length = 0;
  vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
    const path = new URL(input, "http://localhost").pathname.replace("/testing/v1/notifications", "");
    const page = (rows: unknown[]) =>
      Response.json({ data: rows, pagination: { total: rows.length, page: 1, per_page: 20, total_pages: 1 } });
    if (init.method === "GET") return page(path === "/settings" ? people : notices);
    const body = JSON.parse(String(init.body));
    sent.push([path, body]);
    if (isFailing) return Response.json({ error: { code: "500999", message: "It failed." } }, { status: 500 });
    if (path === "/read") {
      notices = notices.map((each) => ({ ...each, read_at: each.read_at ?? "2026-11-20T12:00:00.000+08:00" }));
      return Response.json({ data: { read: 1 } });
    }
    const id = path.split("/").at(-1);
    people = people.map((each) => (each.person_id === id ? { ...each, choices: { ...each.choices, ...body } } : each));
    return Response.json({ data: people.find(({ person_id }) => person_id === id) });
  });
});
afterEach(() => vi.unstubAllGlobals());

const showList = () =>
  show(
    <AppRouterContext value={router}>
      <AtAddress>
        <NoticeList view={viewOf(listNotices, "")} />
      </AtAddress>
    </AppRouterContext>,
  );

describe("the list of notices", () => {
  it("says what is unread, leads to what it is about, and marks all as read", async () => {
    showList();
    expect(await screen.findByRole("link", { name: "Notice 1" })).toHaveAttribute("href", "/testing/webhooks/we_1");
    expect(screen.queryByRole("link", { name: "Notice 2" })).toBeNull();
    expect(screen.getAllByText("(unread)")).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Mark all as read" }));
    await waitFor(() => expect(screen.queryByText("(unread)")).toBeNull());
    expect(screen.queryByRole("button", { name: "Mark all as read" })).toBeNull();
    expect(sent).toEqual([["/read", {}]]);
  });

  it("says what it is for when there are none", async () => {
    notices = [];
    showList();
    expect(await screen.findByText("Nothing has happened yet")).toBeVisible();
  });
});

describe("the choice of notices", () => {
  const tick = (name: string) => screen.findByRole("checkbox", { name });

  it("has one's own first, saves each tick, and leaves owners the mail about changes by staff", async () => {
    show(<NoticeSettingsView />);
    const headings = await screen.findAllByRole("heading", { level: 2 });
    expect(headings.map(({ textContent }) => textContent)).toEqual(["Person 1 (you)", "Person 2"]);
    const own = within(screen.getByRole("table", { name: "Notifications for Person 1" }));
    const fixed = own.getByRole("checkbox", { name: /^Sampan support changed .*E-mail/ });
    expect([fixed.getAttribute("aria-checked"), fixed.hasAttribute("disabled")]).toEqual(["true", true]);
    const other = "A webhook endpoint was disabled because it failed: E-mail, Person 2";
    await userEvent.click(await tick(other));
    await waitFor(async () => expect(await tick(other)).toBeChecked());
    expect(sent).toEqual([["/settings/2", { endpoint_disabled: { mail: true, in_app: true } }]]);
  });

  it("leaves a tick as it was when it could not be saved", async () => {
    isFailing = true;
    show(<NoticeSettingsView />);
    const other = "A webhook endpoint was disabled because it failed: E-mail, Person 2";
    await userEvent.click(await tick(other));
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(async () => expect(await tick(other)).toBeEnabled());
    expect(await tick(other)).not.toBeChecked();
  });
});
