import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import RollEndpointSecret from "@/app/(dashboard)/[environment]/webhooks/[webhookId]/roll-secret-dialog";
import EndpointForm from "@/app/(dashboard)/[environment]/webhooks/endpoint-form";
import {
  bodyOf,
  changeOf,
  type EndpointValues,
  valuesOf,
} from "@/app/(dashboard)/[environment]/webhooks/endpoint-values";
import { EventPicker } from "@/app/(dashboard)/[environment]/webhooks/event-picker";
import { NewEndpoint } from "@/app/(dashboard)/[environment]/webhooks/new/new-endpoint";
import { SecretOnce } from "@/components/secret-once";
import { EVENTS } from "@/components/webhooks/events";
import { ApiFailure } from "@/lib/api-client";
import { EVENT_MEANINGS } from "@/lib/contracts/event";
import { EVENT_NAMES } from "@/lib/contracts/webhook-delivery";
import en from "@/lib/i18n/en.json";
import { TRACKING_EVENT_NAMES } from "@/lib/orders/status";
import { type EventName, OPT_IN_EVENTS } from "@/lib/webhooks/event-names";
import { endpoint, show } from "./webhooks-frame";

function Picker({ first = [] as EventName[] }) {
  const [value, setValue] = useState<readonly EventName[]>(first);
  return <EventPicker id="events" value={value} onChange={setValue} error={undefined} />;
}
const box = (name: RegExp | string) => screen.getByRole("checkbox", { name });

it("offers every event with its meaning", () => {
  show(<Picker />);
  expect(EVENTS).toEqual(EVENT_NAMES);
  const words = Object.values(en.webhooks.events).map(({ meaning }) => meaning);
  EVENT_NAMES.forEach((event, index) => {
    expect(box(new RegExp(` ${event.replace(".", "\\.")}$`))).toHaveAccessibleDescription(words[index]);
  });
  for (const event of TRACKING_EVENT_NAMES) expect(words).toContain(EVENT_MEANINGS[event]);
});

it("has one box for all of tracking, which shows when only some are chosen and leaves the others as they are", async () => {
  show(<Picker first={["order.delivered"]} />);
  expect(box("All tracking events")).toHaveAttribute("aria-checked", "mixed");
  await userEvent.click(box("All tracking events"));
  const ofEvent = (event: string) => box(new RegExp(` ${event.replace(".", "\\.")}$`));
  for (const event of TRACKING_EVENT_NAMES) expect(ofEvent(event)).toBeChecked();
  for (const event of OPT_IN_EVENTS) expect(ofEvent(event)).not.toBeChecked();
  await userEvent.click(ofEvent("stock.low"));
  await userEvent.click(box(/order\.created/));
  expect(box("All tracking events")).toHaveAttribute("aria-checked", "mixed");
  await userEvent.click(box(/order\.created/));
  await userEvent.click(box("All tracking events"));
  for (const event of TRACKING_EVENT_NAMES) expect(ofEvent(event)).not.toBeChecked();
  expect(ofEvent("stock.low")).toBeChecked();
});

const send = () => userEvent.click(screen.getByRole("button", { name: "Add" }));

it("judges by the contract before anything is sent, and leads to the first error", async () => {
  const onSubmit = vi.fn<(values: EndpointValues) => Promise<undefined>>(async () => undefined);
  show(<EndpointForm allowedHosts={[]} submitLabel="Add" onSubmit={onSubmit} />);
  const url = screen.getByRole("textbox", { name: /Endpoint URL/ });
  await send();
  expect(onSubmit).not.toHaveBeenCalled();
  await waitFor(() => expect(url).toHaveFocus());
  expect(url).toHaveAccessibleDescription(/This field is required/);
  expect(screen.getByRole("group", { name: /Events/ })).toHaveAccessibleDescription(/At least 1 of these/);

  await userEvent.type(url, "http://shop.example");
  expect(url).toHaveAccessibleDescription(/Must be an https address/);
  await userEvent.clear(url);
  await userEvent.type(url, "https://shop.example/hook");
  expect(url).not.toBeInvalid();
});

it("refuses a private address while it is typed, unless the operator allows that host", async () => {
  const onSubmit = vi.fn<(values: EndpointValues) => Promise<undefined>>(async () => undefined);
  show(<EndpointForm allowedHosts={["127.0.0.1:4443"]} submitLabel="Add" onSubmit={onSubmit} />);
  const url = screen.getByRole("textbox", { name: /Endpoint URL/ });
  for (const address of ["https://10.0.0.8/hook", "https://localhost/hook", "https://[fd00::1]/hook"]) {
    await userEvent.clear(url);
    await userEvent.type(url, address.replaceAll("[", "[[").replace(/hook$/, ""));
    expect(url).toHaveFocus();
    await waitFor(() => expect(url, address).toHaveAccessibleDescription(/cannot be reached from the internet/));
    await userEvent.type(url, "hook");
    await send();
    expect(onSubmit).not.toHaveBeenCalled();
  }
  fireEvent.change(url, { target: { value: "https://127.0.0.1:4443/hook" } });
  await waitFor(() => expect(url).not.toBeInvalid());
});

