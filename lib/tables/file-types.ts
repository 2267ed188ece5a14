/** The media types of table files. */
export const CSV = "text/csv";
export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
