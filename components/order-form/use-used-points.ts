import { useQueries, useQuery } from "@tanstack/react-query";
import { queryFor } from "@/lib/api-client";
import { splitDeliveryCode } from "@/lib/orders/choices";
import { usePlace } from "../environment";
import type { PickupPoint } from "./pickup-points";

/** How many points are offered before a search, and how many are looked up for them: some are another carrier's. */
const OFFERED = 3;
const LOOKED_UP = 6;
const FRESH_MS = 300_000;

/** The pickup points of saved recipients, the one that was used last first. */
export function useUsedPoints(provider: string): PickupPoint[] {
  const { where, may } = usePlace();
  const book = useQuery({
    ...queryFor("listAddresses", { kind: "recipient", limit: "100" }, where),
    enabled: may("listAddresses"),
    staleTime: FRESH_MS,
  });
  const codes = (book.data?.data ?? []).map(({ party }) =>
    "address" in party && typeof party.address === "string" ? splitDeliveryCode(party.address).deliveryCode : null,
  );
  const known = [...new Set(codes.filter((code) => code !== null))].slice(0, LOOKED_UP);
  const found = useQueries({
    queries: known.map((code) => ({
      ...queryFor("listPickupPoints", { shipping_provider: provider, q: code }, where),
      staleTime: FRESH_MS,
    })),
  });
  // All at once: what comes later would move what is above it.
  if (found.some(({ isPending }) => isPending)) return [];
  return known
    .flatMap((code, index) => found[index]?.data?.data.find((point) => point.delivery_code === code) ?? [])
    .slice(0, OFFERED);
}