it("judges a header of its own, and sends it", async () => {
  const onSubmit = vi.fn<(values: EndpointValues) => Promise<undefined>>(async () => undefined);
  show(<EndpointForm allowedHosts={[]} submitLabel="Add" onSubmit={onSubmit} />);
  const url = screen.getByRole("textbox", { name: /Endpoint URL/ });
  fireEvent.change(url, { target: { value: "https://shop.example/hook" } });
  await userEvent.click(box("All tracking events"));
  await userEvent.click(screen.getByRole("radio", { name: "Send a header" }));
  await userEvent.type(screen.getByRole("textbox", { name: /Header name/ }), "Content-Type");
  await userEvent.type(screen.getByRole("textbox", { name: /Header value/ }), "a token");
  await send();
  await waitFor(() => expect(screen.getByRole("textbox", { name: /Header name/ })).toHaveFocus());
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

it("sends a secret of the merchant's own, judged before, and none unless it is chosen", async () => {
  const onSubmit = vi.fn<(values: EndpointValues) => Promise<undefined>>(async () => undefined);
  show(<EndpointForm allowedHosts={[]} submitLabel="Add" onSubmit={onSubmit} />);
  fireEvent.change(screen.getByRole("textbox", { name: /Endpoint URL/ }), {
    target: { value: "https://shop.example/hook" },
  });
  await userEvent.click(box("All tracking events"));
  await userEvent.click(screen.getByRole("radio", { name: "Use our own secret" }));
  const secret = screen.getByRole("textbox", { name: /Your secret/ });
  await send();
  await waitFor(() => expect(secret).toHaveFocus());
  expect(secret).toHaveAccessibleDescription(/This field is required/);
  await userEvent.type(secret, "too short");
  expect(secret).toHaveAccessibleDescription(/16 to 256 visible ASCII characters/);
  await userEvent.clear(secret);
  await userEvent.type(secret, " our-own-secret-of-2019 ");
  await send();
  await userEvent.click(screen.getByRole("radio", { name: "Make a secret" }));
  await send();
  const sent = onSubmit.mock.calls.map(([values]) => bodyOf(values));
  expect(sent[0]).toMatchObject({ secret: "our-own-secret-of-2019" });
  expect(sent[1]).not.toHaveProperty("secret");
});

it("rolls to a secret of the merchant's own, once it is one", async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", async (_input: string, init: RequestInit) => {
    if (init.method !== "POST") return Response.json({ data: [], pagination: { total: 0 } });
    bodies.push(JSON.parse(String(init.body)));
    return Response.json({ data: { ...endpoint(), secret: "our-own-secret-of-2019" } });
  });
  show(<RollEndpointSecret endpoint={endpoint()} onClose={() => undefined} />);
  const confirm = () => userEvent.click(screen.getByRole("button", { name: en.webhooks.roll.confirm }));
  await userEvent.click(screen.getByRole("radio", { name: "Use our own secret" }));
  const secret = screen.getByRole("textbox", { name: /Your secret/ });
  await confirm();
  expect(secret).toHaveFocus();
  expect(secret).toHaveAccessibleDescription(/Must be 16 to 256/);
  expect(bodies).toEqual([]);
  await userEvent.type(secret, "our-own-secret-of-2019");
  await confirm();
  expect(await screen.findByRole("textbox", { name: en.webhooks.secret.title })).toHaveValue("our-own-secret-of-2019");
  expect(bodies).toEqual([{ overlap_hours: 24, secret: "our-own-secret-of-2019" }]);
});

it("puts what the server refuses on the field it points at, until that is changed", async () => {
  const message = "shop.local cannot be reached from the internet";
  const refusal = new ApiFailure({
    status: 400,
    message: "Bad request",
    entries: [{ code: "400000", code_reason: "BAD_REQUEST", message, field: "url", pointer: "/url" }],
  });
  show(
    <EndpointForm allowedHosts={[]} endpoint={endpoint()} submitLabel="Add" onSubmit={() => Promise.reject(refusal)} />,
  );
  const url = screen.getByRole("textbox", { name: /Endpoint URL/ });
  await send();
  await waitFor(() => expect(url).toHaveAccessibleDescription(new RegExp(message)));
  await waitFor(() => expect(url).toHaveFocus());
  expect(screen.queryByRole("alert")).toBeNull();
  await userEvent.tab();
  expect(url).toBeInvalid();
  await userEvent.type(url, "/2");
  expect(url).not.toBeInvalid();
});

