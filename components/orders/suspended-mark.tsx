import { CirclePause } from "lucide-react";
import { useTranslations } from "next-intl";

/** Says that an order or draft waits with a suspended service; its notice is there for who points at it. */
export function SuspendedMark({ notice }: { notice: string }) {
  const t = useTranslations("orderList");
  return (
    <span className="flex min-w-0 items-center gap-1 font-semibold text-warn" title={notice}>
      <CirclePause aria-hidden="true" className="size-3.5 shrink-0" />
      {t("suspended")}
    </span>
  );
}
