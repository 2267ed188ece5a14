import { EVENT_EXAMPLES } from "@/lib/contracts/event";
import { webhookExample } from "@/lib/contracts/webhook";

/** The id of the endpoint in the document's examples. */
export const EXAMPLE_ENDPOINT_ID = "we_4f1c9d7a2b6e8c5d3170";

const EVENT_ID = "evt_mi6q0z7k4f1c9d7a2b6e8c5d31";
const created = EVENT_EXAMPLES["order.created"];
const body = JSON.stringify(created);

const health = {
  last_attempt_at: "2026-11-20T02:30:00.412Z",
  last_success_at: "2026-11-20T02:30:00.412Z",
  failing_since: null,
  succeeded_7d: 418,
  failed_7d: 2,
  waiting: 0,
  held: 0,
  missed: 0,
};
const endpoint = {
  id: EXAMPLE_ENDPOINT_ID,
  ...webhookExample,
  status: "enabled",
  disabled_reason: null,
  disabled_at: null,
  enabled_at: null,
  signature: true,
  legacy_signature: false,
  auth_header: null,
  secret_hint: "IpU=",
  previous_secret_until: null,
  created_at: "2026-11-02T08:00:00.000Z",
  updated_at: "2026-11-02T08:00:00.000Z",
  health,
};
const secret = "whsec_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxIpU=";
const disabled = {
  ...endpoint,
  status: "disabled",
  disabled_reason: "BY_HAND",
  disabled_at: "2026-11-20T04:00:00.000Z",
  enabled_at: null,
  updated_at: "2026-11-20T04:00:00.000Z",
};

const delivery = {
  id: `dl_${EVENT_ID.slice(4)}_${EXAMPLE_ENDPOINT_ID.slice(3)}`,
  event_id: EVENT_ID,
  event: created.event,
  order_id: created.data.order_id,
  status: "succeeded",
  attempt_count: 1,
  next_attempt_at: null,
  created_at: created.timestamp,
  attempts: [
    {
      number: 1,
      trigger: "event",
      started_at: "2026-11-20T02:30:00.021Z",
      status_code: 200,
      error_kind: null,
      error_detail: null,
      duration_ms: 391.2,
      slow: false,
      response_head: "ok",
      response_truncated: false,
      response_headers: { "content-type": "text/plain" },
      url: endpoint.url,
      address: "8.8.4.4",
      request_headers: {
        "content-type": "application/json",
        "x-event-id": EVENT_ID,
        "x-event-type": created.event,
        "X-Signature": "t=1795141800,v1=c165ca1e863a4ef73ddd339f07cdfbaab735e578b1a03fb84dcca57e140558fe",
      },
      phases: { dns_ms: 12.4, connect_ms: 38.1, tls_ms: 81.7, wait_ms: 257.9, read_ms: 1.1 },
      next_attempt_at: null,
    },
  ],
};
const waiting = { ...delivery, status: "pending", next_attempt_at: "2026-11-20T04:05:00.000Z" };

/** Example data of webhook and event operations, by their ids; for a list its rows. */
export const WEBHOOK_ANSWERS: Record<string, unknown> = {
  listWebhooks: [endpoint],
  createWebhook: {
    ...endpoint,
    health: { ...health, last_attempt_at: null, last_success_at: null, succeeded_7d: 0, failed_7d: 0 },
    secret,
  },
  readWebhook: endpoint,
  updateWebhook: { ...endpoint, events: ["order.created", "order.cancelled"], updated_at: "2026-11-20T04:00:00.000Z" },
  deleteWebhook: { id: EXAMPLE_ENDPOINT_ID, deleted: true },
  enableWebhook: { ...endpoint, updated_at: "2026-11-20T04:00:00.000Z", health: { ...health, held: 3 } },
  disableWebhook: disabled,
  rollWebhookSecret: { ...endpoint, previous_secret_until: "2026-11-21T04:00:00.000Z", secret },
  testWebhook: {
    ...delivery,
    event: "order.delivered",
    order_id: null,
    status: "pending",
    attempt_count: 0,
    next_attempt_at: created.timestamp,
    attempts: [],
  },
  listDeliveries: [delivery],
  readDelivery: { ...delivery, webhook_id: EXAMPLE_ENDPOINT_ID, body },
  replayDelivery: waiting,
  replayMissed: { replayed: 3, since: "2026-11-20T02:30:00.000Z" },
  listEvents: [
    {
      event_id: EVENT_ID,
      event: created.event,
      order_id: created.data.order_id,
      created_at: created.timestamp,
      body,
    },
  ],
};
