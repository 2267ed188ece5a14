import type { FileKind } from "@/lib/contracts/import";
import type { ImportKind } from "./kind";
import { ORDERS } from "./orders";
import { PRODUCTS } from "./products";

// Each makes its own things, and imports only hand on what a kind has given them.
const KINDS = { orders: ORDERS, products: PRODUCTS } satisfies Record<FileKind, unknown>;

/** What is imported by this name. */
export const kindOf = (kind: FileKind): ImportKind<unknown> => KINDS[kind] as unknown as ImportKind<unknown>;
