"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Section } from "@/components/ui/section";
import { queryFor } from "@/lib/api-client";
import { usePrintWords } from "./use-print-words";

/** What was printed of an order, when and by whom; nothing before the first print. */
export function PrintLog({ orderId }: { orderId: string }) {
  const t = useTranslations("documents");
  const { where } = usePlace();
  const { by } = usePrintWords();
  const read = useQuery(queryFor("readPrints", { order_id: orderId }, where));
  if (read.isError)
    return (
      <Section title={t("log")}>
        <Button size="sm" onClick={() => void read.refetch()}>
          {t("unread")}
        </Button>
      </Section>
    );
  if (!read.data || read.data.print_count === 0) return null;
  const { print_list: prints, print_count: count } = read.data;
  return (
    <Section title={t("log")}>
      <ul className="flex max-h-80 flex-col gap-2 overflow-y-auto">
        {prints.map((print, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a log has nothing else, and is only added to
          <li key={`${print.printed_at} ${index}`} className="text-xs text-muted">
            <span className="block text-sm text-text">
              {t(print.parcel ? "loggedParcel" : "logged", {
                document: t(`types.${print.document}`),
                parcel: print.parcel ?? "",
                paper: t(`papers.${print.paper}`),
                pages: print.pages,
              })}
            </span>
            <DateTime value={print.printed_at} /> · {by(print)}
          </li>
        ))}
      </ul>
      {count > prints.length ? (
        <p className="mt-2 text-xs text-muted">{t("logMore", { count: count - prints.length })}</p>
      ) : null}
    </Section>
  );
}
