import type { OperationId } from "@/lib/operations";
import type { OrderAction } from "@/lib/orders/status";
import { useWorkspace } from "../environment";

const OPERATIONS = {
  confirm: "confirmOrder",
  update: "updateOrder",
  update_remarks: "updateOrder",
  cancel: "cancelOrder",
  label: "readLabel",
  track: "readTracking",
} as const satisfies Record<OrderAction, OperationId>;

/** Of the actions that an order's state allows, those that the person may do now. */
export function useAllowed(actions: readonly OrderAction[]): readonly OrderAction[] {
  const { may } = useWorkspace();
  return actions.filter((action) => may(OPERATIONS[action]));
}
