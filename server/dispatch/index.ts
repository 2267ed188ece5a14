// Dispatch: what leaves on a day, the parcels that were scanned out, and the lists that couriers sign. A scan notes who
// and when; it never moves an order, because only the carrier's scan does. Reads orders, prints and whether the
// warehouse has an order; writes its own two tables.

export { readDispatch } from "./day";
export { createHandOver, deleteHandOver, listHandOvers, readHandOver, signHandOver } from "./hand-overs";
export { scanDispatch, undoDispatchScan } from "./scans";
