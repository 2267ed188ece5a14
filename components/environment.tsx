"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Paper } from "@/components/documents/paper";
import type { Where } from "@/lib/api-client";
import type { Environment } from "@/lib/environment";
import type { OperationId } from "@/lib/operations";
import { pageHref } from "@/lib/pages/page-href";
import { mayCallNow, type VisitReason } from "@/lib/rights";
import type { Role } from "@/lib/roles";
import { RequestLogHref } from "./ui/request-log-link";
import { WhereContext } from "./where";

/** Environment and account of the page. */
export type Place = {
  environment: Environment;
  account: {
    id: string;
    name: string;
    pickPack: boolean;
    /** The account's usual paper for labels. */
    paper?: Paper | null;
  };
  person: { id: string; name: string; email: string; role: Role };
  /** Whether staff look at somebody else's account; every address and call then names it. */
  isStaff: boolean;
  /** The start of a public tracking page's address; only in the merchant's pages. */
  trackUrl?: string;
  /** Why support look at it in production, until when (ISO, Hong Kong), and whether they act (contract §8.22). */
  visit?: { reason: VisitReason; acting: boolean; expiresAt: string } | null;
};

export type PlaceWithWays = Place & {
  /** For `call` and `queryFor`. */
  where: Where;
  /** Whether the person may call the operation now; buttons that they may not use are not shown. */
  may: (operation: OperationId) => boolean;
  /** The address of a page of this environment: `href("/orders")` → `/testing/orders`. */
  href: (path: string, environment?: Environment) => string;
};

const PlaceContext = createContext<PlaceWithWays | null>(null);

/** Gives everything below it the environment and account of the page. */
export function PlaceProvider({ place, children }: { place: Place; children: ReactNode }) {
  const value = useMemo<PlaceWithWays>(() => {
    const accountId = place.isStaff ? place.account.id : null;
    return {
      ...place,
      where: { environment: place.environment, accountId },
      may: (id) => mayCallNow({ ...place, role: place.person.role, isActing: place.visit?.acting === true }, id),
      href: (path, environment = place.environment) => pageHref(path, environment, accountId),
    };
  }, [place]);
  const { may, href, where } = value;
  const logHref = useMemo(
    () => (may("readRequest") ? (id: string) => href(`/developers/requests?q=${id}`) : null),
    [may, href],
  );
  return (
    <PlaceContext value={value}>
      <WhereContext value={where}>
        <RequestLogHref value={logHref}>{children}</RequestLogHref>
      </WhereContext>
    </PlaceContext>
  );
}

/** The environment and account of the page. Throws outside the dashboard. */
export function usePlace(): PlaceWithWays {
  const place = useContext(PlaceContext);
  if (!place) throw new Error("usePlace was called outside PlaceProvider");
  return place;
}
