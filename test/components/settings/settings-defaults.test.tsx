import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DefaultsView } from "@/app/(dashboard)/[environment]/settings/defaults/defaults-view";
import type { RevisedDefaults } from "@/lib/contracts/defaults";
import { refusal, router } from "../products-frame";
import { show } from "../webhooks/webhooks-frame";

const INTL = { currency: "USD" } as const;
let stored: RevisedDefaults;
let refused: Response | null;
const sent: unknown[] = [];
const PROVIDERS = [{ code: "LOCAL_DOOR", name_en: "Door-to-Door", name_zh: "送貨上門" }];

beforeEach(() => {
  stored = {
    local: { sender: { name: "Tea House", mobile_prefix: "852" } },
    intl: { ...INTL },
    paper: null,
    revision: 1,
  };
  refused = null;
  sent.length = 0;
  vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
    const path = new URL(input, "http://localhost").pathname.replace("/testing/v1", "");
    if (path === "/providers") return Response.json({ data: PROVIDERS });
    if (init.method === "PUT") {
      const body = JSON.parse(String(init.body));
      sent.push(body);
      if (refused) return refused;
      if (body.revision !== stored.revision) return refusal({ "/intl/currency": "Changed." }, 409);
      stored = { local: {}, intl: {}, paper: null, ...body, revision: body.revision + 1 };
    }
    return Response.json({ data: stored });
  });
});
afterEach(() => vi.unstubAllGlobals());

const field = (name: string) => screen.findByRole("textbox", { name: new RegExp(`^${name}`) });
const save = () => userEvent.click(screen.getByRole("button", { name: "Save defaults" }));

const showPage = (shipType: "local" | "intl", role: "owner" | "member" = "owner") =>
  show(
    <AppRouterContext value={router}>
      <DefaultsView shipType={shipType} />
    </AppRouterContext>,
    { role },
  );

describe("the page of defaults", () => {
  it("saves what is given of one kind, and leaves the other kind as it is by then", async () => {
    showPage("local");
    await userEvent.type(await field("Contents"), "Tea");
    await userEvent.type(await field("Weight"), "0.5");
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Service" }), "Door-to-Door");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "From" }), "14:00");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Paper for labels" }), "A6");
    stored = { ...stored, intl: { currency: "EUR" }, revision: 2 };
    await save();
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]).toMatchObject({ intl: INTL, revision: 1 });
    expect(sent[1]).toEqual({
      local: {
        sender: { name: "Tea House", mobile_prefix: "852" },
        shipping_provider: "LOCAL_DOOR",
        consignment_declaration: "Tea",
        parcel: { act_weight: "0.5" },
        pickup_arrange: { pickup_start_time: "14:00" },
      },
      intl: { currency: "EUR" },
      paper: "A6",
      revision: 2,
    });
    await waitFor(() => expect(router.refresh).toHaveBeenCalled());
  });

  it("empties what was given, and sends no sender of which only the prefix is left", async () => {
    showPage("local");
    await userEvent.clear(await field("Name"));
    await save();
    await waitFor(() => expect(sent).toEqual([{ local: {}, intl: INTL, revision: 1 }]));
  });

  it("judges as an order would, and puts the server's refusal at its field", async () => {
    showPage("local");
    await userEvent.type(await field("Mobile"), "9123456");
    await save();
    expect(await screen.findByText(/8 digits/)).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.type(await field("Mobile"), "7");
    const message = "There is no such service.";
    refused = refusal({ "/local/shipping_provider": message });
    await save();
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole("combobox", { name: "Service" })).toHaveAccessibleDescription(message);
  });

  it("shows members what they may not change", async () => {
    showPage("intl", "member");
    expect(await screen.findByRole("combobox", { name: "Currency" })).toBeDisabled();
    expect(screen.getByText("Owners of the account change these.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Save defaults" })).toBeNull();
  });
});
