"use client";

import { useTranslations } from "next-intl";
import { TabLinks } from "@/components/ui/tab-links";
import { useWarehouse } from "@/components/warehouse/place";
import { countOf, QUEUE_TABS, type QueueView } from "@/components/warehouse/queue-tabs";
import type { DataOf } from "@/lib/contracts/contract";
import type { countPickPack } from "@/lib/contracts/pickpack";
import { type ChangeQueue, isFiltered, QUEUE_URL } from "./queue-url";

/** The tabs of the queue with their exact counts. */
export function QueueTabLinks({
  view,
  counts,
  onChange,
}: {
  view: QueueView;
  counts: DataOf<typeof countPickPack> | undefined;
  onChange: ChangeQueue;
}) {
  const t = useTranslations("warehouse.queue.tabs");
  const { href } = useWarehouse();
  return (
    <TabLinks
      label={t("label")}
      current={view.tab}
      isPartial={isFiltered(view)}
      // All of them are seen, on a phone too.
      className="flex-wrap"
      linkClass="pointer-coarse:h-12"
      tabs={QUEUE_TABS.map((tab) => ({
        id: tab.id,
        label: t(tab.id),
        href: QUEUE_URL.listHref(href("/"), QUEUE_URL.changed(view, { tab: tab.id })),
        count: counts && countOf(tab, counts),
        onPress: () => onChange({ tab: tab.id }),
      }))}
    />
  );
}
