import { PackageX } from "lucide-react";
import { useTranslations } from "next-intl";
import { DateTime } from "@/components/ui/date-time";
import type { ShelfShort as Short } from "@/lib/contracts/pickpack-bench";
import { formatNumber } from "@/lib/format";

/** How many units of a line the picker found at its place; who says so, and when. */
export function ShelfShort({ note: { short, qty, by, time } }: { note: Short }) {
  const t = useTranslations("warehouse.waves.short");
  return (
    <p className="text-warn">
      <PackageX aria-hidden="true" className="mr-1 inline size-4 align-text-bottom" />
      <span className="font-semibold">
        {t("found", { found: formatNumber(String(BigInt(qty) - BigInt(short))), qty: formatNumber(qty) })}
      </span>{" "}
      <span className="text-xs">
        {by}, <DateTime value={time} />
      </span>
    </p>
  );
}
