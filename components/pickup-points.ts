import type { DataOf } from "@/lib/contracts/contract";
import type { listPickupPoints } from "@/lib/contracts/rate";
import { lazily } from "@/lib/lazily";
import { lazyContract } from "@/lib/lazy-contract";

export type PickupPoint = DataOf<typeof listPickupPoints>;

/** The pickup points of a provider, for the field that shows one and the dialog that finds one. */
export const LIST_PICKUP_POINTS = lazyContract("listPickupPoints", () => lazily(() => import("@/lib/contracts/rate")));
