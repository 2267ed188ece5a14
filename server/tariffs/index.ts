// Tariffs: the sheets of prices, fuel, surcharges, currencies and holidays that hold from a day on. Support proposes a
// sheet, sees what it would change, and somebody else approves it (contract §28). What holds is read by carriers, which
// price with it; this module never prices by itself, and never changes an order or a quote.
export { approveTariff, proposeTariff, withdrawTariff } from "./changes";
export { previewTariff } from "./preview";
export { listTariffs, readTariff } from "./read";
