// Carriers: the providers, their tariffs, surcharges, holidays and pickup points, and the quotes made from them.
// Decides what a consignment costs, whether a provider takes it, and on which days it is collected.
// The rows are cached in memory and read again when their version changes.
// Never creates or changes an order and never calls a carrier over the network.
export { type Catalogue, catalogue, catalogueSince, rowsOnDay, type Suspension, withSheet } from "./catalogue";
export { type Consignment, consignmentOfOrder, consignmentOfRate } from "./consignment";
export { type PointRow, readPoints, writePoints } from "./points";
export { inHongKongDollars, type Priced, priceConsignment, priceJudged } from "./pricing";
export { fingerprint, readQuote, saveQuote } from "./quotes";
export { isSuspendedAt, nextCollection, problemOf, serviceProblems } from "./rules";
export { getRates, listPickupPoints, listProviders, presentSuspended, presentSuspension } from "./service";
export { findService, lockService, readSuspension, writeSuspension } from "./suspensions";
