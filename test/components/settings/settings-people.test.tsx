import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { InviteDialog } from "@/app/(dashboard)/[environment]/settings/people/invite-dialog";
import { PeopleView } from "@/app/(dashboard)/[environment]/settings/people/people-view";
import type { AccountPerson, Invitation } from "@/lib/contracts/people";
import { show } from "../webhooks/webhooks-frame";

const person = (id: string, change: Partial<AccountPerson> = {}): AccountPerson => ({
  id,
  email: `p${id}@sampan.example`,
  name: `Person ${id}`,
  role: "member",
  disabled_at: null,
  last_sign_in_at: "2026-11-20T10:00:00.000+08:00",
  last_seen_at: "2026-11-20T10:00:00.000+08:00",
  last_place: null,
  sessions: 1,
  factors: [],
  ...change,
});
const invitation = (change: Partial<Invitation> = {}): Invitation => ({
  id: "in_1",
  email: "new@shop.example",
  name: null,
  role: "member",
  invited_by: "Mak",
  created_at: "2026-11-20T10:00:00.000+08:00",
  expires_at: "2026-11-27T10:00:00.000+08:00",
  is_expired: false,
  ...change,
});
const PEOPLE = [
  person("1", { name: "Mak", email: "tea@sampan.example", role: "owner" }),
  person("2"),
  person("3", { disabled_at: "2026-11-20T10:00:00.000+08:00", last_sign_in_at: null, last_seen_at: null, sessions: 0 }),
];

const sent: [method: string, path: string, body: unknown][] = [];
let invitations: Invitation[];
let refusal: object | null;

