import * as contracts from "@/lib/contracts/webhook";
import { operation, operations } from "@/server/http/operation";
import * as webhooks from "@/server/webhooks";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(contracts.readWebhook, webhooks.readWebhook),
  PATCH: operation(contracts.updateWebhook, webhooks.updateWebhook),
  DELETE: operation(contracts.deleteWebhook, webhooks.deleteWebhook),
});
