import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { BoxesView } from "@/app/(dashboard)/[environment]/settings/boxes/boxes-view";
import type { Box } from "@/lib/contracts/box";
import { answer, page, refusal } from "../products-frame";
import { show } from "../webhooks/webhooks-frame";

const M: Box = {
  ...{ box_id: "bx_m", name: "Medium carton", length: "30.0", width: "20", height: "10", weight: "0.180", revision: 4 },
  ...{ create_time: "2026-11-20T10:00:00.000+08:00", update_time: "2026-11-20T10:00:00.000+08:00" },
};
let stored: Box[];
beforeEach(() => {
  stored = [M];
});
const list = { "GET /boxes": () => page(stored) };
const field = (name: string) => screen.findByRole("textbox", { name });
const fillIn = async (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await userEvent.type(await field(name), value);
};
async function openMenu(item: string) {
  await userEvent.click(await screen.findByRole("button", { name: "More for Medium carton" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: item }));
}

describe("the page of boxes", () => {
  it("shows name, sides and empty weight", async () => {
    answer(list);
    show(<BoxesView />);
    const row = within(await screen.findByRole("row", { name: /Medium carton/ }));
    expect(row.getByRole("cell", { name: "30 × 20 × 10 cm" })).toBeVisible();
    expect(row.getByRole("cell", { name: "0.18 kg" })).toBeVisible();
  });

  it("says what boxes are for where there are none, and adds the first", async () => {
    stored = [];
    const asked = answer({
      ...list,
      "POST /boxes": ({ body }) => {
        stored = [{ ...M, ...(body as Partial<Box>) }];
        return { data: stored[0] };
      },
    });
    show(<BoxesView />);
    expect(await screen.findByText(/^Add the cartons and mailers that you use/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Add box" }));
    await fillIn({ Name: " Mailer ", Length: "24", Width: "18", Height: "3", "Empty weight": "0.02" });
    const dialog = screen.getByRole("dialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Add box" }));
    expect(await screen.findByRole("cell", { name: "24 × 18 × 3 cm" })).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    const posted = asked.find(({ method }) => method === "POST");
    expect(posted?.body).toMatchObject({ length: "24", width: "18", height: "3", weight: "0.02" });
    expect(posted?.headers["Idempotency-Key"] ?? posted?.headers["idempotency-key"]).toBeTruthy();
  });

  it("judges before it sends, and puts a refusal at its field", async () => {
    const asked = answer({ ...list, "POST /boxes": () => refusal({ "/name": "Another box has this name." }) });
    show(<BoxesView />);
    await userEvent.click(await screen.findByRole("button", { name: "Add box" }));
    await fillIn({ Name: "Medium carton", Length: "0", Width: "20", Height: "10" });
    const send = () => userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add box" }));
    await send();
    expect(await screen.findByText("This field is required.")).toBeVisible();
    expect(screen.getByText("Must be more than 0.")).toBeVisible();
    expect(asked.filter(({ method }) => method === "POST")).toEqual([]);
    await userEvent.clear(await field("Length"));
    await fillIn({ Length: "30", "Empty weight": "0.2" });
    await send();
    expect(await screen.findByText("Another box has this name.")).toBeVisible();
    await waitFor(async () => expect(await field("Name")).toHaveFocus());
  });

  it("changes one from the revision that it was opened with", async () => {
    const asked = answer({
      ...list,
      "PATCH /boxes/bx_m": ({ body }) => {
        stored = [{ ...M, ...(body as Partial<Box>), revision: 5 }];
        return { data: stored[0] };
      },
    });
    show(<BoxesView />);
    await openMenu("Change");
    await userEvent.clear(await field("Height"));
    await fillIn({ Height: "12" });
    await userEvent.click(screen.getByRole("button", { name: "Save box" }));
    expect(await screen.findByRole("cell", { name: "30 × 20 × 12 cm" })).toBeVisible();
    expect(asked.find(({ method }) => method === "PATCH")?.body).toEqual({
      ...{ name: "Medium carton", length: "30.0", width: "20", height: "12", weight: "0.180", revision: 4 },
    });
  });

  it("asks before it deletes one", async () => {
    answer({
      ...list,
      "DELETE /boxes/bx_m": () => {
        stored = [];
        return { data: { box_id: "bx_m", deleted: true } };
      },
    });
    show(<BoxesView />);
    await openMenu("Delete box");
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText("Delete “Medium carton”?")).toBeVisible();
    await userEvent.click(question.getByRole("button", { name: "Delete box" }));
    expect(await screen.findByText("No boxes yet")).toBeVisible();
  });

  it("only shows them to whoever may not change them", async () => {
    answer(list);
    show(<BoxesView />, { role: "member" });
    expect(await screen.findByText("Owners of the account change the boxes.")).toBeVisible();
    expect(screen.getByRole("cell", { name: "30 × 20 × 10 cm" })).toBeVisible();
    expect(screen.queryByRole("button", { name: /Add box|More for/ })).toBeNull();
  });

  it("can be loaded again after a failure", async () => {
    let isBroken = true;
    answer({
      "GET /boxes": () => (isBroken ? Response.json({ error: { code: "500999" } }, { status: 500 }) : page(stored)),
    });
    show(<BoxesView />);
    const again = await screen.findByRole("button", { name: "Try again" });
    isBroken = false;
    await userEvent.click(again);
    expect(await screen.findByRole("row", { name: /Medium carton/ })).toBeVisible();
  });
});
