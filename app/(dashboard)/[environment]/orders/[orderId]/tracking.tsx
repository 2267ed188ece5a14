import { useTranslations } from "next-intl";
import { Timeline } from "@/components/timeline";
import { CopyButton } from "@/components/ui/copy-button";
import { DateTime } from "@/components/ui/date-time";
import { TextLink } from "@/components/ui/link-button";
import { Facts, Section } from "@/components/ui/section";
import type { OrderRecord } from "@/lib/contracts/order";

/** Where the order is and how it came there, newest first. */
export function Tracking({
  order,
  countryOf,
  trackUrl,
}: {
  order: OrderRecord;
  countryOf: (code: string | null) => string | null;
  /** The start of a public tracking page's address. */
  trackUrl: string;
}) {
  const t = useTranslations("orderPage.tracking");
  const { tracking_number, tracking, estimated_delivery, order_status } = order;
  const delivered = tracking.checkpoint_list.find(({ event }) => event === "order.delivered");
  return (
    <Section title={t("title")}>
      <Facts
        items={[
          {
            name: t("number"),
            value: tracking_number ? (
              <span className="flex items-center gap-1">
                <span className="font-mono">{tracking_number}</span>
                <CopyButton text={tracking_number} what={t("number")} size="icon-sm" className="-my-1.5 text-muted" />
              </span>
            ) : (
              <span className="text-muted">{t("none")}</span>
            ),
          },
          ...(tracking_number
            ? [{ name: t("public"), value: <PublicPage path={tracking_number} url={trackUrl + tracking_number} /> }]
            : []),
          ...(delivered
            ? [{ name: t("delivered"), value: <DateTime value={delivered.time} /> }]
            : estimated_delivery && order_status !== "CANCELLED"
              ? [{ name: t("estimated"), value: <DateTime value={estimated_delivery} dateOnly /> }]
              : []),
        ]}
      />
      <Timeline checkpoints={tracking.checkpoint_list} countryOf={countryOf} className="mt-4" />
    </Section>
  );
}

/** The link that a merchant sends to the person who waits for the parcel. */
function PublicPage({ path, url }: { path: string; url: string }) {
  const t = useTranslations("orderPage.tracking");
  return (
    <span className="flex items-center gap-1">
      <TextLink href={`/track/${path}`} prefetch={false} target="_blank">
        {t("publicOpen")}
      </TextLink>
      <CopyButton text={url} what={t("publicLink")} size="icon-sm" className="-my-1.5 text-muted" />
    </span>
  );
}
