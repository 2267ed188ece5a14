"use client";

import {
  Bell,
  Boxes,
  FileUp,
  History,
  Merge,
  PackageOpen,
  Radio,
  ReceiptText,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  Tags,
  Upload,
  UserPlus,
  Webhook,
  Workflow,
} from "lucide-react";
import { type MAY_OPEN, mayOpen } from "@/lib/pages/page-rights";
import { useWorkspace } from "../environment";
import { type NavItem, useNavItem, useNavItems } from "./nav-items";

/** The items of every page that exists for the account. */
export function usePaletteItems(): NavItem[] {
  const items = useNavItems();
  const { found } = useNavItem();
  const { account, person, may } = useWorkspace();
  const opens = (part: keyof typeof MAY_OPEN, all: readonly NavItem[]) => (mayOpen(person.role, part) ? all : []);
  return [
    ...items,
    ...opens("developers", [
      found("requests", "/developers/requests", ScrollText),
      found("events", "/developers/events", Radio),
    ]),
    ...opens("statements", [found("statements", "/settings/statements", ReceiptText)]),
    ...opens("settings", [
      found("security", "/settings/security", ShieldCheck),
      found("defaults", "/settings/defaults", SlidersHorizontal),
      found("boxes", "/settings/boxes", PackageOpen),
      found("rules", "/settings/rules", Workflow),
      found("noticeSettings", "/settings/notifications", Bell),
      found("activity", "/settings/activity", History),
    ]),
    ...(may("createImport") ? [found("importOrders", "/orders/import", FileUp)] : []),
    ...(may("importAddresses") ? [found("importAddresses", "/addresses/import", Upload)] : []),
    found("duplicateAddresses", "/addresses/duplicates", Merge),
    ...(account.pickPack && may("importProducts") ? [found("importProducts", "/products/import", Upload)] : []),
    ...(may("createAddress") ? [found("newAddress", "/addresses/new", UserPlus)] : []),
    ...(may("createItem") ? [found("newItem", "/items/new", Tags)] : []),
    ...(account.pickPack && may("createProduct") ? [found("newProduct", "/products/new", Boxes)] : []),
    ...opens("newWebhook", [found("newWebhook", "/webhooks/new", Webhook)]),
  ];
}
