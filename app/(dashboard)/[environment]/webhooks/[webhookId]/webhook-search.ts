import { DELIVERY_STATUSES } from "@/components/webhooks/delivery-state";
import { EVENTS } from "@/components/webhooks/events";
import type { DeliveryStatus } from "@/lib/contracts/webhook-delivery";
import { PAGE_SIZES } from "@/lib/lists/pagination";
import { tidyNumber } from "@/lib/tidy-number";
import type { EventName } from "@/lib/webhooks/event-names";

export const WEBHOOK_TABS = ["overview", "deliveries", "settings", "verify"] as const;
export type WebhookTab = (typeof WEBHOOK_TABS)[number];

/** The state in the URL of an endpoint's page. */
export type WebhookUrl = {
  tab: WebhookTab;
  status?: DeliveryStatus | undefined;
  event?: EventName | undefined;
  order_id?: string | undefined;
  event_id?: string | undefined;
  limit: string;
  offset: string;
  /** The delivery that is open. */
  delivery?: string | undefined;
};
export type WebhookUrlChange = { [Field in keyof WebhookUrl]?: WebhookUrl[Field] | null };

const DEFAULTS = { tab: "overview", limit: "20", offset: "0" } as const;

type Raw = Record<string, string | string[] | undefined>;

const ORDER_ID = /^\d{1,15}$/;
const EVENT_ID = /^evt_[0-9a-z]{1,60}$/;

/** The search text as an order's number or an event's id; null if it can be neither. */
export function readSought(text: string): Pick<WebhookUrlChange, "order_id" | "event_id"> | null {
  const sought = text.trim();
  if (sought === "") return { order_id: null, event_id: null };
  const number = tidyNumber(sought);
  if (ORDER_ID.test(number)) return { order_id: number, event_id: null };
  return EVENT_ID.test(sought) ? { order_id: null, event_id: sought } : null;
}

/** Reads the URL; what it does not understand gets its default. */
export function readWebhookUrl(raw: Raw): WebhookUrl {
  const order = typeof raw.order_id === "string" && ORDER_ID.test(raw.order_id) ? raw.order_id : undefined;
  const eventId = typeof raw.event_id === "string" && EVENT_ID.test(raw.event_id) ? raw.event_id : undefined;
  const delivery = typeof raw.delivery === "string" && /^[\w-]{1,80}$/.test(raw.delivery) ? raw.delivery : undefined;
  return {
    tab: WEBHOOK_TABS.find((tab) => tab === raw.tab) ?? DEFAULTS.tab,
    status: DELIVERY_STATUSES.find((status) => status === raw.status),
    event: EVENTS.find((event) => event === raw.event),
    order_id: order,
    event_id: eventId,
    limit: PAGE_SIZES.find((limit) => limit === raw.limit) ?? DEFAULTS.limit,
    offset: typeof raw.offset === "string" && /^\d{1,9}$/.test(raw.offset) ? raw.offset : DEFAULTS.offset,
    delivery,
  };
}

/** The address of an endpoint's page; the list's own fields are in it only when the list is shown. */
export function writeWebhookUrl(base: string, url: WebhookUrlChange): string {
  const [pathname = "", search = ""] = base.split("?");
  const params = new URLSearchParams(search);
  const { tab, delivery, ...list } = url;
  if (tab && tab !== DEFAULTS.tab) params.set("tab", tab);
  if (tab === "deliveries") {
    for (const [field, value] of Object.entries(list))
      if (value && value !== DEFAULTS[field as keyof typeof DEFAULTS]) params.set(field, value);
  }
  if (delivery) params.set("delivery", delivery);
  return params.size > 0 ? `${pathname}?${params}` : pathname;
}

/** The API query of the list of deliveries. */
export function deliveriesQuery({ status, event, order_id, event_id, limit, offset }: WebhookUrl) {
  return {
    ...(status ? { status } : {}),
    ...(event ? { event } : {}),
    ...(order_id ? { order_id } : {}),
    ...(event_id ? { event_id } : {}),
    limit,
    offset,
  };
}
