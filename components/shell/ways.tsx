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
  Printer,
  Repeat2,
  Settings,
  Tags,
  Users,
  Webhook,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { Environment } from "@/lib/environment";
import { mayOpen } from "@/lib/page-rights";
import { usePlace } from "../environment";

export type Way = {
  id:
    | "home"
    | "orders"
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
    | "printJobs"
    | "newLocal"
    | "newIntl"
    | "shipAgain";
  label: string;
  href: string;
  icon: LucideIcon;
  keys?: readonly string[];
  isCurrent: boolean;
  /** Shown in the navigation; the others are only in the palette. */
  inNavigation: boolean;
};

/** The number of the order that is open. */
const OPENED = /^\/(?:testing|production)\/orders\/(\d+)$/;

/** Every page that exists for the account, in the order of the navigation; the one list for navigation, palette and shortcuts. */
export function useWays(): Way[] {
  const t = useTranslations("shell.ways");
  const { href, environment, account, person, may } = usePlace();
  const pathname = usePathname();
  const opened = OPENED.exec(pathname)?.[1];
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
    inNavigation: !path.startsWith("/orders/"),
  });
  return [
    way("home", "/", House, ["g", "h"]),
    way("orders", "/orders", Package, ["g", "o"]),
    way("rates", "/rates", Calculator, ["g", "r"]),
    ...(account.pickPack
      ? [way("pickPack", "/pick-pack", PackageSearch, ["g", "p"]), way("products", "/products", Boxes, ["g", "s"])]
      : []),
    way("addresses", "/addresses", Contact, ["g", "a"]),
    way("items", "/items", Tags, ["g", "i"]),
    way("webhooks", "/webhooks", Webhook, ["g", "w"]),
    ...(mayOpen(person.role, "developers")
      ? [way("developers", "/developers", KeyRound)]
      : [way("clients", "/developers/clients", KeyRound), way("people", "/settings/people", Users)]),
    ...(mayOpen(person.role, "settings")
      ? [way("notifications", "/notifications", Bell), way("settings", "/settings", Settings)]
      : []),
    way("printJobs", "/orders/print-jobs", Printer),
    ...(may("createOrder")
      ? [
          way("newLocal", "/orders/new?type=local", PackagePlus, ["n", "l"]),
          way("newIntl", "/orders/new?type=intl", Plane, ["n", "i"]),
          ...(opened ? [way("shipAgain", `/orders/new?from=${opened}`, Repeat2, ["n", "a"])] : []),
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
