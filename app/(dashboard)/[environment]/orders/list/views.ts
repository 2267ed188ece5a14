"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import type { Where } from "@/lib/api-client";
import { call, keyOf, queryFor } from "@/lib/api-client";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { OrderView } from "@/lib/contracts/view";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import type { OrderColumn } from "@/lib/order-columns";
import type { PageSize } from "@/lib/pagination";
import { chooseColumns, columnsText } from "./choose-columns";
import { NO_FILTERS } from "./list-filters";
import type { ChangeList } from "./orders-url";
import { EVERY_VIEW } from "./views-query";

/** What a view keeps of the list: its query and columns. */
export type Shown = { query: ListOrdersQuery; columns: readonly OrderColumn[] };

/** The person's saved views and those that the account shares. */
export function useViews() {
  const { where, may } = usePlace();
  return useQuery({ ...queryFor("listViews", EVERY_VIEW, where), enabled: may("listViews") });
}

/** Whether the person may change the view (contract §5.8). */
export function useMayChange(): (view: OrderView) => boolean {
  const { person, may } = usePlace();
  return (view) => may("saveView") && (view.is_own === "Y" || (view.is_shared === "Y" && person.role === "owner"));
}

/** Reads the views again in both environments, in which they are the same. */
export function useViewsChanged(): () => Promise<void> {
  const client = useQueryClient();
  const { where } = usePlace();
  return async () => {
    const keys = (["testing", "production"] as const).map((environment) =>
      keyOf("listViews", { ...where, environment }),
    );
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
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

/** Saves what the list shows under a name: as a new view by `idempotencyKey`, or over the view that has the name. */
export async function saveShown(
  { query, columns, name, is_shared }: Shown & Pick<OrderView, "name" | "is_shared">,
  to: { replaced: OrderView | undefined; idempotencyKey: string; where: Where },
): Promise<void> {
  // The page offers only these sizes.
  const body = { name, query: { ...query, limit: query.limit as PageSize }, columns: [...columns], is_shared };
  if (to.replaced) await call("saveView", { id: to.replaced.id, ...body, revision: to.replaced.revision }, to.where);
  else await call("createView", body, { ...to.where, idempotencyKey: to.idempotencyKey });
}

/** Deletes a view at once. The notice can undo it if the view is the person's own: others' would become theirs. */
export function useDeleteView(): (view: OrderView) => Promise<void> {
  const t = useTranslations("orderList.options");
  const { where } = usePlace();
  const changed = useViewsChanged();
  const showFailure = useFailureToast();

  async function putBack({ name, query, columns, is_shared }: OrderView, idempotencyKey: string) {
    try {
      await call("createView", { name, query, columns, is_shared }, { ...where, idempotencyKey });
    } catch (error) {
      showFailure(error);
    } finally {
      await changed();
    }
  }

  return async (view) => {
    try {
      await call("deleteView", { id: view.id }, where);
      const key = newIdempotencyKey();
      const undo = { label: t("undo"), onClick: () => void putBack(view, key) };
      toast(t("deleted", { name: view.name }), { id: view.id, ...(view.is_own === "Y" && { action: undo }) });
    } catch (error) {
      showFailure(error);
    } finally {
      await changed();
    }
  };
}
