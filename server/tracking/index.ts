// Tracking: scans of carriers, the timeline made of them, and the moves they bring to orders.
// A scan and what it does to its order commit together, with the order's event. Tracking never prices, creates or
// cancels on its own account; those are verbs of orders.
export { type PublicTracking, publicTracking } from "./public";
export { presentOrder, readTracking, readTrackingByNumber, recordScan, simulateScan, trackingOf } from "./service";
