"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { usePlace } from "@/components/environment";
import { ListPage } from "@/components/lists/list-page";
import { useList } from "@/components/lists/use-list";
import { ListToolbar } from "@/components/pick-pack/list-toolbar";
import { queryFor } from "@/lib/api-client";
import type { ListPickPackQuery } from "@/lib/contracts/pickpack";
import type { ListProvider } from "@/lib/lists/list-provider";
import type { ListView } from "@/lib/lists/list-url";
import { NoRows } from "./no-rows";
import { ListRows } from "./pick-pack-rows";
import { PickPackTabs } from "./pick-pack-tabs";
import { countQueryOf, isFiltered, NO_FILTERS, PICK_PACK_URL } from "./pick-pack-url";

type Props = {
  view: ListView<ListPickPackQuery>;
  providers: readonly ListProvider[];
  /** Today in Hong Kong. */
  today: string;
};

/** The merchant's pick-and-pack orders: tabs, search, filter, rows, pages. Its whole state is in the URL. */
export function PickPackList({ view, providers, today }: Props) {
  const { where, href } = usePlace();
  const list = useList("listPickPack", view, { base: href("/pick-pack"), url: PICK_PACK_URL });
  const { query, rowsOf, change } = list;
  const counts = useQuery({
    ...queryFor("countPickPack", countQueryOf(query), where),
    placeholderData: keepPreviousData,
  });
  const hasOrders = counts.data && !isFiltered(query) ? counts.data.total > 0 : true;

  return (
    <ListPage
      list={list}
      tabs={<PickPackTabs query={query} counts={counts.data} isPartial={counts.isPlaceholderData} onChange={change} />}
      filters={
        hasOrders ? (
          <ListToolbar
            chosen={query.shipping_provider}
            searched={query.q ?? ""}
            isPending={list.isBusy}
            isFiltered={isFiltered(query)}
            providers={providers}
            onChange={change}
            onClear={() => change(NO_FILTERS)}
          />
        ) : null
      }
      empty={<NoRows query={rowsOf} hasOrders={hasOrders} onChange={change} />}
    >
      {(rows, isBusy) => (
        <ListRows rows={rows} query={query} providers={providers} today={today} onChange={change} isBusy={isBusy} />
      )}
    </ListPage>
  );
}
