import { lazily } from "@/lib/lazily";
import { lazyContract } from "@/lib/lazy-contract";

const webhook = () => lazily(() => import("@/lib/contracts/webhook"));

/** The operations of these pages beside the list of endpoints, which the navigation asks for too. */
export const CREATE_WEBHOOK = lazyContract("createWebhook", webhook);
export const READ_WEBHOOK = lazyContract("readWebhook", webhook);
export const UPDATE_WEBHOOK = lazyContract("updateWebhook", webhook);
export const DELETE_WEBHOOK = lazyContract("deleteWebhook", webhook);
export const ENABLE_WEBHOOK = lazyContract("enableWebhook", webhook);
export const DISABLE_WEBHOOK = lazyContract("disableWebhook", webhook);
export const ROLL_SECRET = lazyContract("rollWebhookSecret", webhook);
export const TEST_WEBHOOK = lazyContract("testWebhook", webhook);
export const LIST_DELIVERIES = lazyContract("listDeliveries", webhook);
export const READ_DELIVERY = lazyContract("readDelivery", webhook);
export const REPLAY_DELIVERY = lazyContract("replayDelivery", webhook);
export const REPLAY_MISSED = lazyContract("replayMissed", webhook);
