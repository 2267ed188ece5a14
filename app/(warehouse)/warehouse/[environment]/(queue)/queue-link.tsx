"use client";

import type { ComponentProps, MouseEvent } from "react";
import { useWarehouse } from "@/components/warehouse/place";
import type { QueueView } from "./queue-tabs";
import { type ChangeQueue, QUEUE_URL, type QueueChange } from "./queue-url";

/** Changes the queue's view; a link, so that it opens in a window of its own too. */
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

  function press(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onChange(change);
  }

  return <a {...rest} href={QUEUE_URL.listHref(href("/"), QUEUE_URL.changed(view, change))} onClick={press} />;
}
