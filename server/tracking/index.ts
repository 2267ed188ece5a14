// Tracking: scans of carriers, the timeline made from them, and the moves of orders that they cause. A scan and its
// effect on the order commit together, with the order's event. Tracking never prices, creates or cancels orders on its
// own; those are handlers of orders.
export { type PublicTracking, publicTracking } from "./public";
export { auditedParcel, presentOrder, readTracking, readTrackingByNumber, recordScan, simulateScan } from "./service";
