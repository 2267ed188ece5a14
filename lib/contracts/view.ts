import { z } from "zod";
import { PAGE_SIZES } from "@/lib/lists/pagination";
import { inOrder, ORDER_COLUMNS } from "@/lib/orders/columns";
import { choice, code, lengthOf, paging, revision, rule, sinceRevision, text, yesNo } from "./common";
import { defineContract } from "./contract";
import { listQuery } from "./order";
import { withDays } from "./order-filters";

/** The most views that a person may have for one account, and the most that an account shares. */
export const MAX_VIEWS = 30;
/** The longest name of a view, in characters. */
export const VIEW_NAME_MAX = 60;
/** The longest query of a view, in characters of JSON (contract §9.6). */
const VIEW_QUERY_MAX = 2000;

/** What a view keeps of the list's query: everything but the page and single orders. */
export const viewQuery = withDays(
  listQuery.omit({ offset: true, order_ids: true }).extend({ limit: choice(PAGE_SIZES).default("20") }),
);

const column = choice(ORDER_COLUMNS);

export const viewName = text({ max: VIEW_NAME_MAX });

const viewBody = z.object({
  name: viewName,
  // Statuses may be repeated without limit, so the stored query has one.
  query: viewQuery.superRefine(
    rule((query) => {
      const length = lengthOf(JSON.stringify(query));
      return length > VIEW_QUERY_MAX ? ["tooLong", { max: VIEW_QUERY_MAX, length }] : undefined;
    }),
  ),
  columns: z.array(column).max(50).transform(inOrder),
  /** Whether all people of the account see it (contract §5.8). */
  is_shared: yesNo.default("N"),
});

const view = z.object({
  id: z.string(),
  name: z.string(),
  query: viewQuery,
  columns: z.array(column),
  is_shared: z.enum(["Y", "N"]),
  is_own: z.enum(["Y", "N"]),
  /** Who shares it; null for one's own, and where that is not known any more. */
  shared_by: z.string().nullable(),
  revision,
  create_time: z.string(),
  update_time: z.string(),
});
export type OrderView = z.output<typeof view>;

const viewId = z.object({ id: code(40) });
// A view belongs to one person, who may share it with the account, and is the same in both environments.
const base = { audience: "people", tag: "Views" } as const;

export const listViews = defineContract("listViews", {
  ...base,
  summary: "List one's own saved views of the order list and those shared with the account, the oldest first",
  query: z.object(paging),
  response: view,
  list: true,
});

export const createView = defineContract("createView", {
  ...base,
  summary: "Save a view of the order list under a new name",
  body: viewBody,
  response: view,
  creates: "id",
});

export const saveView = defineContract("saveView", {
  ...base,
  summary: "Save a view again, whole",
  params: viewId,
  body: viewBody.extend({ revision: sinceRevision }),
  response: view,
  errors: ["NOT_FOUND", "CHANGED_MEANWHILE"],
});

export const deleteView = defineContract("deleteView", {
  ...base,
  summary: "Delete a view",
  params: viewId,
  response: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ["NOT_FOUND"],
});
