"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Where } from "@/lib/api-client";
import type { Role } from "@/lib/contracts/contract";
import type { Environment } from "@/lib/environment";
import { pageHref } from "@/lib/page-href";

/** Where and for whom the page is. */
export type Place = {
  environment: Environment;
  account: { id: string; name: string; pickPack: boolean };
  person: { id: string; name: string; email: string; role: Role };
  /** Whether staff look at another's account; then every address and call names it. */
  isStaff: boolean;
};

export type PlaceWithWays = Place & {
  /** For `call` and `queryFor`. */
  where: Where;
  /** The address of a page of this environment: `href("/orders")` → `/testing/orders`. */
  href: (path: string, environment?: Environment) => string;
};

const PlaceContext = createContext<PlaceWithWays | null>(null);

/** Tells everything below it where and for whom the page is. */
export function PlaceProvider({ place, children }: { place: Place; children: ReactNode }) {
  const value = useMemo<PlaceWithWays>(() => {
    const accountId = place.isStaff ? place.account.id : null;
    return {
      ...place,
      where: { environment: place.environment, accountId },
      href: (path, environment = place.environment) => pageHref(path, environment, accountId),
    };
  }, [place]);
  return <PlaceContext value={value}>{children}</PlaceContext>;
}

/** Where and for whom the page is. Throws outside the dashboard. */
export function usePlace(): PlaceWithWays {
  const place = useContext(PlaceContext);
  if (!place) throw new Error("usePlace stands outside PlaceProvider");
  return place;
}
