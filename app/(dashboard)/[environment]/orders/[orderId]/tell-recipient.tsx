"use client";

import { Mail, MessageCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRecipientLinks } from "@/components/orders/recipient-links";
import { CopyButton } from "@/components/ui/copy-button";
import type { OrderRecord } from "@/lib/contracts/order";

const LINK = "flex min-h-6 items-center gap-1.5 text-sm font-semibold text-accent [&_svg]:size-4";

/** A message to the person who waits for the parcel: copied, or begun in WhatsApp or as an e-mail. */
export function TellRecipient({ order }: { order: OrderRecord }) {
  const t = useTranslations("orderActions.tell");
  const links = useRecipientLinks()(order);
  if (!links) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-3">
      <CopyButton text={links.text} what={t("what")} label={t("copy")} size="sm" className="-ml-2" />
      <a className={LINK} href={links.whatsApp} target="_blank" rel="noreferrer">
        <MessageCircle aria-hidden="true" />
        {t("whatsApp")}
      </a>
      {links.mail ? (
        <a className={LINK} href={links.mail}>
          <Mail aria-hidden="true" />
          {t("mail")}
        </a>
      ) : null}
    </p>
  );
}
