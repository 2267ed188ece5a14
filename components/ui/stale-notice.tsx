import { useTranslations } from "next-intl";
import { Button } from "./button";
import { cn } from "./cn";

/** Says that what is shown may be old, because the latest read failed. */
export function StaleNotice({
  isFetching,
  onRetry,
  className,
}: {
  isFetching: boolean;
  onRetry: () => void;
  className?: string;
}) {
  const t = useTranslations("ui");
  return (
    <div role="status" className={cn("flex flex-wrap items-center gap-x-3 bg-bad-tint px-4 py-1", className)}>
      <p className="py-1 text-bad">{t("stale")}</p>
      <Button size="sm" variant="ghost" loading={isFetching} onClick={onRetry}>
        {t("refresh")}
      </Button>
    </div>
  );
}
