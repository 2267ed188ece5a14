// What the order form says about its service and price while the order changes.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { EditForm } from "@/app/(dashboard)/[environment]/orders/[orderId]/edit/edit-form";
import { loadJudge, loadRateRequest } from "@/app/(dashboard)/[environment]/orders/form/operations";
import { OrderForm } from "@/app/(dashboard)/[environment]/orders/form/order-form";
import type { OrderFormView } from "@/app/(dashboard)/[environment]/orders/form/order-form-view";
import { PriceBar } from "@/app/(dashboard)/[environment]/orders/form/price-bar";
import { ServiceChoice } from "@/app/(dashboard)/[environment]/orders/form/service-choice";
import { Stepper } from "@/app/(dashboard)/[environment]/orders/form/stepper";
import { FormChecks } from "@/components/forms/form-checks";
import { TextField } from "@/components/forms/form-fields";
import { localExample } from "@/lib/contracts/examples";
import { orderOfDraft } from "@/lib/orders/form-values";
import { showInPlace } from "../orders/orders-frame";

// The code that judges and prices is loaded when it is first needed.
beforeAll(() => Promise.all([loadJudge(), loadRateRequest()]));

// The other fields are tested elsewhere, and are slow to render.
vi.mock("@/app/(dashboard)/[environment]/orders/form/order-form-view", () => ({ OrderFormView: FewFields }));

const WEIGHT = "shipment_detail.parcel_list.0.act_weight";

function FewFields({ state, sending, note, labels }: Omit<ComponentProps<typeof OrderFormView>, "senderAbout">) {
  const { form, warnings, quotes, agreed } = state;
  const price = { quotes, agreed, onAccept: () => agreed.accept() };
  return (
    <FormChecks form={form} warnings={warnings}>
      <Stepper complete={state.complete} isServiceGone={agreed.isGone} />
      <TextField name={WEIGHT} kind="decimal" />
      <TextField name="recipient.address" />
      <ServiceChoice {...price} providerNames={state.providerNames} suspended={state.suspended} />
      <PriceBar {...price} {...{ note, labels, sending }} open={[]} onField={() => undefined} />
    </FormChecks>
  );
}

type Service = [code: string, name: string, price: string];
const DOOR: Service = ["LOCAL_DOOR", "Sampan Local Door-to-Door", "54.00"];
const POINT: Service = ["LOCAL_POINT", "Sampan Local Pickup Point", "22.00"];
const EXPRESS: Service = ["LOCAL_EXPRESS", "Sampan Local Express", "63.50"];

/** The services that take a parcel of a weight; a promise that is not settled: the answer has not come yet. */
let services: (weight: string) => Service[] | Promise<Service[]>;

const rateOf = ([shipping_provider, provider_name, quote_price]: Service) => ({
  shipping_provider,
  provider_name,
  quote_price,
  price_breakdown: [{ code: "BASE", amount: quote_price }],
  chargeable_weight: "2.5",
  weight_basis: "ACTUAL",
  min_days: 1,
  max_days: 2,
  supports_cod: true,
  supports_pickup_point: shipping_provider === "LOCAL_POINT",
  supports_pickup_arrange: true,
});

const EXPIRED = {
  code: "400000",
  code_reason: "BAD_REQUEST",
  message: "…",
  error_trace: [
    { field: "quote_id", pointer: "/quote_id", code: "400471", code_reason: "QUOTE_EXPIRED", message: "…" },
  ],
};

beforeEach(() => {
  services = () => [DOOR, EXPRESS];
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const path = new URL(input, "http://localhost").pathname.replace("/testing/v1", "");
    if (path === "/providers") return Response.json({ data: [] });
    if (path === "/order/create") return Response.json({ error: EXPIRED }, { status: 400 });
    if (path !== "/rates/get") return Response.json({ data: { draft_id: "dr_1", update_time: "" } });
    const offered = await services(JSON.parse(String(init.body)).shipment_detail.parcel_list[0].act_weight);
    const isOffered = offered.some(([code]) => code === "LOCAL_DOOR");
    const gone = { shipping_provider: "LOCAL_DOOR", code: "x", code_reason: "x", message: "Over 20 kg." };
    const expires_at = new Date(Date.now() + 30 * 60_000).toISOString();
    return Response.json({
      data: {
        quote_id: "q_1",
        expires_at,
        currency: "HKD",
        rate_list: offered.map(rateOf),
        unavailable_list: isOffered ? [] : [gone],
      },
    });
  });
});

const show = () =>
  showInPlace(
    <OrderForm
      shipType="local"
      initial={orderOfDraft("local", localExample)}
      untouched={null}
      hasProducts={false}
      opened={{ draft_id: "dr_1", revision: 1 }}
    />,
  );
const bar = () => screen.getByRole("region", { name: "Price" });
const step = (name: string) => within(screen.getByRole("navigation")).getByRole("link", { name: new RegExp(name) });
const confirm = () => within(bar()).getByRole("button", { name: /^Confirm/ });

