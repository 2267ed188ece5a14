"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { queryFor } from "@/lib/api-client";

/** Where the recipient collects an order: the point's name, address and hours, as far as its code is still known. */
export function PickupPlace({ provider, code }: { provider: string; code: string }) {
  const t = useTranslations("orderPage.parties");
  const language = useLocale();
  const { where } = usePlace();
  const { data } = useQuery({
    ...queryFor("listPickupPoints", { shipping_provider: provider, q: code }, where),
    staleTime: 300_000,
  });
  const point = data?.data.find((each) => each.delivery_code === code);
  return (
    <div className="mt-1">
      <p className="font-semibold">{t("point", { code })}</p>
      {point ? (
        <>
          <p>{language === "en" ? point.name_en : point.name_zh}</p>
          <p className="text-muted">{language === "en" ? point.address_en : point.address_zh}</p>
          <p className="text-xs text-muted">{t("hours", { hours: point.opening_hours })}</p>
        </>
      ) : null}
    </div>
  );
}
