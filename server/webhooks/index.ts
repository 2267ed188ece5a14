// Webhooks: endpoints and their secrets, the events of orders and stock, and deliveries from the row that commits with
// an order to the receiver's answer, with retries, fairness between receivers, and disabling. Orders, tracking and the
// warehouse pass events within their transactions. Never decides what an order does, never acts on the content of a
// receiver's answer (redirects included), and connects only to public addresses unless the operator allows others.
export { listDeliveries, listEvents, readDelivery, replayDelivery, replayMissed, testWebhook } from "./deliveries";
export {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  listWebhooks,
  readWebhook,
  rollWebhookSecret,
  updateWebhook,
} from "./endpoints";
export {
  announce,
  type EventData,
  eventSql,
  makeEvent,
  makeOrderEvent,
  onEvent,
  recordEvent,
  recordOrderEvent,
  recordStockLow,
  type StoredEvent,
  wakeListeners,
} from "./events";
export { deliveryHeaders } from "./outgoing";
export { newSecret } from "./secrets";
export { listSentEvents, replayEvent } from "./sent-events";
export { type Deliveries, startDeliveries } from "./worker";
