"use client";

import {
  Bell,
  Boxes,
  Calculator,
  Contact,
  House,
  KeyRound,
  ListChecks,
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
import { useWorkspace } from "../environment";

/** What is no part of the navigation. */
type Found =
  | "requests"
  | "events"
  | "statements"
  | "security"
  | "defaults"
  | "boxes"
  | "rules"
  | "noticeSettings"
  | "activity"
  | "importOrders"
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

export type NavItem = {
  id:
    | "home"
    | "orders"
    | "dispatch"
    | "rates"
    | "pickPack"
    | "products"
    | "addresses"
    | "items"
    | "jobs"
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

/** Makes the navigation items of the account's pages; the current one is marked. */
export function useNavItem() {
  const t = useTranslations("shell.nav");
  const { href, environment } = useWorkspace();
  const pathname = usePathname();
  const item = (id: NavItem["id"], path: string, icon: LucideIcon, keys?: readonly string[]): NavItem => ({
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
  const found = (id: Found, path: string, icon: LucideIcon, keys?: readonly string[]): NavItem => ({
    ...item(id, path, icon, keys),
    inNavigation: false,
  });
  return { item, found };
}

/** The items of the navigation in its order, then those that have keys; the palette has more. */
export function useNavItems(): NavItem[] {
  const { item, found } = useNavItem();
  const { account, person, may } = useWorkspace();
  const opened = OPENED.exec(usePathname())?.[1];
  const opens = (part: keyof typeof MAY_OPEN, items: readonly NavItem[]) => (mayOpen(person.role, part) ? items : []);
  const isDeveloper = mayOpen(person.role, "developers");
  return [
    item("home", "/", House, ["g", "h"]),
    item("orders", "/orders", Package, ["g", "o"]),
    item("dispatch", "/dispatch", Truck, ["g", "d"]),
    item("rates", "/rates", Calculator, ["g", "r"]),
    ...(account.pickPack
      ? [item("pickPack", "/pick-pack", PackageSearch, ["g", "p"]), item("products", "/products", Boxes, ["g", "s"])]
      : []),
    item("addresses", "/addresses", Contact, ["g", "a"]),
    item("items", "/items", Tags, ["g", "i"]),
    item("jobs", "/jobs", ListChecks, ["g", "j"]),
    item("webhooks", "/webhooks", Webhook, ["g", "w"]),
    ...opens("developers", [item("developers", "/developers", KeyRound)]),
    // Staff have these two pages of the account's own.
    { ...item("clients", "/developers/clients", KeyRound), inNavigation: !isDeveloper },
    { ...item("people", "/settings/people", Users), inNavigation: !isDeveloper },
    ...opens("settings", [item("notifications", "/notifications", Bell), item("settings", "/settings", Settings)]),
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
  const { href } = useWorkspace();
  const pathname = usePathname();
  return (environment) => href(KINDS.exec(pathname)?.[1] || "/", environment);
}
