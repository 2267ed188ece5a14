/** Carries the page's own path and query from `proxy.ts` to what makes the page; layouts cannot see them otherwise. */
export const PATH_HEADER = "x-sampan-path";

/** Carries the nonce of the page's scripts. */
export const NONCE_HEADER = "x-nonce";

/** Carries a method that Next has no handler for, such as OPTIONS, to the operation. */
export const METHOD_HEADER = "x-sampan-method";

/** Carries the address as the client sent it to the operation, whose routes are the same in both environments. */
export const TARGET_HEADER = "x-sampan-target";
