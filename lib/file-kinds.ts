import type { OperationId } from "./operations";

/** What may be imported from a file. */
export const FILE_KINDS = ["orders", "products", "addresses"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** The operation that makes one of them: who may not call it may not import them. */
export const MADE_BY = {
  orders: "createOrder",
  products: "createProduct",
  addresses: "createAddress",
} as const satisfies Record<FileKind, OperationId>;
