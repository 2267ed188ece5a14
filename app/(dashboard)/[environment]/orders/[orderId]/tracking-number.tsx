import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { CopyButton } from "@/components/ui/copy-button";
import { TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";

/** The tracking number, and the page behind it that the recipient can see. */
export function TrackingNumber({ number }: { number: string | null }) {
  const { trackUrl } = usePlace();
  const t = useTranslations("orderPage.tracking");
  return (
    <Section
      title={t("number")}
      actions={
        number ? (
          <span className="-mr-2 flex items-center gap-1">
            <span className="font-mono">{number}</span>
            <CopyButton text={number} what={t("number")} size="icon-sm" className="-my-1.5 text-muted" />
          </span>
        ) : null
      }
    >
      {number ? (
        <p className="flex items-center gap-1">
          {/* Outside the dashboard. */}
          <TextLink href={`/track/${number}`} prefetch={false} target="_blank">
            {t("publicOpen")}
          </TextLink>
          {trackUrl ? (
            <CopyButton text={trackUrl + number} what={t("publicLink")} size="icon-sm" className="-my-1.5 text-muted" />
          ) : null}
        </p>
      ) : (
        <p className="text-muted">{t("none")}</p>
      )}
    </Section>
  );
}
