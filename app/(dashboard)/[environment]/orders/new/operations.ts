import { lazily } from "@/lib/lazily";
import { lazyContract } from "@/lib/lazy-contract";

export { DELETE_DRAFT, LIST_DRAFTS, LIST_ORDERS } from "../operations";

const draft = () => lazily(() => import("@/lib/contracts/draft"));
const rate = () => lazily(() => import("@/lib/contracts/rate"));

/** The operations of the form; their schemas come after the fields that they judge. */
export const CREATE_ORDER = lazyContract("createOrder", () => lazily(() => import("@/lib/contracts/order")));
export const CREATE_DRAFT = lazyContract("createDraft", draft);
export const SAVE_DRAFT = lazyContract("saveDraft", draft);
export const GET_RATES = lazyContract("getRates", rate);
export const LIST_PROVIDERS = lazyContract("listProviders", rate);

/** The rules of an order, the API's own: they are loaded once the page stands. */
export const loadJudge = () => lazily(() => import("@/lib/contracts/form-resolver"));
/** What of an order its price depends on. */
export const loadRateRequest = () => lazily(() => import("@/lib/contracts/rate-request"));
