"use client";

import {
  Bell,
  Boxes,
  History,
  Merge,
  Printer,
  Radio,
  ReceiptText,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  Tags,
  Upload,
  UserPlus,
  Webhook,
} from "lucide-react";
import { type MAY_OPEN, mayOpen } from "@/lib/pages/page-rights";
import { usePlace } from "../environment";
import { useWay, useWays, type Way } from "./ways";

/** The ways to every page that exists for the account. */
export function usePaletteWays(): Way[] {
  const ways = useWays();
  const { found } = useWay();
  const { account, person, may } = usePlace();
  const opens = (part: keyof typeof MAY_OPEN, all: readonly Way[]) => (mayOpen(person.role, part) ? all : []);
  return [
    ...ways,
    found("printJobs", "/orders/print-jobs", Printer),
    ...opens("developers", [
      found("requests", "/developers/requests", ScrollText),
      found("events", "/developers/events", Radio),
    ]),
    ...opens("statements", [found("statements", "/settings/statements", ReceiptText)]),
    ...opens("settings", [
      found("security", "/settings/security", ShieldCheck),
      found("defaults", "/settings/defaults", SlidersHorizontal),
      found("noticeSettings", "/settings/notifications", Bell),
      found("activity", "/settings/activity", History),
    ]),
    ...(may("importAddresses") ? [found("importAddresses", "/addresses/import", Upload)] : []),
    found("duplicateAddresses", "/addresses/duplicates", Merge),
    ...(account.pickPack && may("importProducts") ? [found("importProducts", "/products/import", Upload)] : []),
    ...(may("createAddress") ? [found("newAddress", "/addresses/new", UserPlus)] : []),
    ...(may("createItem") ? [found("newItem", "/items/new", Tags)] : []),
    ...(account.pickPack && may("createProduct") ? [found("newProduct", "/products/new", Boxes)] : []),
    ...opens("newWebhook", [found("newWebhook", "/webhooks/new", Webhook)]),
  ];
}
