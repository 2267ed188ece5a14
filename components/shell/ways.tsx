"use client";

import { Boxes, House, type LucideIcon, Package, PackagePlus, PackageSearch, Plane, Webhook } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { Environment } from "@/lib/environment";
import { usePlace } from "../environment";

export type Way = {
  id: "home" | "orders" | "pickPack" | "products" | "webhooks" | "newLocal" | "newIntl";
  label: string;
  href: string;
  icon: LucideIcon;
  keys?: readonly string[];
  isCurrent: boolean;
  /** Stands in the navigation; others are in the palette only. */
  inNavigation: boolean;
};

/** Every page that exists for the account, in the order of the navigation; the one list for navigation, palette and shortcuts. */
export function useWays(): Way[] {
  const t = useTranslations("shell.ways");
  const { href, environment, account } = usePlace();
  const pathname = usePathname();
  const way = (id: Way["id"], path: string, icon: LucideIcon, keys?: readonly string[]): Way => ({
    id,
    label: t(id),
    href: href(path),
    icon,
    ...(keys ? { keys } : {}),
    isCurrent:
      path === "/"
        ? pathname === `/${environment}`
        : pathname === `/${environment}${path}` || pathname.startsWith(`/${environment}${path}/`),
    inNavigation: !path.startsWith("/orders/new"),
  });
  return [
    way("home", "/", House, ["g", "h"]),
    way("orders", "/orders", Package, ["g", "o"]),
    ...(account.pickPack
      ? [way("pickPack", "/pick-pack", PackageSearch, ["g", "p"]), way("products", "/products", Boxes, ["g", "s"])]
      : []),
    way("webhooks", "/webhooks", Webhook, ["g", "w"]),
    way("newLocal", "/orders/new?type=local", PackagePlus, ["n", "l"]),
    way("newIntl", "/orders/new?type=intl", Plane, ["n", "i"]),
  ];
}

// Pages whose address names no object, so that they exist in the other environment too.
const KINDS = /^\/(?:testing|production)((?:\/orders(?:\/(?:new|import))?|\/[a-z-]+)?)(?=\/|$)/;

/** The page of the same kind in the other environment. */
export function useTwin(): (environment: Environment) => string {
  const { href } = usePlace();
  const pathname = usePathname();
  return (environment) => href(KINDS.exec(pathname)?.[1] || "/", environment);
}
