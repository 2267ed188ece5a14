import { useLocale, useTranslations } from "next-intl";
import type { Print } from "@/lib/contracts/print";
import { formatDateTime } from "@/lib/format";

/** Says when and by whom something was printed. */
export function usePrintLabels(): {
  by: (print: Pick<Print, "printed_by">) => string;
  printedAt: (print: Print) => string;
} {
  const t = useTranslations("documents");
  const language = useLocale();
  const by = ({ printed_by: { kind, name } }: Pick<Print, "printed_by">) =>
    kind !== "client" && name ? name : t(`by.${kind}`, { name: name ?? "" });
  return {
    by,
    printedAt: (print) => {
      const said = { time: formatDateTime(print.printed_at, language), who: by(print) };
      return print.parcel ? t("printedParcelAt", { ...said, parcel: print.parcel }) : t("printedAt", said);
    },
  };
}
