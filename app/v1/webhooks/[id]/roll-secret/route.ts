import * as contracts from "@/lib/contracts/webhook";
import { operation, operations } from "@/server/http/operation";
import * as webhooks from "@/server/webhooks";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  POST: operation(contracts.rollWebhookSecret, webhooks.rollWebhookSecret),
});