beforeEach(() => {
  sent.length = 0;
  invitations = [];
  refusal = null;
  vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
    const path = new URL(input, "http://localhost").pathname.replace("/testing/v1", "");
    if (init.method !== "GET") {
      sent.push([String(init.method), path, init.body ? JSON.parse(String(init.body)) : null]);
      return refusal ? Response.json({ error: refusal }, { status: 400 }) : Response.json({ data: {} });
    }
    const rows = path === "/people" ? PEOPLE : path === "/activity" ? [] : invitations;
    return Response.json({ data: rows, pagination: { total: rows.length, page: 1, per_page: 100, total_pages: 1 } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const rowOf = async (name: string) => (await screen.findByText(name)).closest("tr") as HTMLElement;
const act = async (name: string, action: string) => {
  await userEvent.click(within(await rowOf(name)).getByRole("button", { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: action }));
};

describe("the page of people", () => {
  it("shows who is in the account, who is disabled and who looks at it", async () => {
    show(<PeopleView limit="100" />);
    const me = await rowOf("Mak");
    expect(within(me).getByText("You")).toBeVisible();
    expect(within(me).getByText("Owner")).toBeVisible();
    expect(within(me).getByText("20 Nov 2026, 10:00")).toBeVisible();
    expect(within(me).getByText("1 session")).toBeVisible();
    const third = await rowOf("Person 3");
    expect(within(third).getByText("Disabled")).toBeVisible();
    expect(within(third).getByText("Never")).toBeVisible();
    expect(screen.getByText("3 people, 0 with a second factor")).toBeVisible();
    expect(screen.getByRole("table", { name: "What each role may do" })).toBeVisible();
  });

  it("offers members nothing to change", async () => {
    invitations = [invitation()];
    show(<PeopleView limit="100" />, { role: "member" });
    expect(await screen.findByText("new@shop.example")).toBeVisible();
    expect(screen.queryAllByRole("button")).toEqual([]);
  });

  it.each([
    ["Sign out everywhere", "Sign out everywhere", ["POST", "/people/2/end-sessions", {}]],
    ["Disable", "Disable", ["POST", "/people/2/disable", {}]],
    ["Remove", "Remove", ["DELETE", "/people/2", null]],
  ])("asks, and then does: %s", async (action, confirm, call) => {
    show(<PeopleView limit="100" />);
    await act("Person 2", action);
    const question = await screen.findByRole("alertdialog");
    expect(within(question).getByRole("heading")).toHaveTextContent("Person 2");
    expect(sent).toEqual([]);
    await userEvent.click(within(question).getByRole("button", { name: confirm }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(sent).toEqual([call]);
  });

  it("changes a role where it is read, after a question, but not one's own", async () => {
    show(<PeopleView limit="100" />);
    const role = async (name: string) => within(await rowOf(name)).queryByRole("button", { name: /^Role of/ });
    expect(await role("Mak")).toBeNull();
    (await role("Person 2"))?.focus();
    await userEvent.keyboard("{ArrowDown}");
    expect(await screen.findByRole("menuitemradio", { name: /^Member/ })).toBeChecked();
    await userEvent.click(screen.getByRole("menuitemradio", { name: /^Member/ }));
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await userEvent.click((await role("Person 2")) as HTMLElement);
    await userEvent.click(await screen.findByRole("menuitemradio", { name: /^Owner/ }));
    const question = await screen.findByRole("alertdialog", { name: "Make Person 2 an owner?" });
    expect(sent).toEqual([]);
    await userEvent.click(within(question).getByRole("button", { name: "Make owner" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(sent).toEqual([["PATCH", "/people/2", { role: "owner" }]]);
  });

  it("enables at once, and offers an owner nothing against themselves", async () => {
    show(<PeopleView limit="100" />);
    await act("Person 3", "Enable");
    await waitFor(() => expect(sent).toEqual([["POST", "/people/3/enable", {}]]));
    await userEvent.click(within(await rowOf("Mak")).getByRole("button", { name: "Actions for Mak" }));
    expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual(["Change name"]);
  });

  it("changes a name that is one", async () => {
    show(<PeopleView limit="100" />);
    await act("Person 2", "Change name");
    const name = await screen.findByLabelText(/^Name/);
    await userEvent.clear(name);
    await userEvent.click(screen.getByRole("button", { name: "Save the name" }));
    expect(name).toHaveAccessibleDescription(/./);
    expect(sent).toEqual([]);
    await userEvent.type(name, "Lo Wing Yan 羅詠恩");
    await userEvent.click(screen.getByRole("button", { name: "Save the name" }));
    await waitFor(() => expect(sent).toEqual([["PATCH", "/people/2", { name: "Lo Wing Yan 羅詠恩" }]]));
  });

  it("keeps the question open when it is refused", async () => {
    show(<PeopleView limit="100" />);
    refusal = { code: "400000", error_trace: [{ field: "id", pointer: "/id", message: "The last owner." }] };
    await act("Person 2", "Disable");
    await userEvent.click(await screen.findByRole("button", { name: "Disable" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(await screen.findByRole("alertdialog")).toBeVisible();
  });
});

describe("invitations", () => {
  it.each([
    ["en", "Invite a person", "E-mail", "Send the invitation"],
    ["zh-Hant", "邀請人員", "電郵", "發出邀請"],
  ] as const)("are sent to e-mails that are not in the account yet, in %s", async (language, open, email, send) => {
    show(<PeopleView limit="100" />, { language });
    await screen.findByText("Mak");
    await userEvent.click(screen.getByRole("button", { name: open }));
    const field = await screen.findByLabelText(new RegExp(`^${email}`));
    await userEvent.type(field, "P2@sampan.example");
    await userEvent.click(screen.getByRole("button", { name: send }));
    expect(field).toHaveAccessibleDescription(/./);
    expect(sent).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, "new@shop.example");
    await userEvent.click(screen.getByRole("button", { name: send }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual([["POST", "/invitations", { email: "new@shop.example", role: "member" }]]);
  });

  it("show what the server refuses at its field", async () => {
    refusal = { code: "400000", error_trace: [{ field: "email", pointer: "/email", message: "There are 50." }] };
    const onClose = vi.fn();
    show(<InviteDialog people={[]} onClose={onClose} />);
    await userEvent.type(screen.getByLabelText(/^E-mail/), "new@shop.example");
    await userEvent.click(screen.getByRole("radio", { name: /^Owner/ }));
    await userEvent.click(screen.getByRole("button", { name: "Send the invitation" }));
    await waitFor(() => expect(screen.getByLabelText(/^E-mail/)).toHaveAccessibleDescription(/There are 50/));
    expect(sent[0]?.[2]).toEqual({ email: "new@shop.example", role: "owner" });
    expect(onClose).not.toHaveBeenCalled();
  });

  it("are sent again, and withdrawn after a question", async () => {
    invitations = [invitation({ is_expired: true })];
    show(<PeopleView limit="100" />);
    expect(await screen.findByText("Expired")).toBeVisible();
    expect(screen.getByText("Invited by Mak, 20 Nov 2026")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Send the invitation to new@shop.example again" }));
    await waitFor(() => expect(sent).toEqual([["POST", "/invitations/in_1/resend", {}]]));
    await userEvent.click(screen.getByRole("button", { name: "Withdraw the invitation to new@shop.example" }));
    const question = await screen.findByRole("alertdialog");
    await userEvent.click(within(question).getByRole("button", { name: "Withdraw" }));
    await waitFor(() => expect(sent[1]).toEqual(["DELETE", "/invitations/in_1", null]));
  });
});
