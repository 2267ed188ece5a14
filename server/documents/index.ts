// Documents: the papers that go with a shipment, made of orders as PDF. So far the waybill label.
// It owns fonts, barcodes and page layout; the same order gives the same bytes, so nothing is stored.
// It reads orders and the carriers' names. It never changes an order, never prints client_remarks, and fetches nothing
// from the network: its fonts come with the packages.
export { labelPdf, type Paper } from "./label";
export { readLabel } from "./service";
