import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import PickupEditor from "@/app/(dashboard)/[environment]/orders/[orderId]/pickup-editor";
import { OwnText } from "@/app/(dashboard)/[environment]/orders/[orderId]/remarks";
import type { LocalOrderRecord, OrderRecord } from "@/lib/contracts/order";
import { show } from "../pick-pack/pick-pack-frame";

const ID = "217357996100241";
const base = { order_id: ID, reference: "A-1", available_actions: ["update"] };
let sent: unknown[] = [];
let answer: () => Response;

beforeEach(() => {
  sent = [];
  answer = () => Response.json({ data: base });
  vi.stubGlobal("fetch", async (_input: string, init: RequestInit = {}) => {
    sent.push(JSON.parse(String(init.body)));
    return answer();
  });
});

it("edits a reference in place: by keyboard, within its limit, and again after a refusal", async () => {
  show(<OwnText order={base as unknown as OrderRecord} field="reference" />);
  const edit = () => screen.findByRole("button", { name: "Edit" });
  await userEvent.click(await edit());
  const box = () => screen.getByRole("textbox", { name: "Your reference" });
  await waitFor(() => expect(box()).toHaveFocus());
  await userEvent.keyboard("x{Escape}");
  await waitFor(async () => expect(await edit()).toHaveFocus());
  await userEvent.click(await edit());
  expect(box()).toHaveValue("A-1");
  fireEvent.change(box(), { target: { value: "A".repeat(65) } });
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(box()).toHaveAccessibleDescription(/1 character too many/));
  expect(sent).toEqual([]);
  answer = () => Response.json({ error: { code: "503000", message: "away" } }, { status: 503 });
  fireEvent.change(box(), { target: { value: " A-2 " } });
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(sent).toEqual([{ order_id: ID, reference: "A-2" }]));
  await waitFor(() => expect(box()).toHaveDisplayValue(/A-2/));
  answer = () => Response.json({ data: base });
  await userEvent.clear(box());
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent[1]).toEqual({ order_id: ID, clear: ["reference"] }));
});

it("offers the first possible collection, and shows at the field what the server refuses", async () => {
  // In the evening there would be no collection from 17:00 on.
  vi.useFakeTimers({ now: new Date("2026-11-23T02:00:00Z"), toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const calendar = { pickup_weekdays: [0, 1, 2, 3, 4, 5, 6], pickup_closed_dates: [] };
  const order = { ...base, pickup_arrange: { pickup_date: "2020-01-01" } } as unknown as LocalOrderRecord;
  const onClose = vi.fn();
  show(<PickupEditor order={order} collector={calendar} onClose={onClose} />);
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: /^From/ }), "17:00");
  const until = screen.getByRole("combobox", { name: /^Until/ });
  expect(until).toHaveValue("20:30");
  const entry = { field: "pickup_arrange.pickup_end_time", pointer: "/pickup_arrange/pickup_end_time", message: "No." };
  answer = () => Response.json({ error: { code: "400000", message: "…", error_trace: [entry] } }, { status: 400 });
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(until).toHaveAccessibleDescription("No."));
  answer = () => Response.json({ data: base });
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const { pickup_arrange } = sent[1] as LocalOrderRecord;
  const hours = { pickup_start_time: "17:00", pickup_end_time: "20:30" };
  expect(pickup_arrange).toMatchObject({ pickup_date: "2026-11-23", ...hours });
});
