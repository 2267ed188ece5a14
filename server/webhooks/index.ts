// Webhooks: endpoints and their secrets, the events of orders, and deliveries from the row that commits with an order to
// the receiver's answer, with retries, fairness between receivers, and disabling.
// Orders and tracking hand it events within their transactions. It never decides what an order does, never follows what
// a receiver answers, and connects to no address that is not public unless the operator opened it.
export { listDeliveries, listEvents, readDelivery, replayDelivery, replayMissed, testWebhook } from "./deliveries";
export {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  listWebhooks,
  problemsOfWebhook,
  readWebhook,
  rollWebhookSecret,
  updateWebhook,
} from "./endpoints";
export { announce, deliverySql, type EventData, makeEvent, recordEvent, type StoredEvent } from "./events";
export { deliveryHeaders } from "./outgoing";
export { newSecret } from "./secrets";
export { type Deliveries, startDeliveries } from "./worker";
