"use client";

import { Mail, MessageCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import type { OrderRecord } from "@/lib/contracts/order";
import { recipientMessage } from "@/lib/recipient-message";

const LINK = "flex min-h-6 items-center gap-1.5 text-sm font-semibold text-accent [&_svg]:size-4";

/** A message to the person who waits for the parcel: copied, or begun in WhatsApp or as an e-mail. */
export function TellRecipient({ order, trackUrl }: { order: OrderRecord; trackUrl: string }) {
  const t = useTranslations("orderPage.tell");
  const { recipient, sender, tracking_number } = order;
  const shop = ("company_name" in sender && sender.company_name) || sender.name;
  // Erased orders have neither.
  if (!tracking_number || !recipient.name || !shop) return null;
  const message = recipientMessage(recipient.name, order.order_status, { shop, url: trackUrl + tracking_number });
  if (!message) return null;
  const number = `${recipient.mobile_prefix ?? ""}${recipient.mobile ?? ""}`.replace(/\D/g, "");
  const text = encodeURIComponent(message.text);
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-3">
      <CopyButton text={message.text} what={t("what")} label={t("copy")} size="sm" className="-ml-2" />
      <a className={LINK} href={`https://wa.me/${number}?text=${text}`} target="_blank" rel="noreferrer">
        <MessageCircle aria-hidden="true" />
        {t("whatsApp")}
      </a>
      {recipient.email ? (
        <a
          className={LINK}
          href={`mailto:${encodeURIComponent(recipient.email)}?subject=${encodeURIComponent(message.subject)}&body=${text}`}
        >
          <Mail aria-hidden="true" />
          {t("mail")}
        </a>
      ) : null}
    </p>
  );
}
