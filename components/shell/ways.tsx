"use client";

import {
  Bell,
  Boxes,
  Calculator,
  Contact,
  House,
  KeyRound,
  type LucideIcon,
  Package,
  PackagePlus,
  PackageSearch,
  Plane,
  Repeat2,
  Settings,
  Tags,
  Truck,
  Users,
  Webhook,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { Environment } from "@/lib/environment";
import { type MAY_OPEN, mayOpen } from "@/lib/pages/page-rights";
import { usePlace } from "../environment";

/** What is no part of the navigation. */
type Found =
  | "printJobs"
  | "requests"
  | "events"
  | "statements"
  | "security"
  | "defaults"
  | "noticeSettings"
  | "activity"
  | "importAddresses"
  | "duplicateAddresses"
  | "importProducts"
  | "newLocal"
  | "newIntl"
  | "newAddress"
  | "newItem"
  | "newProduct"
  | "newWebhook"
  | "shipAgain";

export type Way = {
  id:
    | "home"
    | "orders"
    | "dispatch"
    | "rates"
    | "pickPack"
    | "products"
    | "addresses"
    | "items"
    | "webhooks"
    | "settings"
    | "developers"
    | "clients"
    | "people"
    | "notifications"
    | Found;
  label: string;
  href: string;
  icon: LucideIcon;
  keys?: readonly string[];
  isCurrent: boolean;
  /** Shown in the navigation. */
  inNavigation: boolean;
};

/** The number of the order that is open. */
const OPENED = /^\/(?:testing|production)\/orders\/(\d+)$/;

/** Makes ways of the account's pages; the current one is marked. */
export function useWay() {
  const t = useTranslations("shell.ways");
  const { href, environment } = usePlace();
  const pathname = usePathname();
  const way = (id: Way["id"], path: string, icon: LucideIcon, keys?: readonly string[]): Way => ({
    inNavigation: true,
    id,
    label: t(id),
    href: href(path),
    icon,
    ...(keys ? { keys } : {}),
    isCurrent:
      path === "/"
        ? pathname === `/${environment}`
        : pathname === `/${environment}${path}` || pathname.startsWith(`/${environment}${path}/`),
  });
  const found = (id: Found, path: string, icon: LucideIcon, keys?: readonly string[]): Way => ({
    ...way(id, path, icon, keys),
    inNavigation: false,
  });
  return { way, found };
}

/** The ways of the navigation in its order, then those that have keys; the palette has more. */
export function useWays(): Way[] {
  const { way, found } = useWay();
  const { account, person, may } = usePlace();
  const opened = OPENED.exec(usePathname())?.[1];
  const opens = (part: keyof typeof MAY_OPEN, ways: readonly Way[]) => (mayOpen(person.role, part) ? ways : []);
  const isDeveloper = mayOpen(person.role, "developers");
  return [
    way("home", "/", House, ["g", "h"]),
    way("orders", "/orders", Package, ["g", "o"]),
    way("dispatch", "/dispatch", Truck, ["g", "d"]),
    way("rates", "/rates", Calculator, ["g", "r"]),
    ...(account.pickPack
      ? [way("pickPack", "/pick-pack", PackageSearch, ["g", "p"]), way("products", "/products", Boxes, ["g", "s"])]
      : []),
    way("addresses", "/addresses", Contact, ["g", "a"]),
    way("items", "/items", Tags, ["g", "i"]),
    way("webhooks", "/webhooks", Webhook, ["g", "w"]),
    ...opens("developers", [way("developers", "/developers", KeyRound)]),
    // Staff have these two pages of the account's own.
    { ...way("clients", "/developers/clients", KeyRound), inNavigation: !isDeveloper },
    { ...way("people", "/settings/people", Users), inNavigation: !isDeveloper },
    ...opens("settings", [way("notifications", "/notifications", Bell), way("settings", "/settings", Settings)]),
    ...(may("createOrder")
      ? [
          found("newLocal", "/orders/new?type=local", PackagePlus, ["n", "l"]),
          found("newIntl", "/orders/new?type=intl", Plane, ["n", "i"]),
          ...(opened ? [found("shipAgain", `/orders/new?from=${opened}`, Repeat2, ["n", "a"])] : []),
        ]
      : []),
  ];
}

// Pages whose address names no object, so that they exist in the other environment too.
const KINDS =
  /^\/(?:testing|production)((?:\/orders(?:\/(?:new|import))?|\/(?:settings|developers)\/[a-z]+|\/[a-z-]+)?)(?=\/|$)/;

/** The page of the same kind in the other environment. */
export function useTwin(): (environment: Environment) => string {
  const { href } = usePlace();
  const pathname = usePathname();
  return (environment) => href(KINDS.exec(pathname)?.[1] || "/", environment);
}
