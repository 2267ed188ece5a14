import { lazily } from "@/lib/lazily";
import { lazyContract } from "@/lib/lazy-contract";

const print = () => lazily(() => import("@/lib/contracts/print"));

/** The operations of printing; their contracts come with the first call. */
export const READ_PRINTS = lazyContract("readPrints", print);
export const RECORD_PRINTS = lazyContract("recordPrints", print);
export const CHECK_PRINTS = lazyContract("checkPrints", print);
export const CREATE_PRINT_JOB = lazyContract("createPrintJob", print);
export const LIST_PRINT_JOBS = lazyContract("listPrintJobs", print);
export const READ_PRINT_JOB = lazyContract("readPrintJob", print);
export const RECORD_PRINT_JOB = lazyContract("recordPrintJob", print);
export const CANCEL_PRINT_JOB = lazyContract("cancelPrintJob", print);
