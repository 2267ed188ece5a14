import { PackageX } from "lucide-react";
import { useTranslations } from "next-intl";
import { Banner } from "@/components/orders/banner";
import type { PickPackSnapshot } from "./snapshot";

/** Says what is missing from the order's parcels, and with what effect. */
export function ShortNotice({ pickPack: { short_list: lines, status } }: { pickPack: PickPackSnapshot }) {
  const t = useTranslations("pickPack.short");
  const reasons = useTranslations("pickPack.shortReasons");
  if (lines.length === 0) return null;
  return (
    <Banner
      tint="bg-warn-tint text-warn"
      icon={PackageX}
      title={t(status === "PICKPACK_CONFIRMED" ? "packing" : "packed")}
    >
      <ul aria-label={t("lines")} className="list-disc pl-5">
        {lines.map(({ sku, name, ordered, packed, reason, note }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike in everything
          <li key={index} className="break-words">
            {t("line", { item: sku || name, packed, ordered, reason: reasons(reason) })}
            {note ? <span className="block whitespace-pre-line">{note}</span> : null}
          </li>
        ))}
      </ul>
      <p className="mt-1">{t("means")}</p>
    </Banner>
  );
}
