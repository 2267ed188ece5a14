/** The API's own rules of an order, loaded after the page is shown. */
export const loadJudge = () => import("@/lib/contracts/form-resolver");
/** The fields of an order that its price depends on. */
export const loadRateRequest = () => import("@/lib/contracts/rate-request");
