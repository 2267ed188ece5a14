// Orders: creation, reading, changing, confirming, cancelling, lists and searches, their price and their outbox events.
// A verb owns its transaction; whatever an order announces commits with it. Orders know carriers and accounts.
// They never know tracking, pick-and-pack or documents, which build on them: what an order's confirmation or cancellation
// does there is told through `server/effects.ts`, within the order's transaction.

export { cancelLocked, cancelOrder, declineLocked, isCancelRequested } from "./cancel";
export { confirmOrder, updateOrder } from "./change";
export { foldCounts } from "./counts";
export { countOrders } from "./counts-read";
export { createOrder, createOverviewOrder, createPastOrder, problemsOfOverview, usedKeyOf } from "./create";
export { createDraft, deleteDraft, listDrafts, readDraft, saveDraft } from "./drafts";
export { exportOrders } from "./export";
export { problemsOfOrder } from "./judge";
export { environmentOfNumber } from "./numbers";
export { presentRecord } from "./present";
export { findOrder, loadOrders, lockOrder, type OrderRow, type StoredOrder } from "./queries";
export { listOrders, readOrder } from "./read";
export { type Measures, priceRemeasured, writeRemeasured } from "./remeasure";
export { searchTerms } from "./search";
export { countMove } from "./store";
export { createView, deleteView, listViews, saveView } from "./views";
