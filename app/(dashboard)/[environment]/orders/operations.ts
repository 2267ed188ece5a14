import { lazyContract } from "@/lib/lazy-contract";

const order = () => import("@/lib/contracts/order");
const draft = () => import("@/lib/contracts/draft");

/** The operations that these pages ask again after the server's own reading. */
export const LIST_ORDERS = lazyContract("listOrders", order);
export const READ_ORDER = lazyContract("readOrderByPath", order);
export const COUNT_ORDERS = lazyContract("countOrders", () => import("@/lib/contracts/order-counts"));
export const LIST_DRAFTS = lazyContract("listDrafts", draft);
export const DELETE_DRAFT = lazyContract("deleteDraft", draft);
