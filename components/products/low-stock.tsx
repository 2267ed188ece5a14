import { TrendingDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";

/** Says that a product is at or below its low-stock mark. */
export function LowStock({ mark }: { mark: string | null }) {
  const t = useTranslations("products");
  return (
    <span title={t("lowAt", { mark: mark ?? "0" })}>
      <Badge tone="warn" className="h-5 max-w-none" icon={<TrendingDown aria-hidden="true" />}>
        {t("low")}
      </Badge>
    </span>
  );
}
