import { RotateCw } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Timeline } from "@/components/timeline";
import { buttonStyles } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Facts, Section } from "@/components/ui/section";
import { StatusBadge } from "@/components/ui/status-badge";
import { countryNames } from "@/lib/addresses/country-names";
import type { PublicTracking } from "@/server/tracking";
import { Frame } from "../frame";
import { SearchBox } from "../search-box";

/** States with their own sentence; a parcel with a tracking number is never in another. */
type Means = Exclude<PublicTracking["status"], "DRAFT" | "PENDING_CONFIRM">;

/** Where a parcel is and how it came there. */
export function Parcel({ tracking, at }: { tracking: PublicTracking; at: string }) {
  const t = useTranslations("track");
  const language = useLocale();
  const { number, status, parcel, provider, estimatedDelivery, checkpoints } = tracking;
  const countries = countryNames(language);
  const delivered = checkpoints.find(({ event }) => event === "order.delivered");
  const isExpected = estimatedDelivery && status !== "DELIVERED" && status !== "CANCELLED";
  return (
    <Frame isTesting={tracking.environment === "testing"}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold">
            <span className="font-mono whitespace-nowrap">{number}</span>
            <StatusBadge status={status} />
          </h1>
          <p className="mt-1 text-base">{t(`means.${status as Means}`)}</p>
        </div>
        <a href={`/track/${number}`} className={buttonStyles({ size: "sm", className: "print:hidden" })}>
          <RotateCw aria-hidden="true" />
          {t("refresh")}
        </a>
      </div>
      <Facts
        items={[
          ...(delivered && status === "DELIVERED"
            ? [{ name: t("delivered"), value: <DateTime value={delivered.time} /> }]
            : isExpected
              ? [{ name: t("estimated"), value: <DateTime value={estimatedDelivery} dateOnly /> }]
              : []),
          { name: t("carrier"), value: provider[language] },
          ...(parcel.count > 1 ? [{ name: t("parcel"), value: t("parcelOf", parcel) }] : []),
        ]}
      />
      <Section title={t("timeline")} className="print:border-0 print:[&>div]:px-0">
        <Timeline
          checkpoints={checkpoints.map(({ place, ...checkpoint }) => ({
            ...checkpoint,
            description: null,
            location: place && { city: place.city?.[language] ?? null, state: null, country: place.country },
          }))}
          countryOf={(code) => (code ? (countries[code] ?? code) : null)}
        />
      </Section>
      <p className="text-xs text-muted">
        {t.rich("asOf", { time: () => <DateTime value={at} /> })} · {t("privacy")}
      </p>
      <SearchBox isAnother />
    </Frame>
  );
}
