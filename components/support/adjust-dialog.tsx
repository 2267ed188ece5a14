"use client";

import { AdjustQuestion } from "../adjustments/adjust-question";
import { useAdjustmentsChanged } from "../adjustments/use-adjustments-changed";
import type { ActDialogProps } from "./act-panel";

/** Support charges or credits this order. */
export default function AdjustDialog({ order, onClose }: ActDialogProps) {
  return <AdjustQuestion orderId={order.order_id} onDone={useAdjustmentsChanged()} onClose={onClose} />;
}
