import { type Messages, NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

type Part = keyof Messages;

// What some pages alone say; all the rest is short, and goes to every page.
const OWN_PARTS = [
  "documents",
  "home",
  "noAccess",
  "orderActions",
  "orderForm",
  "orderList",
  "orderPage",
  "pickPack",
  "products",
  "setPassword",
  "start",
  "support",
  "track",
  "warehouse",
  "webhooks",
] as const satisfies readonly Part[];

type OwnPart = (typeof OWN_PARTS)[number];

/** Gives what runs in the browser below it the words of every page and, of those that some pages alone have, these. */
export async function Words({ parts = [], children }: { parts?: readonly OwnPart[]; children: ReactNode }) {
  const others = OWN_PARTS.filter((part) => !parts.includes(part));
  const messages = Object.fromEntries(
    Object.entries(await getMessages()).filter(([part]) => !(others as readonly string[]).includes(part)),
  );
  return <NextIntlClientProvider messages={messages}>{children}</NextIntlClientProvider>;
}
