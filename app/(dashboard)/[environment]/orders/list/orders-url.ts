import type { ListOrdersQuery } from "@/lib/contracts/order";
import * as url from "@/lib/lists/list-url";

export type ListChange = url.ListChange<ListOrdersQuery>;
export type ChangeList = url.ChangeList<ListOrdersQuery>;

export const ORDERS_URL = url.listUrl<ListOrdersQuery>({ sort: "-create_time", limit: "20", offset: "0" });
