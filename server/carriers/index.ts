// Carriers: the providers, their tariffs, surcharges, zones, holidays and pickup points, and the quotes made of them.
// It decides what a consignment costs, whether a provider takes it, and on which days it is collected.
// The rows are kept in memory and read again when their version changes.
// It never makes or changes an order and never asks a carrier over the network.
export { type Catalogue, catalogue } from "./catalogue";
export { type Consignment, consignmentOfOrder, consignmentOfRate } from "./consignment";
export { type Priced, priceConsignment } from "./pricing";
export { deleteExpiredQuotes } from "./queries";
export { fingerprint, type Quote, type QuotedPrice, type QuotedPrices, readQuote, saveQuote } from "./quotes";
export { nextCollection, problemOf, serviceProblems, type Unavailable } from "./rules";
export { getRates, listPickupPoints, listProviders } from "./service";
