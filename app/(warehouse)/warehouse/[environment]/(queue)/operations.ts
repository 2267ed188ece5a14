import { lazily } from "@/lib/lazily";
import { lazyContract } from "@/lib/lazy-contract";

const pickPack = () => lazily(() => import("@/lib/contracts/pickpack"));
const queue = () => lazily(() => import("@/lib/contracts/pickpack-queue"));
const bench = () => lazily(() => import("@/lib/contracts/pickpack-bench"));

/** The operations of queue and waves; the server reads first what these pages show. */
export const LIST_PICK_PACK = lazyContract("listPickPack", pickPack);
export const COUNT_PICK_PACK = lazyContract("countPickPack", pickPack);
export const READ_QUEUE = lazyContract("readQueue", queue);
export const READ_BENCH = lazyContract("readBench", bench);
export const CONFIRM = lazyContract("confirmPickPack", pickPack);
export const REJECT = lazyContract("rejectPickPack", pickPack);
export const CANCEL = lazyContract("cancelPickPack", pickPack);
export const DECLINE_CANCEL = lazyContract("declineCancel", queue);
export const CREATE_WAVE = lazyContract("createWave", bench);
export const LIST_WAVES = lazyContract("listWaves", bench);
export const READ_WAVE = lazyContract("readWave", bench);
