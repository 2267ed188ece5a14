// Documents: the papers that go with a shipment, made from orders as PDF: waybill labels, commercial invoices, battery
// marks, packing slips and pickup documents; also the pick list of a wave and the card of bench commands. Owns fonts,
// symbols, page layout and the log of prints. The same order gives the same bytes, so nothing is stored, except the
// file of a print job for a day. Reads orders and the carriers' names. Never changes an order, prints
// client_remarks only on the pick list, and fetches nothing from the network: its fonts come with the packages.
export { batteryMarks } from "./battery";
export { batteryLabelPdf, documentPdfs, labelPdf, pickupDocumentPdf } from "./document-set";
export { imprintOf } from "./imprint";
export {
  cancelPrintJob,
  createPrintJob,
  listPrintJobs,
  readPrintJob,
  readPrintJobFile,
  recordPrintJob,
} from "./jobs/print-jobs";
export { movePrintJobs } from "./jobs/print-jobs-before";
export { checkPrints, readPrints, recordPrints } from "./jobs/print-log";
export { printing } from "./jobs/print-worker";
export { changedLabels } from "./label/label-content";
export { benchCardPdf } from "./papers/bench-card";
export { handOverPdf } from "./papers/hand-over";
export { pickListPdf } from "./papers/pick-list";
export { statementPdf } from "./papers/statement";
export { printLabels, readDocuments, readLabel } from "./service";
