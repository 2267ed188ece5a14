"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { ListToolbar } from "@/components/pick-pack/list-toolbar";
import { ListBody } from "@/components/ui/list-body";
import { Section } from "@/components/ui/section";
import { UrlNotice } from "@/components/ui/url-notice";
import { useListUrl } from "@/components/use-list-url";
import { queryFor } from "@/lib/api-client";
import type { ListPickPackQuery } from "@/lib/contracts/pickpack";
import type { ListProvider } from "@/lib/list-provider";
import { NoRows } from "./no-rows";
import { ListRows } from "./pick-pack-rows";
import { PickPackTabs } from "./pick-pack-tabs";
import { countQueryOf, isFiltered, NO_FILTERS, PICK_PACK_URL } from "./pick-pack-url";

type Props = {
  /** The query of the URL, judged by the server. */
  query: ListPickPackQuery;
  /** Whether part of the URL was not understood. */
  isWrong: boolean;
  providers: readonly ListProvider[];
  /** Today in Hong Kong. */
  today: string;
};

/** The merchant's pick-and-pack orders: tabs, search, filter, rows, pages. Its whole state is in the URL. */
export function PickPackList({ query, isWrong, providers, today }: Props) {
  const t = useTranslations("pickPack");
  const { where, href } = usePlace();
  const { shown, change, isPending } = useListUrl(query, href("/pick-pack"), PICK_PACK_URL);
  const counts = useQuery({
    ...queryFor("countPickPack", countQueryOf(query), where),
    placeholderData: keepPreviousData,
  });
  const list = useQuery({ ...queryFor("listPickPack", query, where), placeholderData: keepPreviousData });
  const hasOrders = counts.data && !isFiltered(query) ? counts.data.total > 0 : true;

  return (
    <Section flush>
      <PickPackTabs query={shown} counts={counts.data} isPartial={counts.isPlaceholderData} onChange={change} />
      {hasOrders ? (
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
      <UrlNotice>{isWrong ? t("wrong") : null}</UrlNotice>
      <ListBody
        list={list}
        page={shown}
        onTurn={change}
        empty={<NoRows query={query} hasOrders={hasOrders} onChange={change} />}
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
