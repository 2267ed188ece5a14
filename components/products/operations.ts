import { lazily } from "@/lib/lazily";
import { lazyContract } from "@/lib/lazy-contract";

const product = () => lazily(() => import("@/lib/contracts/product"));

/** The operations of products; their schemas come with the first call. */
export const LIST_PRODUCTS = lazyContract("listProducts", product);
export const READ_PRODUCT = lazyContract("readProduct", product);
export const CREATE_PRODUCT = lazyContract("createProduct", product);
export const UPDATE_PRODUCT = lazyContract("updateProduct", product);
export const DELETE_PRODUCT = lazyContract("deleteProduct", product);
export const IMPORT_PRODUCTS = lazyContract("importProducts", product);
export const EXPORT_PRODUCTS = lazyContract("exportProducts", product);
export const CHANGE_STOCK = lazyContract("changeStock", product);
export const LIST_MOVEMENTS = lazyContract("listMovements", product);
