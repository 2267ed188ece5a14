import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { answerAsUsual, answers, links, list, ROWS, row, show } from "./orders-frame";

beforeEach(answerAsUsual);

const [FIRST = "", SAVED = "", THIRD = ""] = ROWS.map(({ order_id }) => order_id);
const box = (order: string) => screen.getByRole("checkbox", { name: `Select order ${order}` });
const bar = () => screen.findByRole("region", { name: "Selected orders" });

describe("the selection", () => {
  it("is shown with its count, by rows and by the whole page, and cleared", async () => {
    show();
    await links();
    expect(screen.queryByRole("region", { name: "Selected orders" })).not.toBeInTheDocument();
    const whole = screen.getByRole("checkbox", { name: "Select all on this page" });
    box(THIRD).focus();
    await userEvent.keyboard(" ");
    expect(await bar()).toHaveTextContent("1 order selected");
    expect(whole).toBePartiallyChecked();
    await userEvent.click(whole);
    expect(await bar()).toHaveTextContent("3 orders selected");
    expect(whole).toBeChecked();
    await userEvent.click(within(await bar()).getByRole("button", { name: "Clear" }));
    expect(screen.queryByRole("region", { name: "Selected orders" })).not.toBeInTheDocument();
    expect(box(THIRD)).not.toBeChecked();
  });

  it("takes all rows between two clicks with Shift, and opens no order", async () => {
    show();
    await links();
    const user = userEvent.setup();
    await user.click(box(FIRST));
    await user.keyboard("{Shift>}");
    await user.click(box(THIRD));
    await user.keyboard("{/Shift}");
    for (const order of [FIRST, SAVED, THIRD]) expect(box(order)).toBeChecked();
  });

  it("takes all that match, page after page", async () => {
    const many = Array.from({ length: 250 }, (_, index) => row(index + 10, "READY_TO_SHIP"));
    answers.push([
      "/orders",
      (url) => {
        const { limit = "20", offset = "0" } = Object.fromEntries(url.searchParams);
        return list(many.slice(Number(offset), Number(offset) + Number(limit)), many.length);
      },
    ]);
    answers.push(["/orders/counts", { status: 500, body: {} }]);
    show("status=READY_TO_SHIP");
    await screen.findAllByRole("checkbox", { name: /^Select order/ });
    await userEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    await userEvent.click(within(await bar()).getByRole("button", { name: "Select all 250 that match" }));
    await waitFor(async () => expect(await bar()).toHaveTextContent("250 orders selected"));
    expect(within(await bar()).queryByRole("button", { name: /Select all/ })).not.toBeInTheDocument();
  });
});
