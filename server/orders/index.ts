// Orders: creation, reading, changing, confirming, cancelling, lists and searches, their price and their outbox events.
// A verb owns its transaction, and the events of an order commit with it. Orders know carriers and accounts. They do
// not know tracking, pick-and-pack or documents, which build on them: `server/effects.ts` announces confirmations and
// cancellations to those, within the order's transaction.

export { adjustByInvoice, createAdjustment, FIRST_CHARGE, newEntryId } from "./adjustments";
export { type AtPoints, accountsAtPoints, listAtPoints } from "./at-points";
export { auditedOrder } from "./audit-facts";
export {
  type BilledOrder,
  billedOrders,
  existingOrders,
  keyOf,
  lockOrders,
  type Numbered,
  type OrderKey,
  parcelsByNumber,
  rowsOfKeys,
} from "./billed";
export { cancelLocked, cancelOrder, declineLocked, isCancelRequested } from "./cancel";
export { confirmOrder, updateOrder } from "./change";
export { correctOrder } from "./correct";
export { foldCounts } from "./counts";
export { countOrders } from "./counts-read";
export { createOrder } from "./create";
export { readDefaults, saveDefaults, writeDefaults } from "./defaults";
export { disputeAdjustment, listAdjustments } from "./disputes";
export { createDraft, deleteDraft, latestOwnDraft, listDrafts, readDraft, saveDraft } from "./drafts";
export { duplicateOrder, inputLike } from "./duplicate";
export { exportOrders, exportSelected } from "./export";
export { readFigures } from "./figures";
export { indexOrders } from "./index-orders";
export { instructOrder } from "./instruct";
export { eraseRows, moveOrder } from "./move";
export { environmentOfNumber, firstIdAt } from "./numbers";
export { createOverviewOrder } from "./overview";
export {
  asPacked,
  changeCod,
  markPrintedSql,
  noteLabelChange,
  packedQty,
  writeShort,
} from "./packed";
export { addAdjustmentPicture, readOrderPicture } from "./pictures";
export { estimateOf, presentRecord } from "./present";
export { findOrder, loadOrders, lockOrder, type OrderRow, type StoredOrder } from "./queries";
export { listOrders, readOrder } from "./read";
export { recentOrders } from "./recent";
export { recentOrderCounts } from "./recent-counts";
export { type Measures, priceRemeasured, writeRemeasured } from "./remeasure";
export { orderHasWords, searchable } from "./search";
export { countUnindexed, type FoundOrder, searchAll } from "./search-all";
export { mobilesOf } from "./search-text";
export {
  listMessages,
  markAnswered,
  markMessages,
  writeLine,
  writeMessage,
  writePastMessages,
} from "./thread";
export { createView, deleteView, listViews, saveView } from "./views";
