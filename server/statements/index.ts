// Statements: what a merchant owes for a month in Hong Kong, and the cash that was collected for them. Computed from
// orders, their adjustments and payouts until support closes the month, which keeps its files for good. Production
// only; no line says anything about a recipient. Never changes an order or a price.

export { closeStatements, listStatements } from "./all";
export { auditedMonth, auditedPayout } from "./audit-facts";
export { closeStatement } from "./close";
export { approveStatementImport, importStatementLines, readStatementImport } from "./import";
export { listStatementImports, withdrawStatementImport } from "./import-files";
export { createPayout, deletePayout, reversePayout } from "./payouts";
export { listStatementLines, readStatement } from "./read";
