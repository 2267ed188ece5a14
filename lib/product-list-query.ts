import { type ListProductsQuery, listProducts } from "@/lib/contracts/product";

type Field = keyof ListProductsQuery;
type RawQuery = Record<string, string | string[] | undefined>;

const { shape: SHAPE } = listProducts.query as NonNullable<typeof listProducts.query>;
const FIELDS = Object.keys(SHAPE) as Field[];
// The page offers these; any other number would leave its choice of sizes blank.
const PAGE_SIZES = ["20", "50", "100"];

function judge(field: Field, raw: string | string[] | undefined) {
  const parsed = SHAPE[field].safeParse(raw === "" ? undefined : raw);
  const fits = parsed.success && (field !== "limit" || PAGE_SIZES.includes(String(parsed.data)));
  return { field, fits, value: fits ? parsed.data : SHAPE[field].parse(undefined) };
}

/**
 * The query of the list of products from its URL, each field judged by the contract's schema. A value that it does not
 * take falls back to its default; `isWrong` tells, so that the page can say so.
 */
export function readProductListQuery(raw: RawQuery): { query: ListProductsQuery; isWrong: boolean } {
  const judged = FIELDS.map((field) => judge(field, raw[field]));
  const given = judged.filter(({ value }) => value !== undefined && value !== "");
  return {
    query: Object.fromEntries(given.map(({ field, value }) => [field, value])) as ListProductsQuery,
    isWrong: judged.some(({ fits }) => !fits),
  };
}

/** Where the ledger of a product stands, from its URL; what is not understood is left out. */
export function readPage(raw: RawQuery): { limit: string; offset: string } {
  const limit = judge("limit", raw.limit);
  const offset = judge("offset", raw.offset);
  return { limit: String(limit.value), offset: String(offset.value) };
}
