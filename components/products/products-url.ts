import type { ListProductsQuery } from "@/lib/contracts/product";
import * as url from "@/lib/lists/list-url";

export type ListChange = url.ListChange<ListProductsQuery>;
export type ChangeList = url.ChangeList<ListProductsQuery>;

export const PRODUCTS_URL = url.listUrl<ListProductsQuery>({ sort: "sku", limit: "20", offset: "0" });
