import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import EndpointForm from "@/app/(dashboard)/[environment]/webhooks/endpoint-form";
import {
  bodyOf,
  changeOf,
  type EndpointValues,
  valuesOf,
} from "@/app/(dashboard)/[environment]/webhooks/endpoint-values";
import { EventPicker } from "@/app/(dashboard)/[environment]/webhooks/event-picker";
import { EVENTS } from "@/app/(dashboard)/[environment]/webhooks/events";
import { SecretOnce } from "@/app/(dashboard)/[environment]/webhooks/secret-once";
import { ApiFailure } from "@/lib/api-client";
import { EVENT_MEANINGS } from "@/lib/contracts/event";
import en from "@/lib/i18n/en.json";
import { TRACKING_EVENT_NAMES, type TrackingEvent } from "@/lib/order-status";
import { endpoint, show } from "./webhooks-frame";

function Picker({ first = [] as TrackingEvent[] }) {
  const [value, setValue] = useState<readonly TrackingEvent[]>(first);
  return <EventPicker id="events" value={value} onChange={setValue} error={undefined} />;
}
const box = (name: RegExp | string) => screen.getByRole("checkbox", { name });

it("offers every event with its meaning", () => {
  show(<Picker />);
  expect(EVENTS).toEqual(TRACKING_EVENT_NAMES);
  for (const event of TRACKING_EVENT_NAMES)
    expect(box(new RegExp(event.replace(".", "\\.")))).toHaveAccessibleDescription(EVENT_MEANINGS[event]);
  const words = Object.values(en.webhooks.events).map(({ meaning }) => meaning);
  expect(words).toEqual(Object.values(EVENT_MEANINGS));
});

it("has one box for all, which tells when only some are chosen", async () => {
  show(<Picker first={["order.delivered"]} />);
  expect(box("All events")).toHaveAttribute("aria-checked", "mixed");
  await userEvent.click(box("All events"));
  for (const checkbox of screen.getAllByRole("checkbox")) expect(checkbox).toBeChecked();
  await userEvent.click(box(/order\.created/));
  expect(box("All events")).toHaveAttribute("aria-checked", "mixed");
  await userEvent.click(box(/order\.created/));
  await userEvent.click(box("All events"));
  for (const checkbox of screen.getAllByRole("checkbox")) expect(checkbox).not.toBeChecked();
});

const send = () => userEvent.click(screen.getByRole("button", { name: "Add" }));

it("judges by the contract before anything is sent, and leads to the first error", async () => {
  const onSubmit = vi.fn<(values: EndpointValues) => Promise<void>>(async () => {});
  show(<EndpointForm submitLabel="Add" onSubmit={onSubmit} />);
  const url = screen.getByRole("textbox", { name: /Endpoint URL/ });
  await send();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(url).toHaveFocus();
  expect(url).toHaveAccessibleDescription(/This field is required/);
  expect(screen.getByRole("group", { name: /Events/ })).toHaveAccessibleDescription(/At least 1 of these/);

  await userEvent.type(url, "http://shop.example");
  expect(url).toHaveAccessibleDescription(/Must be an https address/);
  await userEvent.clear(url);
  await userEvent.type(url, "https://shop.example/hook");
  expect(url).not.toBeInvalid();

  await userEvent.click(box("All events"));
  await userEvent.click(screen.getByRole("radio", { name: "Send a header" }));
  await userEvent.type(screen.getByRole("textbox", { name: /Header name/ }), "Content-Type");
  await userEvent.type(screen.getByRole("textbox", { name: /Header value/ }), "a token");
  await send();
  expect(screen.getByRole("textbox", { name: /Header name/ })).toHaveFocus();
  expect(screen.getByText("Content-Type is set by the service; take another header.")).toBeInTheDocument();
  await userEvent.clear(screen.getByRole("textbox", { name: /Header name/ }));
  await userEvent.type(screen.getByRole("textbox", { name: /Header name/ }), "X-API-Key");
  await send();
  expect(onSubmit.mock.calls.map(([values]) => bodyOf(values))).toEqual([
    {
      url: "https://shop.example/hook",
      description: "",
      events: [...TRACKING_EVENT_NAMES],
      signature: true,
      legacy_signature: false,
      auth_header: { name: "X-API-Key", value: "a token" },
    },
  ]);
});

it("puts what the server refuses on the field it points at, until that is changed", async () => {
  const message = "shop.local cannot be reached from the internet";
  const refusal = new ApiFailure({
    status: 400,
    message: "Bad request",
    entries: [{ code: "400000", code_reason: "BAD_REQUEST", message, field: "url", pointer: "/url" }],
  });
  show(<EndpointForm endpoint={endpoint()} submitLabel="Add" onSubmit={() => Promise.reject(refusal)} />);
  const url = screen.getByRole("textbox", { name: /Endpoint URL/ });
  await send();
  await waitFor(() => expect(url).toHaveAccessibleDescription(new RegExp(message)));
  expect(url).toHaveFocus();
  expect(screen.queryByRole("alert")).toBeNull();
  await userEvent.tab();
  expect(url).toBeInvalid();
  await userEvent.type(url, "/2");
  expect(url).not.toBeInvalid();
});

it("tells a failure that is no field's with its request id", async () => {
  const failure = new ApiFailure({ status: 503, message: "away", requestId: "req_of_the_test" });
  show(<EndpointForm endpoint={endpoint()} submitLabel="Add" onSubmit={() => Promise.reject(failure)} />);
  await send();
  const alert = await screen.findByRole("alert");
  expect(within(alert).getByText("req_of_the_test")).toBeInTheDocument();
  expect(alert).toHaveFocus();
});

it("keeps, replaces or takes away the header that is there", () => {
  const values = valuesOf(endpoint({ auth_header: { name: "X-API-Key" } }));
  expect(changeOf(values)).not.toHaveProperty("auth_header");
  expect(changeOf({ ...values, auth: "none" })).toMatchObject({ auth_header: {} });
  const header = { auth: "set", auth_name: "Authorization", auth_value: "Bearer 1" } as const;
  expect(changeOf({ ...values, ...header })).toMatchObject({
    auth_header: { name: "Authorization", value: "Bearer 1" },
  });
});

it("shows a secret with its warning, to be copied, and takes the focus there", async () => {
  const user = userEvent.setup();
  show(<SecretOnce secret="whsec_made" />);
  expect(screen.getByRole("heading", { name: "Signing secret" })).toHaveFocus();
  const shown = screen.getByRole("textbox", { name: "Signing secret" });
  expect(shown).toHaveValue("whsec_made");
  expect(shown).toHaveAttribute("readonly");
  expect(shown).toHaveAccessibleDescription(/shown this once and never again/);
  await user.click(screen.getByRole("button", { name: /Copy secret/ }));
  expect(await navigator.clipboard.readText()).toBe("whsec_made");
});
