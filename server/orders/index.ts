// Orders: creation, reading, changing, confirming, cancelling, lists and searches, their price and their outbox events.
// A handler owns its transaction, and the events of an order commit with it. Orders know carriers and accounts. They do
// not know tracking, pick-and-pack or documents, which build on them: `server/effects.ts` announces confirmations and
// cancellations to those, within the order's transaction.

export { auditedOrder } from "./audit-facts";
export { cancelBatch, confirmBatch, createBatch } from "./batch";
export { cancelLocked, cancelOrder, declineLocked, isCancelRequested } from "./change/cancel";
export { confirmOrder, updateOrder } from "./change/change";
export { correctOrder } from "./change/correct";
export { instructOrder } from "./change/instruct";
export { eraseRows, moveOrder } from "./change/move";
export {
  asPacked,
  changeCod,
  markPrintedSql,
  noteLabelChange,
  packedQty,
  writeShort,
} from "./change/packed";
export { type Measures, priceRemeasured, writeRemeasured } from "./change/remeasure";
export { listTags, tagOrder } from "./change/tag";
export { createBox, deleteBox, listBoxes, updateBox } from "./create/boxes";
export { createOrder, type PricedOrder } from "./create/create";
export { readDefaults, saveDefaults, writeDefaults } from "./create/defaults";
export { duplicateOrder, inputLike } from "./create/duplicate";
export { judgeSet } from "./create/judge-set";
export { environmentOfNumber, firstIdAt } from "./create/numbers";
export { createOverviewOrder } from "./create/overview";
export { writeSet } from "./create/write-set";
export { createDraft, deleteDraft, latestOwnDraft, listDrafts, readDraft, saveDraft } from "./drafts";
export { type AtPoints, accountsAtPoints, listAtPoints } from "./list/at-points";
export { foldCounts } from "./list/counts";
export { countOrders } from "./list/counts-read";
export { exportOrders, exportSelected } from "./list/export";
export {
  createExport,
  exporting,
  listExports,
  readExport,
  readExportFile,
  stopExport,
} from "./list/export-jobs";
export { readFigures } from "./list/figures";
export { indexOrders } from "./list/index-orders";
export { recentOrderCounts, recentOrders } from "./list/recent";
export { orderHasWords, searchable } from "./list/search";
export { countUnindexed, type FoundOrder, searchAll } from "./list/search-all";
export { mobilesOf } from "./list/search-text";
export { createView, deleteView, listViews, saveView } from "./list/views";
export { writeTexts } from "./list/workbook";
export {
  listMessages,
  markAnswered,
  markMessages,
  messagesListener,
  writeMessage,
  writePastMessages,
} from "./messages/thread";
export { adjustByInvoice, createAdjustment, FIRST_CHARGE, moneyListener, newEntryId } from "./money/adjustments";
export {
  type BilledOrder,
  billedOrders,
  existingOrders,
  keyOf,
  lockBilledOrders,
  type Numbered,
  type OrderKey,
  parcelsByNumber,
  rowsOfKeys,
} from "./money/billed";
export { disputeAdjustment, listAdjustments } from "./money/disputes";
export { addAdjustmentPicture, readOrderPicture } from "./pictures";
export { estimateOf, presentRecord } from "./present";
export { findOrder, loadOrders, lockOrder, lockOrders, type OrderRow, type StoredOrder } from "./queries";
export { listOrders, matchingOrders, readOrder } from "./read";
export { type RuledImport, ruling } from "./rules/apply";
export { createRule, deleteRule, listRules, updateRule } from "./rules/store";
export { tryRules } from "./rules/try";
