import { useTranslations } from "next-intl";
import { usePrintLabels } from "@/components/documents/use-print-labels";
import type { Print } from "@/lib/contracts/print";

/** What was printed, on which paper, and by whom. */
export function PrintWords({ print }: { print: Print }) {
  const t = useTranslations("documents");
  const { by } = usePrintLabels();
  return (
    <p>
      {t(print.parcel ? "loggedParcel" : "logged", {
        document: t(`types.${print.document}`),
        parcel: print.parcel ?? "",
        paper: t(`papers.${print.paper}`),
        pages: print.pages,
      })}
      <span className="text-muted"> · {by(print)}</span>
    </p>
  );
}
