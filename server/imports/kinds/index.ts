import { ApiError } from "@/lib/errors";
import { type FileKind, MADE_BY } from "@/lib/file-kinds";
import { mayCall } from "@/lib/rights";
import type { AccountContext } from "@/server/context";
import { ADDRESSES } from "./addresses";
import type { ImportKind } from "./kind";
import { ORDERS } from "./orders";
import { PRODUCTS } from "./products";

// Each makes its own things, and imports only hand on what a kind has given them.
const KINDS = { orders: ORDERS, products: PRODUCTS, addresses: ADDRESSES } satisfies Record<FileKind, unknown>;

/** What is imported by this name. */
export const kindOf = (kind: FileKind): ImportKind<unknown> => KINDS[kind] as unknown as ImportKind<unknown>;

/** @throws ApiError FORBIDDEN for whoever may not make what a kind makes */
export function requireMaker({ actor }: AccountContext, kind: FileKind): void {
  if (!mayCall(actor.role, MADE_BY[kind])) throw new ApiError("FORBIDDEN");
}