async function weigh(weight: string) {
  const field = screen.getByRole("textbox", { name: /weight/i });
  await userEvent.clear(field);
  await userEvent.type(field, weight);
}

it("says the price on the button that confirms, and none while there is none", async () => {
  let answer: ((rates: Service[]) => void) | undefined;
  services = () => new Promise((resolve) => (answer = resolve));
  show();
  expect(confirm()).toHaveAccessibleName("Confirm order");
  await waitFor(() => expect(answer).toBeDefined());
  answer?.([DOOR, EXPRESS]);
  await waitFor(() => expect(confirm()).toHaveAccessibleName("Confirm for HK$54.00"));
  await userEvent.click(screen.getByRole("radio", { name: /Express/ }));
  expect(confirm()).toHaveAccessibleName("Confirm for HK$63.50");
});

it("offers a service of pickup points only while a point is chosen, and says which", async () => {
  services = () => [POINT, DOOR, EXPRESS];
  show();
  const point = () => screen.queryByRole("radio", { name: /Pickup Point/ });
  const door = await screen.findByRole("radio", { name: /Door-to-Door/ });
  expect(point()).toBeNull();
  expect(screen.getByText("LOCAL_POINT: Choose a pickup point for the recipient first.")).toBeVisible();
  // What goes to a point undercuts no delivery to the door.
  expect(screen.getByText("Cheapest").compareDocumentPosition(screen.getByRole("radio", { name: /Express/ }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const address = screen.getByRole("textbox", { name: "Address" });
  await userEvent.type(address, "^HK001");
  await waitFor(() => expect(point()).toHaveAccessibleDescription(/Delivered to pickup point HK001\.$/));
  expect(door).not.toHaveAccessibleDescription(/Delivered to/);
  await userEvent.clear(address);
  await waitFor(() => expect(point()).toBeNull());
});

it("keeps the service of pickup points that a saved order has without a point, and offers it to no other", async () => {
  services = () => [POINT, DOOR, EXPRESS];
  const order = { ...localExample, order_id: "217357996100241", quote_price: "22.00", order_status: "PENDING_CONFIRM" };
  const saved = (shipping_provider: string) =>
    showInPlace(<EditForm order={{ ...order, shipping_provider } as never} hasProducts={false} />);
  const { unmount } = saved("LOCAL_POINT");
  await waitFor(() => expect(screen.getByRole("radio", { name: /Pickup Point/ })).toBeChecked());
  await waitFor(() =>
    expect(within(bar()).getByRole("button", { name: "Save and confirm for HK$22.00" })).toBeEnabled(),
  );
  unmount();
  saved("LOCAL_DOOR");
  await screen.findByRole("radio", { name: /Express/ });
  expect(screen.queryByRole("radio", { name: /Pickup Point/ })).toBeNull();
});

it("ticks the service only while it has a price, and says at the step that it fell away", async () => {
  show();
  await waitFor(() => expect(step("Service")).toHaveAccessibleName(/complete/));
  services = (weight) => (weight === "25" ? [EXPRESS] : [DOOR, EXPRESS]);
  await weigh("25");
  await waitFor(() => expect(step("Service")).toHaveAccessibleName(/the chosen service no longer takes the order/));
  await waitFor(() => expect(step("Review")).not.toHaveAccessibleName(/complete/));
  expect(screen.getByText("This service no longer takes the order: Over 20 kg.")).toBeVisible();
  expect(bar()).toHaveTextContent("The chosen service no longer takes the order.");
  expect(confirm()).toHaveAccessibleName("Confirm order");
  await userEvent.click(screen.getByRole("radio", { name: /Express/ }));
  await waitFor(() => expect(step("Service")).toHaveAccessibleName(/complete/));
});

it("keeps the last prices in view, dimmed, while new ones are fetched for another weight or since they expired", async () => {
  show();
  const prices = () => screen.getByRole("radio", { name: /Express/ }).closest("[role=radiogroup]");
  const dearer: Service = ["LOCAL_EXPRESS", "Sampan Local Express", "70.00"];
  await waitFor(() => expect(prices()).not.toHaveClass("opacity-60"));
  let answer: ((rates: Service[]) => void) | undefined;
  services = () => new Promise((resolve) => (answer = resolve));
  await weigh("3");
  await waitFor(() => expect(answer).toBeDefined());
  expect(prices()).toHaveClass("opacity-60");
  expect(prices()).toHaveTextContent("HK$63.50");
  answer?.([DOOR, dearer]);
  await waitFor(() => expect(prices()).toHaveTextContent("HK$70.00"));
  expect(prices()).not.toHaveClass("opacity-60");
  answer = undefined;
  await userEvent.click(confirm());
  await waitFor(() => expect(answer).toBeDefined());
  expect(prices()).toHaveClass("opacity-60");
  expect(prices()).toHaveTextContent("HK$70.00");
});
