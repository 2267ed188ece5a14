import { lazily } from "@/lib/lazily";
import { lazyContract } from "@/lib/lazy-contract";

const pickPack = () => lazily(() => import("@/lib/contracts/pickpack"));

/** The operations that these pages ask again after the server's own reading. */
export const LIST_PICK_PACK = lazyContract("listPickPack", pickPack);
export const COUNT_PICK_PACK = lazyContract("countPickPack", pickPack);
export const READ_PICK_PACK = lazyContract("readPickPackByPath", pickPack);
