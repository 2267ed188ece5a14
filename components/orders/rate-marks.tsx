import { Tag, Zap } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { decimal } from "@/lib/decimal";
import type { Rate } from "./rate-labels";

/** Whether a service is the cheapest or the fastest of several. */
export function RateMarks({ rate, rates }: { rate: Rate; rates: readonly Rate[] }) {
  const t = useTranslations("orderForm.service");
  // Of one service nothing is the cheapest.
  if (rates.length < 2) return null;
  const isCheapest = rates.every(({ quote_price }) => !decimal(quote_price).lt(rate.quote_price));
  const isFastest = rates.every(({ max_days }) => max_days >= rate.max_days);
  return (
    <>
      {isCheapest ? <Badge icon={<Tag aria-hidden="true" />}>{t("cheapest")}</Badge> : null}
      {isFastest ? <Badge icon={<Zap aria-hidden="true" />}>{t("fastest")}</Badge> : null}
    </>
  );
}
