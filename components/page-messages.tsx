import { type Messages, NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

type Part = keyof Messages;

// Messages that only some pages need; the rest is short, and goes to every page.
const OWN_PARTS = [
  "act",
  "addresses",
  "adjustments",
  "boxes",
  "collections",
  "deliveries",
  "developers",
  "dispatch",
  "documents",
  "drafts",
  "forgotPassword",
  "home",
  "imports",
  "items",
  "jobs",
  "labelBatch",
  "noAccess",
  "orderActions",
  "orderBulk",
  "orderExport",
  "orderForm",
  "orderList",
  "orderPage",
  "people",
  "pickPack",
  "priceDesk",
  "products",
  "ruleWords",
  "rules",
  "setPassword",
  "scanField",
  "secondFactor",
  "settings",
  "start",
  "support",
  "tariffs",
  "thread",
  "track",
  "warehouse",
  "webhooks",
] as const satisfies readonly Part[];

type OwnPart = (typeof OWN_PARTS)[number];

/**
 * Gives the client components below it the messages that every page gets, plus these of the parts that only some pages
 * need.
 */
export async function PageMessages({ parts = [], children }: { parts?: readonly OwnPart[]; children: ReactNode }) {
  const others = OWN_PARTS.filter((part) => !parts.includes(part));
  const messages = Object.fromEntries(
    Object.entries(await getMessages()).filter(([part]) => !(others as readonly string[]).includes(part)),
  );
  return <NextIntlClientProvider messages={messages}>{children}</NextIntlClientProvider>;
}
