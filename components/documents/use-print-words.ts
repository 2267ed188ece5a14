import { useLocale, useTranslations } from "next-intl";
import type { Print } from "@/lib/contracts/print";
import { formatDateTime } from "@/lib/format";

/** Says when and by whom something was printed. */
export function usePrintWords(): { by: (print: Print) => string; printedAt: (print: Print) => string } {
  const t = useTranslations("documents");
  const language = useLocale();
  const by = ({ printed_by: { kind, name } }: Print) =>
    kind === "person" && name ? name : t(`by.${kind}`, { name: name ?? "" });
  return {
    by,
    printedAt: (print) => t("printedAt", { time: formatDateTime(print.printed_at, language), who: by(print) }),
  };
}
