// Orders: creation, reading, changing, confirming, cancelling, lists and searches, their price and their outbox events.
// A verb owns its transaction; whatever an order announces commits with it. Orders know carriers and accounts.
// They never know tracking, pick-and-pack or documents, which build on them.

export { cancelOrder, confirmOrder, updateOrder } from "./change";
export { foldCounts } from "./counts";
export { countOrders } from "./counts-read";
export { createOrder, createOverviewOrder, createPastOrder, problemsOfOverview, usedKeyOf } from "./create";
export { createDraft, deleteDraft, listDrafts, readDraft, saveDraft } from "./drafts";
export { type EventData, makeEvent, recordEvent, type StoredEvent } from "./events";
export { problemsOfOrder } from "./judge";
export { presentRecord } from "./present";
export { findOrder, loadOrders, type OrderRow, type StoredOrder } from "./queries";
export { listOrders, readOrder } from "./read";
export { countMove } from "./store";
