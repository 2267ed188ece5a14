"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { ListToolbar } from "@/components/pick-pack/list-toolbar";
import { ListBody } from "@/components/ui/list-body";
import { Section } from "@/components/ui/section";
import { useListUrl } from "@/components/use-list-url";
import type { ListPickPackQuery } from "@/lib/contracts/pickpack";
import { lazyQueryFor } from "@/lib/lazy-contract";
import type { ListProvider } from "@/lib/list-provider";
import { ListRows } from "./list-rows";
import { isFiltered, NO_FILTERS, PICK_PACK_URL } from "./list-url";
import { NoRows } from "./no-rows";
import { COUNT_PICK_PACK, LIST_PICK_PACK } from "./operations";
import { TabLinks } from "./tab-links";

type Props = {
  /** What the URL asks for, judged by the server. */
  query: ListPickPackQuery;
  /** Whether something in the URL was not understood. */
  isWrong: boolean;
  providers: readonly ListProvider[];
  /** Today in Hong Kong. */
  today: string;
};

/** The merchant's pick-and-pack orders: tabs, search, filter, rows, pages. Its whole state stands in the URL. */
export function PickPackList({ query, isWrong, providers, today }: Props) {
  const t = useTranslations("pickPack");
  const { where, href } = usePlace();
  const { shown, change, isPending } = useListUrl(query, href("/pick-pack"), PICK_PACK_URL);
  const counts = useQuery(lazyQueryFor(COUNT_PICK_PACK, {}, where));
  const list = useQuery({ ...lazyQueryFor(LIST_PICK_PACK, query, where), placeholderData: keepPreviousData });
  const hasOrders = counts.data ? counts.data.total > 0 : true;

  return (
    <Section flush>
      <TabLinks query={shown} counts={counts.data} onChange={change} />
      {hasOrders || isFiltered(query) ? (
        <ListToolbar
          chosen={shown.shipping_provider}
          searched={query.q ?? ""}
          isPending={isPending}
          isFiltered={isFiltered(shown)}
          providers={providers}
          onChange={change}
          onClear={() => change(NO_FILTERS)}
        />
      ) : null}
      {isWrong ? (
        <p role="status" className="border-b border-line bg-warn-tint px-4 py-2 text-warn">
          {t("wrong")}
        </p>
      ) : null}
      <ListBody
        list={list}
        page={shown}
        onTurn={change}
        empty={(total) => <NoRows query={query} total={total} hasOrders={hasOrders} onChange={change} />}
      >
        {(rows) => (
          <ListRows
            rows={rows}
            query={shown}
            providers={providers}
            today={today}
            onChange={change}
            isBusy={isPending || list.isPlaceholderData}
          />
        )}
      </ListBody>
    </Section>
  );
}
