import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { localExample } from "@/lib/contracts/examples";
import { answerAsUsual, answers, links, ROWS, show } from "./orders-frame";

beforeEach(answerAsUsual);

const [FIRST] = ROWS;
const record = (recipient: object) => ({
  ...FIRST,
  sender: localExample.sender,
  recipient: { ...localExample.recipient, ...recipient },
});

async function openMenu(order = FIRST) {
  await links();
  await userEvent.click(screen.getByRole("button", { name: `Actions for order ${order?.order_id}` }));
  return screen.findByRole("menu");
}
const item = (menu: HTMLElement, name: string) => within(menu).getByRole("menuitem", { name });

it("begins a message by each way that the recipient has", async () => {
  answers.push(["/order/detail", { body: { data: record({ email: "dai.man@recipient.example" }) } }]);
  show();
  const menu = await openMenu();
  expect(within(menu).getByRole("group", { name: "Tell the recipient" })).toContainElement(item(menu, "WhatsApp"));
  await waitFor(() => expect(item(menu, "WhatsApp")).toHaveAttribute("href", expect.stringContaining("85291234567")));
  expect(item(menu, "E-mail")).toHaveAttribute("href", expect.stringMatching(/^mailto:dai\.man%40recipient\.example/));
  expect(item(menu, "Copy message")).not.toHaveAttribute("aria-disabled");
});

it("says that there is no e-mail address, and keeps the items' places", async () => {
  answers.push(["/order/detail", { body: { data: record({}) } }]);
  show();
  const menu = await openMenu();
  const names = () => within(menu).getAllByRole("menuitem").length;
  const before = names();
  await waitFor(() => expect(item(menu, "No e-mail address")).toHaveAttribute("aria-disabled", "true"));
  expect(item(menu, "WhatsApp")).not.toHaveAttribute("aria-disabled");
  expect(names()).toBe(before);
});

it("cannot be used while the order cannot be read", async () => {
  answers.push(["/order/detail", { status: 503, body: { error: { code: "503000", message: "away" } } }]);
  show();
  const menu = await openMenu();
  expect(await within(menu).findByText("The order cannot be read now.")).toBeVisible();
  for (const name of ["Copy message", "WhatsApp", "E-mail"])
    expect(item(menu, name)).toHaveAttribute("aria-disabled", "true");
});

it("is not offered for an order without a label, nor for one whose people were erased", async () => {
  answers.push(["/order/detail", { body: { data: record({ name: "" }) } }]);
  show();
  const saved = await openMenu(ROWS[1]);
  expect(within(saved).queryByRole("menuitem", { name: "WhatsApp" })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  const menu = await openMenu();
  await waitFor(() => expect(within(menu).queryByRole("group")).not.toBeInTheDocument());
});
