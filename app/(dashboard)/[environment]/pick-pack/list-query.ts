import { type ListPickPackQuery, listPickPack } from "@/lib/contracts/pickpack";

type Field = keyof ListPickPackQuery;
type RawQuery = Record<string, string | string[] | undefined>;

const { shape: SHAPE } = listPickPack.query as NonNullable<typeof listPickPack.query>;
const FIELDS = Object.keys(SHAPE) as Field[];
// The page offers these; any other number would leave its choice of sizes blank.
const PAGE_SIZES = ["20", "50", "100"];

function judge(field: Field, raw: string | string[] | undefined) {
  const parsed = SHAPE[field].safeParse(raw === "" ? undefined : raw);
  const fits = parsed.success && (field !== "limit" || PAGE_SIZES.includes(String(parsed.data)));
  return { field, fits, value: fits ? parsed.data : SHAPE[field].parse(undefined) };
}

/**
 * The query of the list from its URL, each field judged by the contract's schema. A value that it does not take falls
 * back to its default; `isWrong` tells, so that the page can say so.
 */
export function readListQuery(raw: RawQuery): { query: ListPickPackQuery; isWrong: boolean } {
  const judged = FIELDS.map((field) => judge(field, raw[field]));
  const given = judged.filter(({ value }) => value !== undefined && value !== "");
  return {
    query: Object.fromEntries(given.map(({ field, value }) => [field, value])) as ListPickPackQuery,
    isWrong: judged.some(({ fits }) => !fits),
  };
}
