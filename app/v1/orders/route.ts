import { createOverviewOrder, listOrders } from "@/lib/contracts/order";
import { operation, operations } from "@/server/http/operation";
import * as orders from "@/server/orders";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(listOrders, orders.listOrders),
  POST: operation(createOverviewOrder, orders.createOverviewOrder, {
    problems: orders.problemsOfOverview,
    usedKey: orders.usedKeyOf,
    // The simplified form names the first failing field beside the full one (decisions §2.4).
    errorBody: (error) => {
      const body = error.body();
      return { error: { ...body, ...(body.error_trace?.[0] ? { field: body.error_trace[0].field } : {}) } };
    },
  }),
});
