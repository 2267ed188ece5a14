import { z } from "zod";
import { inOrder, ORDER_COLUMNS } from "@/lib/order-columns";
import { PAGE_SIZES } from "@/lib/pagination";
import { choice, code, paging, text } from "./common";
import { defineContract } from "./contract";
import { listOrders } from "./order";

/** Views a person may have for one account. */
export const MAX_VIEWS = 30;
/** Characters of a view's name. */
export const VIEW_NAME_MAX = 60;

/** What a view keeps of the list's query: all but which page of it, and single orders. */
export const viewQuery = (listOrders.query as NonNullable<typeof listOrders.query>)
  .pick({
    status: true,
    ship_type: true,
    shipping_provider: true,
    q: true,
    created_from: true,
    created_to: true,
    sort: true,
  })
  .extend({ limit: choice(PAGE_SIZES).default("20") });

const column = choice(ORDER_COLUMNS);

export const viewName = text({ max: VIEW_NAME_MAX });

const viewBody = z.object({
  name: viewName,
  query: viewQuery,
  columns: z.array(column).max(50).transform(inOrder),
});

const view = z.object({
  id: z.string(),
  name: z.string(),
  query: viewQuery,
  columns: z.array(column),
  create_time: z.string(),
  update_time: z.string(),
});
export type OrderView = z.output<typeof view>;

const viewId = z.object({ id: code(40) });
// A view is its person's alone, and the same in both environments.
const base = { who: ["owner", "member", "support"], audience: "people", tag: "Views" } as const;

export const listViews = defineContract({
  ...base,
  id: "listViews",
  method: "GET",
  path: "/views",
  summary: "List one's saved views of the order list, the oldest first",
  query: z.object(paging),
  response: view,
  list: true,
});

export const createView = defineContract({
  ...base,
  id: "createView",
  method: "POST",
  path: "/views",
  summary: "Save a view of the order list under a new name",
  body: viewBody,
  response: view,
  creates: true,
});

export const saveView = defineContract({
  ...base,
  id: "saveView",
  method: "PUT",
  path: "/views/{id}",
  summary: "Save a view again, whole",
  params: viewId,
  body: viewBody,
  response: view,
  errors: ["NOT_FOUND"],
});

export const deleteView = defineContract({
  ...base,
  id: "deleteView",
  method: "DELETE",
  path: "/views/{id}",
  summary: "Delete a view",
  params: viewId,
  response: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ["NOT_FOUND"],
});
