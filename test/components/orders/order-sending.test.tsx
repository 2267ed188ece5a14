// What the order form and the question before an order is bought send, and how often.
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { EditForm } from "@/app/(dashboard)/[environment]/orders/[orderId]/edit/edit-form";
import { loadJudge, loadRateRequest } from "@/app/(dashboard)/[environment]/orders/form/operations";
import { OrderForm, useSubmit } from "@/app/(dashboard)/[environment]/orders/form/order-form";
import type { OrderFormView } from "@/app/(dashboard)/[environment]/orders/form/order-form-view";
import { PriceBar } from "@/app/(dashboard)/[environment]/orders/form/price-bar";
import type { Draft } from "@/app/(dashboard)/[environment]/orders/form/use-draft";
import type { OrderFormState } from "@/app/(dashboard)/[environment]/orders/form/use-order-form";
import type { Sending } from "@/app/(dashboard)/[environment]/orders/form/use-sending";
import { useContractForm } from "@/components/forms/contract-form";
import { FormChecks } from "@/components/forms/form-checks";
import { ConfirmOrderDialog } from "@/components/orders/confirm-order-dialog";
import { localExample } from "@/lib/contracts/examples";
import type { OrderRecord } from "@/lib/contracts/order";
import { orderOfDraft } from "@/lib/orders/form-values";
import { router, row, showInPlace } from "./orders-frame";

// The code that judges and prices is loaded when it is first needed.
beforeAll(() => Promise.all([loadJudge(), loadRateRequest()]));

// The fields are tested elsewhere, and are slow to render.
vi.mock("@/app/(dashboard)/[environment]/orders/form/order-form-view", () => ({ OrderFormView: WithoutFields }));

function WithoutFields({ state, sending, note, labels }: Omit<ComponentProps<typeof OrderFormView>, "senderAbout">) {
  const { form, warnings, quotes, agreed } = state;
  return (
    <FormChecks form={form} warnings={warnings}>
      <PriceBar
        {...{ quotes, agreed, note, labels, sending }}
        open={[]}
        onField={() => undefined}
        onAccept={() => agreed.accept()}
      />
    </FormChecks>
  );
}

type Sent = { path: string; key: string | null; body: Record<string, unknown> };
type Answer = "lost" | { status: number; error: Record<string, unknown> } | { data: unknown };

/** What today's rates say about the order's service. */
let price: string;
let sent: Sent[];
/** The next answers of operations that change an order; after these, all succeed. */
let next: Answer[];
let stored: Record<string, unknown>;

const rate = (quote_price: string) => ({
  shipping_provider: "LOCAL_DOOR",
  provider_name: "Sampan Local Door-to-Door",
  quote_price,
  price_breakdown: [{ code: "BASE", amount: quote_price }],
  chargeable_weight: "2.5",
  weight_basis: "ACTUAL",
  min_days: 1,
  max_days: 2,
  supports_cod: true,
  supports_pickup_point: false,
  supports_pickup_arrange: true,
});
const quote = () => ({
  quote_id: `q_${price}`,
  expires_at: new Date(Date.now() + 30 * 60_000).toISOString(),
  currency: "HKD",
  rate_list: [rate(price)],
  unavailable_list: [],
});
const bad = (entry: Record<string, unknown>): Answer => ({
  status: 400,
  error: { code: "400000", code_reason: "BAD_REQUEST", message: "…", error_trace: [entry] },
});
const dearer = (to: string) =>
  bad({
    field: "quote_id",
    pointer: "/quote_id",
    code: "400471",
    code_reason: "QUOTE_EXPIRED",
    message: "The price has changed.",
    quote_id: `q_${to}`,
    quote_price: to,
  });

beforeEach(() => {
  sessionStorage.clear();
  router.push.mockReset();
  price = "54.00";
  sent = [];
  next = [];
  stored = {
    ...localExample,
    order_id: "217357996100241",
    order_status: "PENDING_CONFIRM",
    quote_price: "54.00",
    available_actions: ["update", "confirm", "cancel"],
  };
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const path = new URL(input, "http://localhost").pathname.replace("/testing/v1", "");
    if (path === "/rates/get") return Response.json({ data: quote() });
    if (path === "/providers") return Response.json({ data: [] });
    if (path.startsWith("/drafts")) return Response.json({ data: { draft_id: "dr_1", update_time: "" } });
    if (init.method !== "POST") return Response.json({ data: stored });
    const body = JSON.parse(String(init.body));
    sent.push({ path, key: new Headers(init.headers).get("idempotency-key"), body });
    const answer = next.shift() ?? { data: { order_id: "217357996100241", tracking_number: null } };
    if (answer === "lost") throw new TypeError("Failed to fetch");
    if ("data" in answer) return Response.json(answer);
    return Response.json({ error: answer.error }, { status: answer.status });
  });
});

