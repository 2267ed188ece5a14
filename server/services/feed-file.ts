import { judge } from "@/lib/contracts/judge";
import { FEED_COLUMNS, type FeedPoint, pointList, pointRules } from "@/lib/contracts/services";
import { type ApiError, invalid, MAX_ENTRIES, type Problem } from "@/lib/errors";
import { type Language, validationMessage } from "@/lib/i18n/validation";
import { readCell } from "@/lib/tables/csv-cells";
import { readCsv } from "@/lib/tables/csv-file";

/** Columns that a list may leave out. */
const OPTIONAL: readonly string[] = ["max_length", "max_width", "max_height", "status"];
/** Columns whose values may be written in any case. */
const CODES: readonly string[] = ["point_type", "status"];

type Column = (typeof FEED_COLUMNS)[number];
/** What is wrong with a cell, or with a column that has no name. */
type Fault = { row: number; column: string | number } & Pick<Problem, "key" | "params">;
type Table = { columns: readonly (Column | null)[]; ignored: string[]; faults: Fault[] };

/** The refusal of a file: the request has one field, so its faults are beside the entry, with row and column. */
function refusal(faults: readonly Fault[], language: Language): ApiError {
  return invalid({
    path: ["csv"],
    key: "csvFaults",
    params: { count: faults.length },
    extra: {
      faults: faults.slice(0, MAX_ENTRIES).map(({ row, column, key, params }) => ({
        row,
        column,
        message: validationMessage(key, params, language),
      })),
    },
  });
}

/** What the columns of a file hold, by their names in the first line. */
function columnsOf(heads: readonly string[]): Table {
  const names = heads.map((head) => readCell(head.trim()).trim().toLowerCase());
  const columns = names.map((name) => FEED_COLUMNS.find((column) => column === name) ?? null);
  const faults = FEED_COLUMNS.flatMap((column): Fault[] => {
    const times = columns.filter((each) => each === column).length;
    if (times > 1) return [{ row: 1, column, key: "csvColumnTwice" }];
    return times === 0 && !OPTIONAL.includes(column) ? [{ row: 1, column, key: "csvColumnMissing" }] : [];
  });
  return { columns, ignored: names.filter((name, index) => name !== "" && !columns[index]), faults };
}

/** The points of the rows, whose empty cells count as not given. */
function rowOf(columns: Table["columns"], cells: readonly string[]): Record<string, string> {
  const given = columns.flatMap((column, index): [string, string][] => {
    const value = readCell((cells[index] ?? "").trim()).trim();
    if (!column || value === "") return [];
    return [[column, CODES.includes(column) ? value.toUpperCase() : value]];
  });
  return Object.fromEntries(given);
}

/**
 * The points of a CSV file, and the columns that are not read. Rows count from 1, the first has the names of the
 * fields; empty ones are skipped.
 * @throws ApiError BAD_REQUEST at `csv`, with every fault by row and column in the reader's language
 */
export function readFeedFile(text: string, language: Language): { points: FeedPoint[]; ignored: string[] } {
  const lines = readCsv(text);
  const { columns, ignored, faults } = columnsOf(lines[0] ?? []);
  if (faults.length > 0) throw refusal(faults, language);
  const filled = lines
    .map((cells, index) => ({ row: index + 1, cells }))
    .slice(1)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const rowAt = (index: unknown) => filled[Number(index)]?.row ?? 1;
  const { data, problems = [] } = judge(
    pointList,
    { points: filled.map(({ cells }) => rowOf(columns, cells)) },
    pointRules,
  );
  const wrong = problems.map(({ path: [, index, column], key, params }): Fault => {
    // Of the list itself: there are too many points, or none.
    if (index === undefined || column === undefined) throw invalid({ path: ["csv"], key, ...(params && { params }) });
    const own = key === "pointRepeated" ? { row: rowAt(Number(params?.row) - 1) } : params;
    return { row: rowAt(index), column, key, ...(own && { params: own }) };
  });
  const long = filled.flatMap(({ row, cells }): Fault[] => {
    const extra = cells.findIndex((cell, index) => index >= columns.length && cell.trim() !== "");
    return extra < 0 ? [] : [{ row, column: extra + 1, key: "csvTooManyCells" }];
  });
  const all = [...wrong, ...long].sort((one, other) => one.row - other.row);
  if (all.length > 0 || !data) throw refusal(all, language);
  return { points: data.points, ignored };
}
