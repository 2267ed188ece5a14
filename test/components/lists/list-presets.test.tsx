import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ListPresets } from "@/app/(dashboard)/[environment]/orders/list/list-toolbar";
import { MoreFilters } from "@/app/(dashboard)/[environment]/orders/list/more-filters";
import { answer, show } from "../products-frame";
import { render } from "../render";

const query = { limit: "20", offset: "0", sort: "-create_time" } as const;

it("gives no orders that have left where those without a printed label are asked for", async () => {
  const onChange = vi.fn();
  answer({ "GET /orders/tags": () => ({ data: { tags: ["vip"] } }) });
  show(<MoreFilters query={query} onChange={onChange} />);
  await userEvent.selectOptions(screen.getByLabelText("Label printed"), "N");
  expect(onChange).toHaveBeenLastCalledWith({ status: "READY_TO_SHIP", printed: "N" });
  await userEvent.selectOptions(screen.getByLabelText("Label printed"), "Y");
  expect(onChange).toHaveBeenLastCalledWith({ printed: "Y" });
});

it("shows with one button what is to be printed, which is nothing that has left", async () => {
  const onChange = vi.fn();
  const { rerender } = render(<ListPresets query={query} onChange={onChange} />);
  const button = screen.getByRole("button", { name: "Not printed" });
  expect(button).toHaveAttribute("aria-pressed", "false");
  await userEvent.click(button);
  expect(onChange).toHaveBeenLastCalledWith({ status: "READY_TO_SHIP", printed: "N" });
  // All orders without a printed label are more than that.
  rerender(<ListPresets query={{ ...query, printed: "N" }} onChange={onChange} />);
  expect(button).toHaveAttribute("aria-pressed", "false");
  rerender(<ListPresets query={{ ...query, status: "READY_TO_SHIP", printed: "N" }} onChange={onChange} />);
  expect(button).toHaveAttribute("aria-pressed", "true");
  await userEvent.click(button);
  expect(onChange).toHaveBeenLastCalledWith({ status: null, printed: null });
});
