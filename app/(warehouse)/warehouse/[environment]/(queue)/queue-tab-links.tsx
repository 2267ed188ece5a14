"use client";

import { useTranslations } from "next-intl";
import { TabLinks } from "@/components/ui/tab-links";
import { useWarehouse } from "@/components/warehouse/place";
import { countOf, QUEUE_TABS, type QueueView } from "@/components/warehouse/queue-tabs";
import type { DataOf } from "@/lib/contracts/contract";
import type { countPickPack } from "@/lib/contracts/pickpack";
import { type ChangeQueue, QUEUE_URL } from "./queue-url";

/** The tabs of the queue with their exact counts. */
export function QueueTabLinks({
  view,
  counts,
  isPartial,
  onChange,
}: {
  view: QueueView;
  /** Of what the filters leave. */
  counts: DataOf<typeof countPickPack> | undefined;
  /** The counts are still those of other filters. */
  isPartial: boolean;
  onChange: ChangeQueue;
}) {
  const t = useTranslations("warehouse.queue.tabs");
  const { href } = useWarehouse();
  return (
    <TabLinks
      label={t("label")}
      current={view.tab}
      isPartial={isPartial || counts?.total_is_at_least === true}
      // All of them are seen, on a phone too.
      wraps
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
