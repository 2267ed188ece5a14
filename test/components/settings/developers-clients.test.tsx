import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ClientList } from "@/app/(dashboard)/[environment]/developers/clients/client-list";
import type { ApiClient } from "@/lib/contracts/client";
import { refusal } from "../products-frame";
import { show } from "../webhooks/webhooks-frame";

const CLIENT: ApiClient = {
  client_id: "ci_test_1",
  name: "Web shop",
  created_at: "2026-11-01T10:00:00.000+08:00",
  last_used_at: null,
  previous_secret_until: null,
  revoked_at: null,
  rate_minute: 100,
  allow_list: null,
  rate_hour: 1000,
};

let rows: ApiClient[];
let refused: Response | null;
let sent: [method: string, path: string, body: unknown][];

beforeEach(() => {
  rows = [CLIENT, { ...CLIENT, client_id: "ci_test_2", name: "", revoked_at: CLIENT.created_at }];
  sent = [];
  refused = null;
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const method = init.method ?? "GET";
    const pagination = { total: rows.length, limit: 100, offset: 0, has_more: false };
    if (method === "GET") return Response.json({ data: rows, pagination });
    sent.push([method, new URL(input, "http://localhost").pathname, JSON.parse(String(init.body ?? "null"))]);
    if (refused) return refused;
    return Response.json({ data: { ...CLIENT, client_secret: "cs_test_made" } });
  });
  return () => vi.unstubAllGlobals();
});

const menuOf = async (name: string) =>
  userEvent.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
const choose = (name: string) => userEvent.click(screen.getByRole("menuitem", { name }));

describe("the list of API clients", () => {
  it("shows each with its state, and only the calls of one that is revoked", async () => {
    show(<ClientList most={20} />);
    expect(await screen.findByText("ci_test_1")).toBeVisible();
    expect([screen.getByText("In use"), screen.getByText("Revoked"), screen.getByText("No name")]).toHaveLength(3);
    await menuOf("ci_test_2");
    expect(screen.getAllByRole("menuitem")).toHaveLength(1);
    expect(screen.getAllByText("100 a minute, 1,000 an hour")).toHaveLength(2);
  });

  it("issues a client and shows its secret until the person has kept it", async () => {
    show(<ClientList most={20} />);
    await screen.findByText("ci_test_1");
    await userEvent.click(screen.getByRole("button", { name: "New client" }));
    const dialog = screen.getByRole("dialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Issue client" }));
    expect(within(dialog).getByRole("textbox", { name: /Name/ })).toHaveAccessibleDescription(/This field is required/);
    expect(sent).toEqual([]);
    await userEvent.type(within(dialog).getByRole("textbox", { name: /Name/ }), "Till");
    await userEvent.type(within(dialog).getByRole("textbox", { name: /Allowed addresses/ }), "10.0.0.1");
    await userEvent.click(within(dialog).getByRole("button", { name: "Issue client" }));
    expect(await within(dialog).findByRole("textbox", { name: "Client secret" })).toHaveValue("cs_test_made");
    expect(sent).toEqual([["POST", "/testing/v1/clients", { name: "Till", allow_list: ["10.0.0.1"] }]]);
    await userEvent.keyboard("{Escape}");
    expect(screen.getByRole("dialog")).toBeVisible();
    await userEvent.click(within(dialog).getByRole("button", { name: "I have saved it" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("limits a client to addresses, one a line, and shows what the server says of a line at their field", async () => {
    rows = [{ ...CLIENT, allow_list: ["10.0.0.1"] }];
    show(<ClientList most={20} />);
    expect(await screen.findByText("Only from 1 address or range")).toBeVisible();
    await menuOf("Web shop");
    await choose("Change…");
    const field = screen.getByRole("textbox", { name: /Allowed addresses/ });
    expect(field).toHaveValue("10.0.0.1");
    await userEvent.type(field, "{Enter}{Enter}203.0.113.0/24, shop");
    refused = refusal({ "/allow_list/2": "“shop” is neither." });
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("“shop” is neither.")).toBeVisible();
    expect(field).toHaveAccessibleDescription(/“shop” is neither/);
    // The name, which the person did not change here, is not sent.
    const body = { allow_list: ["10.0.0.1", "203.0.113.0/24", "shop"] };
    expect(sent).toEqual([["PATCH", "/testing/v1/clients/ci_test_1", body]]);
  });

  it("rolls a secret with a day of overlap, or none", async () => {
    show(<ClientList most={20} />);
    await menuOf("Web shop");
    await choose("Roll secret");
    await userEvent.click(screen.getByRole("radio", { name: /Ends at once/ }));
    await userEvent.click(screen.getByRole("button", { name: "Roll secret" }));
    expect(await screen.findByText(/the old secret and its tokens have ended/)).toBeVisible();
    expect(sent).toEqual([["POST", "/testing/v1/clients/ci_test_1/roll", { overlap_hours: 0 }]]);
  });

  it("revokes after a question, in Chinese too", async () => {
    show(<ClientList most={20} />, { language: "zh-Hant" });
    await userEvent.click(await screen.findByRole("button", { name: "Web shop 的操作" }));
    await choose("撤銷");
    const question = screen.getByRole("alertdialog", { name: "撤銷 Web shop？" });
    expect(question).toHaveTextContent("無法復原");
    expect(sent).toEqual([]);
    await userEvent.click(within(question).getByRole("button", { name: "撤銷用戶端" }));
    expect(sent).toEqual([["POST", "/testing/v1/clients/ci_test_1/revoke", {}]]);
  });

  it("offers nothing more when all are in use", async () => {
    show(<ClientList most={1} />);
    await screen.findByText("ci_test_1");
    expect(screen.getByRole("button", { name: "New client" })).toBeDisabled();
    expect(screen.getByText(/All 1 clients of this environment are in use/)).toBeVisible();
  });

  it("is only looked at by members", async () => {
    show(<ClientList most={20} />, { role: "member" });
    await screen.findByText("ci_test_1");
    expect(screen.queryByRole("button", { name: "New client" })).toBeNull();
    await menuOf("Web shop");
    const calls = screen.getByRole("menuitem");
    expect(calls).toHaveAttribute("href", "/testing/developers/requests?client_id=ci_test_1");
    expect(screen.getByText(/Owners of the account issue them/)).toBeVisible();
  });
});
