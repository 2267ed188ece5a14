"use client";

import type { ComponentProps } from "react";
import { ViewLink } from "@/components/ui/view-link";
import { useWarehouse } from "@/components/warehouse/place";
import type { QueueView } from "@/components/warehouse/queue-tabs";
import { type ChangeQueue, QUEUE_URL, type QueueChange } from "./queue-url";

/** Changes the queue's view; a link, so that it can open in its own window. */
export function QueueLink({
  view,
  change,
  onChange,
  ...rest
}: Omit<ComponentProps<"a">, "href" | "onClick" | "onChange"> & {
  view: QueueView;
  change: QueueChange;
  onChange: ChangeQueue;
}) {
  const { href } = useWarehouse();
  const address = QUEUE_URL.listHref(href("/"), QUEUE_URL.changed(view, change));
  return <ViewLink {...rest} href={address} onPress={() => onChange(change)} />;
}
