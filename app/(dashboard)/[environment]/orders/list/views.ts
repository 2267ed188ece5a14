"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { toast } from "@/components/ui/toast";
import { useOperation } from "@/components/use-operation";
import { queryFor } from "@/lib/api-client";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { OrderView } from "@/lib/contracts/view";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { ALL_ROWS } from "@/lib/lists/pagination";
import type { OrderColumn } from "@/lib/orders/columns";
import { chooseColumns, columnsText } from "./choose-columns";
import { NO_FILTERS } from "./list-filters";
import type { ChangeList } from "./orders-url";

/** What a view keeps of the list: its query and columns. */
export type Shown = { query: ListOrdersQuery; columns: readonly OrderColumn[] };

/** The person's saved views and those that the account shares. */
export function useViews() {
  const { where, may } = useWorkspace();
  return useQuery({ ...queryFor("listViews", ALL_ROWS, where), enabled: may("listViews") });
}

/** Whether the person may change the view (contract §5.8). */
export function useMayChange(): (view: OrderView) => boolean {
  const { person, may } = useWorkspace();
  return (view) => may("saveView") && (view.is_own === "Y" || (view.is_shared === "Y" && person.role === "owner"));
}

const written = (query: object) =>
  JSON.stringify(
    Object.entries(query)
      .filter(([field, value]) => value && field !== "offset")
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Whether the list shows the view, on any page. */
export function isOn(view: OrderView, { query, columns }: Shown): boolean {
  return written(view.query) === written(query) && columnsText(view.columns) === columnsText(columns);
}

/** Shows the list as the view keeps it. */
export function goToView(view: OrderView, onChange: ChangeList): void {
  chooseColumns(view.columns);
  onChange({ ...NO_FILTERS, status: null, ...view.query });
}

/** Deletes a view of the person's own at once; the notice can undo it. */
export function useDeleteView(): (view: OrderView) => Promise<unknown> {
  const t = useTranslations("orderList.options");
  const create = useOperation("createView");
  const remove = useOperation("deleteView");
  return (view) => {
    const { id, name, query, columns, is_shared } = view;
    const idempotencyKey = newIdempotencyKey();
    const putBack = () => void create.attempt({ name, query, columns, is_shared }, { idempotencyKey });
    const onDone = () => toast(t("deleted", { name }), { id, action: { label: t("undo"), onClick: putBack } });
    return remove.attempt({ id }, { onDone });
  };
}
