// Tariffs: the sheets of prices, fuel, surcharges, currencies and holidays that hold from a day on. Support proposes a
// sheet, sees what it would change, and another person approves it (contract §28). Carriers read what holds, and price
// with it; this module never prices by itself, and never changes an order or a quote.
export { approveTariff, proposeTariff, withdrawTariff } from "./changes";
export { previewTariff } from "./preview";
export { listTariffs, readTariff } from "./read";
