import type { DataOf } from "@/lib/contracts/contract";
import type { listPickupPoints } from "@/lib/contracts/rate";

export type PickupPoint = DataOf<typeof listPickupPoints>;
