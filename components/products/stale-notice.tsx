import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

/** What is shown may be old: the latest reading of it failed. */
export function StaleNotice({ isFetching, onRetry }: { isFetching: boolean; onRetry: () => void }) {
  const t = useTranslations("products");
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 bg-bad-tint px-4 py-1">
      <p className="py-1 text-bad">{t("stale")}</p>
      <Button size="sm" variant="ghost" loading={isFetching} onClick={onRetry}>
        {t("again")}
      </Button>
    </div>
  );
}
