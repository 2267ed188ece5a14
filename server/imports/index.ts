// Imports: files of orders, products or addresses whose rows are read, judged and corrected before anything is made, and
// then made in the background. Knows every kind of file and how its rows become what the API takes. Never writes a thing
// itself, and never decides what is right: both are for the module that owns it.

export { readFailedRows, readImportTemplate } from "./files";
export {
  cancelImport,
  changeImportRow,
  changeImportRows,
  createImport,
  listImportRows,
  listImports,
  mapImport,
  readImport,
  startImport,
} from "./imports";
export { IMPORT, PAST_IMPORT } from "./job";
export { readImportColumns, readImportSummary } from "./summary";
export { checkImport, giveUpImport, type ImportRun, runImport } from "./work";
