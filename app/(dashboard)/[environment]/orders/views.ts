"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import type { Where } from "@/lib/api-client";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { OrderView } from "@/lib/contracts/view";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { lazily } from "@/lib/lazily";
import { callLazily, lazyContract, lazyKeyOf, lazyQueryFor } from "@/lib/lazy-contract";
import type { OrderColumn } from "@/lib/order-columns";
import type { PageSize } from "@/lib/pagination";
import { columnsText } from "./choose-columns";

const view = () => lazily(() => import("@/lib/contracts/view"));
// Apart from the other operations of these pages: the list asks for views only when its menu is opened.
const LIST_VIEWS = lazyContract("listViews", view);
const CREATE_VIEW = lazyContract("createView", view);
const SAVE_VIEW = lazyContract("saveView", view);
const DELETE_VIEW = lazyContract("deleteView", view);

/** What the list shows and how: what a view keeps. */
export type Shown = { query: ListOrdersQuery; columns: readonly OrderColumn[] };

/** The person's saved views; all of them, for there are no more than 30. */
export function useViews() {
  const { where } = usePlace();
  return useQuery(lazyQueryFor(LIST_VIEWS, { limit: "100" }, where));
}

/** Asks for the views again, in whichever environment they were read: they are the same in both. */
export function useViewsChanged(): () => Promise<void> {
  const client = useQueryClient();
  const { where } = usePlace();
  return async () => {
    const keys = (["testing", "production"] as const).map((environment) =>
      lazyKeyOf(LIST_VIEWS, { ...where, environment }),
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

/** Whether the list stands as the view has it, on whichever page. */
export function isOn(view: OrderView, { query, columns }: Shown): boolean {
  return written(view.query) === written(query) && columnsText(view.columns) === columnsText(columns);
}

/** Saves what the list shows under a name: anew by `idempotencyKey`, or in place of the view that has the name. */
export async function saveShown(
  { query, columns }: Shown,
  name: string,
  to: { replaced: OrderView | undefined; idempotencyKey: string; where: Where },
): Promise<void> {
  // The page takes no other number of rows.
  const body = { name, query: { ...query, limit: query.limit as PageSize }, columns: [...columns] };
  if (to.replaced) await callLazily(SAVE_VIEW, { id: to.replaced.id, ...body }, to.where);
  else await callLazily(CREATE_VIEW, body, { ...to.where, idempotencyKey: to.idempotencyKey });
}

/** Deletes a view at once; the notice takes it back. */
export function useDeleteView(): (view: OrderView) => Promise<void> {
  const t = useTranslations("orderList.options");
  const { where } = usePlace();
  const changed = useViewsChanged();
  const showFailure = useFailureToast();

  async function putBack({ name, query, columns }: OrderView, idempotencyKey: string) {
    try {
      await callLazily(CREATE_VIEW, { name, query, columns }, { ...where, idempotencyKey });
    } catch (error) {
      showFailure(error);
    } finally {
      await changed();
    }
  }

  return async (view) => {
    try {
      await callLazily(DELETE_VIEW, { id: view.id }, where);
      const key = newIdempotencyKey();
      toast(t("deleted", { name: view.name }), {
        id: view.id,
        action: { label: t("undo"), onClick: () => void putBack(view, key) },
      });
    } catch (error) {
      showFailure(error);
    } finally {
      await changed();
    }
  };
}