/** A form without a page, with a draft that cannot be saved. */
function Submit({ give }: { give: (sending: Sending) => void }) {
  const contract = useContractForm({ initial: { ...localExample }, judge: () => [] });
  const state = {
    contract,
    form: contract.form,
    quotes: { ensure: async () => quote(), forget: vi.fn() },
    agreed: { price },
    shipType: "local",
  } as unknown as OrderFormState;
  give(
    useSubmit(
      state,
      { id: { current: null }, discard: async () => undefined } as unknown as Draft,
      async () => undefined,
    ),
  );
  return null;
}

const newOrder = (id = "dr_1") =>
  showInPlace(
    <OrderForm
      shipType="local"
      initial={orderOfDraft("local", localExample)}
      untouched={null}
      hasProducts={false}
      opened={id === null ? null : { draft_id: id, revision: 1 }}
    />,
  );
const bar = () => screen.getByRole("region", { name: "Price" });
const priced = (text: string) => waitFor(() => expect(bar()).toHaveTextContent(text));
// The buttons that confirm also say the price.
const button = (name: string) =>
  within(bar()).getByRole("button", { name: new RegExp(`^${name}( order)?( for HK\\$[\\d.]+)?$`) });

/** Clicks a button of the price bar, and waits until its action has finished. */
async function press(name: string) {
  fireEvent.click(button(name));
  await waitFor(() => expect(bar().querySelector("[aria-busy]")).toBeNull());
}

const quotes = () => sent.map(({ path, body }) => [path, body.quote_id]);

describe("a price that has risen", () => {
  it("is asked for before a new order is made at it, whether the form or the server finds out", async () => {
    newOrder();
    await priced("HK$54.00");
    price = "59.00";
    next = [dearer("59.00")];
    await press("Confirm");
    await priced("HK$54.00 → HK$59.00");
    for (const name of ["Confirm", "Save for later"]) await press(name);
    expect(quotes()).toEqual([["/order/create", "q_54.00"]]);
    fireEvent.click(button("Accept HK\\$59.00"));
    fireEvent.click(button("Confirm"));
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    expect(quotes().slice(1)).toEqual([["/order/create", "q_59.00"]]);
  });

  it("is asked for before a saved order is changed or confirmed at it", async () => {
    price = "59.00";
    showInPlace(<EditForm order={stored as unknown as OrderRecord} hasProducts={false} />);
    await priced("HK$54.00 → HK$59.00");
    for (const name of ["Save", "Save and confirm"]) await press(name);
    expect(sent).toEqual([]);
    fireEvent.click(button("Accept HK\\$59.00"));
    fireEvent.click(button("Save and confirm"));
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    expect(quotes()).toEqual([
      ["/order/update", "q_59.00"],
      ["/order/confirm", "q_59.00"],
    ]);
  });

  it("is asked for once more in the question before an order is bought", async () => {
    next = [dearer("59.00")];
    const onClose = vi.fn();
    showInPlace(
      <ConfirmOrderDialog
        order={row(1, "PENDING_CONFIRM", { quote_price: "54.00" })}
        service="Door"
        onClose={onClose}
      />,
    );
    await userEvent.click(screen.getByRole("button", { name: "Confirm for HK$54.00" }));
    const again = await screen.findByRole("button", { name: "Confirm for HK$59.00" });
    expect(screen.getByRole("alert")).toHaveTextContent("from HK$54.00 to HK$59.00");
    expect(quotes()).toEqual([["/order/confirm", undefined]]);
    expect(onClose).not.toHaveBeenCalled();
    await waitFor(() => expect(again).toBeEnabled());
    await userEvent.click(again);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(quotes().slice(1)).toEqual([["/order/confirm", "q_59.00"]]);
  });
});

describe("the key of a new order", () => {
  const field = { field: "recipient.mobile", pointer: "/recipient/mobile", message: "This number is blocked." };

  it("is the same however often it is sent, and after a reload, and leads to the order that it made", async () => {
    next = ["lost", { status: 503, error: { code: "503000", message: "away" } }, bad(field)];
    const { unmount } = newOrder();
    await priced("HK$54.00");
    for (const _ of next.slice()) await press("Confirm");
    expect(sent).toHaveLength(3);
    unmount();
    next = [{ status: 500, error: { code: "500998", message: "…", order_id: "217357996100247" } }];
    newOrder();
    await priced("HK$54.00");
    const confirm = button("Confirm");
    // Clicked twice before anything could render.
    act(() => {
      confirm.click();
      confirm.click();
    });
    await waitFor(() => expect(router.push.mock.calls).toEqual([["/testing/orders/217357996100247"]]));
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  });

  it("is the same where no draft can be saved", async () => {
    let sending: Sending | undefined;
    showInPlace(<Submit give={(given) => (sending = given)} />);
    next = ["lost", "lost", "lost"];
    for (const _ of next.slice()) await act(async () => sending?.submit("Y"));
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  it("is another one for another order", async () => {
    next = ["lost", "lost"];
    for (const id of ["dr_1", "dr_2"]) {
      const { unmount } = newOrder(id);
      await priced("HK$54.00");
      await press("Confirm");
      unmount();
    }
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  });
});