it("reports a failure that belongs to no field with its request id", async () => {
  const failure = new ApiFailure({ status: 503, message: "away", requestId: "req_of_the_test" });
  show(
    <EndpointForm allowedHosts={[]} endpoint={endpoint()} submitLabel="Add" onSubmit={() => Promise.reject(failure)} />,
  );
  await send();
  const alert = await screen.findByRole("alert");
  expect(within(alert).getByText("req_of_the_test")).toBeInTheDocument();
  await waitFor(() => expect(alert).toHaveFocus());
});

it("makes one endpoint, however often it is sent, and says so where its secret was lost with an answer", async () => {
  const keys: (string | null)[] = [];
  const answers = [
    new TypeError("Failed to fetch"),
    { status: 503, code: "503000" },
    { status: 500, code: "500998", id: "we_made" },
  ];
  vi.stubGlobal("fetch", async (_input: string, init: RequestInit) => {
    if (init.method !== "POST") return Response.json({ data: [], pagination: { total: 0 } });
    keys.push(new Headers(init.headers).get("idempotency-key"));
    const answer = answers[keys.length - 1];
    if (!answer || answer instanceof Error) throw answer;
    const { status, ...error } = answer;
    return Response.json({ error: { ...error, message: "…" } }, { status });
  });
  show(<NewEndpoint most={20} allowedHosts={[]} />);
  await userEvent.type(await screen.findByRole("textbox", { name: /Endpoint URL/ }), "https://shop.example/hook");
  await userEvent.click(box("All tracking events"));
  for (const times of [1, 2, 3]) {
    await userEvent.click(await screen.findByRole("button", { name: en.webhooks.add }));
    await waitFor(() => expect(keys).toHaveLength(times));
    if (times < 3) await screen.findByRole("alert");
  }
  expect(await screen.findByText(en.webhooks.lost.title)).toBeVisible();
  expect([new Set(keys).size, keys[0]?.length]).toEqual([1, 32]);
});

it("keeps, replaces or takes away the header that is there", () => {
  const values = valuesOf(endpoint({ auth_header: { name: "X-API-Key" } }));
  expect(changeOf(values, values)).toEqual({});
  expect(changeOf({ ...values, auth: "none" }, values)).toEqual({ auth_header: {} });
  expect(changeOf({ ...values, description: "Till" }, values)).toEqual({ description: "Till" });
  const header = { auth: "set", auth_header: { name: "Authorization", value: "Bearer 1" } } as const;
  expect(changeOf({ ...values, ...header }, values)).toEqual({
    auth_header: { name: "Authorization", value: "Bearer 1" },
  });
});

it("shows a secret with its warning, to be copied, and takes the focus there", async () => {
  const user = userEvent.setup();
  show(
    <SecretOnce
      secret="whsec_made"
      labels={{ title: "Signing secret", once: "It is shown this once and never again.", copy: "Copy secret" }}
    />,
  );
  expect(screen.getByRole("heading", { name: "Signing secret" })).toHaveFocus();
  const shown = screen.getByRole("textbox", { name: "Signing secret" });
  expect(shown).toHaveValue("whsec_made");
  expect(shown).toHaveAttribute("readonly");
  expect(shown).toHaveAccessibleDescription(/shown this once and never again/);
  await user.click(screen.getByRole("button", { name: /Copy secret/ }));
  expect(await navigator.clipboard.readText()).toBe("whsec_made");
});

it("asks for something that proves deliveries, and takes a header that is kept for it", async () => {
  const onSubmit = vi.fn<(values: EndpointValues) => Promise<undefined>>(async () => undefined);
  show(
    <EndpointForm
      allowedHosts={[]}
      endpoint={endpoint({ auth_header: { name: "X-Key" } })}
      submitLabel="Add"
      onSubmit={onSubmit}
    />,
  );
  const signing = screen.getByRole("group", { name: "Signature" });
  await userEvent.click(box(/Sign deliveries/));
  expect(signing).not.toBeInvalid();
  await userEvent.click(screen.getByRole("radio", { name: "None" }));
  expect(signing).toHaveAccessibleDescription(/something that proves them/);
  await send();
  expect(onSubmit).not.toHaveBeenCalled();
  await waitFor(() => expect(box(/Sign deliveries/)).toHaveFocus());
  await userEvent.click(box(/Sign deliveries/));
  expect(signing).not.toBeInvalid();
  await send();
  expect(onSubmit).toHaveBeenCalledOnce();
});
