"use client";

import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { TabLinks } from "@/components/ui/tab-links";
import type { DataOf } from "@/lib/contracts/contract";
import type { countPickPack, ListPickPackQuery } from "@/lib/contracts/pickpack";
import { LIST_TABS, type ListTab, tabOf } from "./list-tabs";
import { type ChangeList, type ListChange, PICK_PACK_URL } from "./pick-pack-url";

type Counts = DataOf<typeof countPickPack>;

function countOf({ id, status }: ListTab, counts: Counts): number {
  if (id === "asked") return counts.cancel_requested;
  return status ? counts.by_status[status] : counts.total;
}

/** The tabs of the list with their exact counts. */
export function PickPackTabs({
  query,
  counts,
  isPartial,
  onChange,
}: {
  query: ListPickPackQuery;
  /** Of what the filters leave. */
  counts: Counts | undefined;
  /** The counts are still those of other filters. */
  isPartial: boolean;
  onChange: ChangeList;
}) {
  const t = useTranslations("pickPack.tabs");
  const { href } = usePlace();
  return (
    <TabLinks
      label={t("label")}
      current={tabOf(query)}
      isPartial={isPartial || counts?.total_is_at_least === true}
      tabs={LIST_TABS.map((tab) => {
        const change: ListChange = { status: tab.status, is_cancel_requested: tab.id === "asked" ? "Y" : null };
        return {
          id: tab.id,
          label: t(tab.id),
          href: PICK_PACK_URL.listHref(href("/pick-pack"), PICK_PACK_URL.changed(query, change)),
          count: counts && countOf(tab, counts),
          onPress: () => onChange(change),
        };
      })}
    />
  );
}
