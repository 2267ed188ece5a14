// Documents: the papers that go with a shipment, made of orders as PDF: waybill labels, commercial invoices, battery
// marks, packing slips and pickup documents; of a wave its pick list, and the card that steers the bench. It owns fonts, symbols and page layout; the same order gives the same bytes,
// so nothing is stored but, for a day, what a print job made. It keeps the log of prints. It reads orders and the carriers'
// names. It never changes an order, never prints client_remarks, and fetches nothing from the network: its fonts come with
// the packages.
export { acceptsPdf } from "./accept";
export { batteryMarks } from "./battery";
export { benchCardPdf } from "./bench-card";
export { batteryLabelPdf, documentPdfs, labelPdf, pickupDocumentPdf } from "./document-set";
export { type Imprint, imprintOf } from "./imprint";
export type { Paper } from "./paper";
export { pickListPdf } from "./pick-list";
export {
  cancelPrintJob,
  createPrintJob,
  listPrintJobs,
  readPrintJob,
  readPrintJobFile,
  recordPrintJob,
} from "./print-jobs";
export { checkPrints, readPrints, recordPrints } from "./print-log";
export { runPrintJobs } from "./print-worker";
export { printLabels, readDocuments, readLabel } from "./service";
