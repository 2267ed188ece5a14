import { lazily } from "@/lib/lazily";
import { lazyContract } from "@/lib/lazy-contract";

const order = () => lazily(() => import("@/lib/contracts/order"));
const draft = () => lazily(() => import("@/lib/contracts/draft"));

/** The operations that these pages ask again after the server's own reading. */
export const LIST_ORDERS = lazyContract("listOrders", order);
export const READ_ORDER = lazyContract("readOrderByPath", order);
export const COUNT_ORDERS = lazyContract("countOrders", () => lazily(() => import("@/lib/contracts/order-counts")));
export const LIST_DRAFTS = lazyContract("listDrafts", draft);
export const DELETE_DRAFT = lazyContract("deleteDraft", draft);
