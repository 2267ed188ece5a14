import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PathnameContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Palette } from "@/components/shell/palette";
import type { Language } from "@/lib/i18n/languages";
import { addresses, answerAsUsual, answers, list, ROWS, row, showInPlace } from "../orders/orders-frame";

const asked: string[] = [];
const wong = row(4, "IN_TRANSIT", { recipient_name: "Wong Ka Yan" });

function open(language: Language = "en") {
  const onClose = vi.fn();
  showInPlace(
    <PathnameContext value="/testing/orders">
      <Palette
        onClose={onClose}
        onSignOut={() => expect.fail("signed out")}
        onSignOutEverywhere={() => expect.fail("signed out")}
      />
    </PathnameContext>,
    language,
  );
  return onClose;
}
const field = () => screen.findByRole("combobox");
const entries = () => screen.queryAllByRole("option").map((entry) => entry.textContent?.trim());
const chosen = () => screen.getAllByRole("option").find((entry) => entry.getAttribute("aria-selected") === "true");

beforeEach(() => {
  answerAsUsual();
  asked.length = 0;
  answers.push(["/addresses", list([])]);
  answers.push([
    "/orders",
    (url) => {
      const q = url.searchParams.get("q") ?? "";
      asked.push(q);
      return list([...ROWS, wong].filter((each) => `${each.recipient_name} ${each.order_id}`.includes(q)));
    },
  ]);
});

describe("the palette", () => {
  it("finds a customer's orders first, and Enter opens the first", async () => {
    const onClose = open();
    await userEvent.type(await field(), "Wong");
    const found = await screen.findByRole("option", { name: /^Wong Ka Yan 217357996100244/ });
    expect(within(found).getByText("In transit")).toBeVisible();
    expect(chosen()).toBe(found);
    expect(entries().slice(1)).toEqual(["Search the orders for “Wong”"]);
    await userEvent.keyboard("{Enter}");
    expect(addresses()).toEqual(["/testing/orders/217357996100244"]);
    expect(onClose).toHaveBeenCalled();
    expect(asked).toEqual(["Wong"]);
  });

  it("finds saved customers who have no order, and opens their address", async () => {
    const party = { name: "Fok Mei Yan", mobile: "91234567" };
    const saved = { id: "ad_1", label: "VIP", party, district: "Sha Tin", country: "HK" };
    answers.push(["/addresses", list([saved] as never)]);
    open();
    await userEvent.type(await field(), "Fok");
    expect(await screen.findByRole("option", { name: "Fok Mei Yan · VIP 91234567 · Sha Tin" })).toBe(chosen());
    await userEvent.keyboard("{Enter}");
    expect(addresses()).toEqual(["/testing/addresses/ad_1"]);
  });

  it("names a customer's district in the language of the page", async () => {
    const saved = { id: "ad_1", label: "", party: { name: "陳大文", mobile: "91234567" }, district: "Sha Tin" };
    answers.push(["/addresses", list([saved] as never)]);
    open("zh-Hant");
    await userEvent.type(await field(), "陳");
    expect(await screen.findByRole("option", { name: "陳大文 91234567 · 沙田區" })).toBeVisible();
  });

  it("says that the orders cannot be searched, and looks again for another text", async () => {
    answers.push(["/orders", { status: 500, body: {} }]);
    open();
    await userEvent.type(await field(), "Won");
    expect(await screen.findByRole("alert", {}, { timeout: 10_000 })).toHaveTextContent(
      "The orders cannot be searched now.",
    );
    answers.pop();
    await userEvent.type(await field(), "g");
    await screen.findByRole("option", { name: /^Wong Ka Yan 217357996100244/ });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it.each(["Wong", "Lee", "Li", "Lo", "ting", "prod"])(
    "never switches or begins anything for %s and Enter at once",
    async (name) => {
      open();
      await userEvent.type(await field(), `${name}{Enter}`);
      expect(addresses()).toEqual([`/testing/orders?q=${name}`]);
    },
  );

  it("carries out a command that is named in full, whatever orders there are", async () => {
    open();
    answers.push(["/orders", list([row(5, "DELIVERED", { recipient_name: "Local Heroes Ltd" })])]);
    await userEvent.type(await field(), "new local order");
    await screen.findByText("Local Heroes Ltd");
    expect(chosen()).toHaveTextContent("New local order");
    await userEvent.keyboard("{Enter}");
    expect(addresses()).toEqual(["/testing/orders/new?type=local"]);
  });

  it("opens the order of a full number before its answer is shown", async () => {
    open();
    await userEvent.type(await field(), "217357996100242{Enter}");
    await waitFor(() => expect(addresses()).toEqual(["/testing/orders/217357996100242"]));
  });

  it("searches for a full number that no order has, and for any when the server cannot be reached", async () => {
    open();
    await userEvent.type(await field(), "217357996109999{Enter}");
    await waitFor(() => expect(addresses()).toEqual(["/testing/orders?q=217357996109999"]));
    answers.push(["/orders", "no network"]);
    await userEvent.clear(await field());
    await userEvent.type(await field(), "217357996108888{Enter}");
    await waitFor(() => expect(addresses()[1]).toBe("/testing/orders?q=217357996108888"));
  });

  it("keeps what was chosen with the arrows when orders arrive", async () => {
    open();
    await userEvent.type(await field(), "Ho");
    answers.push(["/orders", list([row(6, "DELIVERED", { recipient_name: "Ho Sze" })])]);
    await userEvent.keyboard("{ArrowDown}");
    expect(chosen()).toHaveTextContent("Home");
    await screen.findByText("Ho Sze");
    expect(chosen()).toHaveTextContent("Home");
    await userEvent.keyboard("{Enter}");
    expect(addresses()).toEqual(["/testing"]);
  });

  it("leads to pages by the beginning of their names", async () => {
    open();
    await userEvent.type(await field(), "job");
    expect(chosen()).toHaveTextContent("Jobs");
    await userEvent.keyboard("{Enter}");
    expect(addresses()).toEqual(["/testing/jobs"]);
  });
});
