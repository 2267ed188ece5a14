// Services: what support changes about the services of all merchants. Suspends one for a time, and takes a provider's
// whole list of pickup points, which it applies at once or at its time, and notifies the merchants concerned.
// Writes carriers' rows only through carriers, and never changes an order.
export { applyDueFeeds } from "./apply-feed";
export { createPickupFeed, listPickupFeeds, previewPickupFeed, readPickupFeed, withdrawPickupFeed } from "./feeds";
export { endSuspension, listServices, setSuspension } from "./suspensions";
