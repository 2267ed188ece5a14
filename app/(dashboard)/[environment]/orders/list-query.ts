import { type ListOrdersQuery, listOrders } from "@/lib/contracts/order";

/** Fields of the order list that stand in the URL: those of the operation itself. */
export type ListField = keyof ListOrdersQuery;

type RawQuery = Record<string, string | string[] | undefined>;

const { shape: SHAPE } = listOrders.query as NonNullable<typeof listOrders.query>;
export const LIST_FIELDS = Object.keys(SHAPE) as ListField[];
// The page offers these; any other number would leave its choice of sizes blank.
const PAGE_SIZES = ["20", "50", "100"];

function judge(field: ListField, raw: string | string[] | undefined) {
  const given = raw === "" ? undefined : raw;
  const parsed = SHAPE[field].safeParse(given);
  const fits = parsed.success && (field !== "limit" || PAGE_SIZES.includes(String(parsed.data)));
  return { fits, value: fits ? parsed.data : SHAPE[field].parse(undefined) };
}

/**
 * The query of the order list from its URL, each field judged by the contract's schema. A value that it does not take
 * falls back to its default and is named in `wrong`, so that the page can say so.
 */
export function readListQuery(raw: RawQuery): { query: ListOrdersQuery; wrong: ListField[] } {
  const judged = LIST_FIELDS.map((field) => [field, judge(field, raw[field])] as const);
  const given = judged.filter(([, { value }]) => value !== undefined && value !== "");
  return {
    query: Object.fromEntries(given.map(([field, { value }]) => [field, value])) as ListOrdersQuery,
    wrong: judged.filter(([, { fits }]) => !fits).map(([field]) => field),
  };
}
