"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import type { Print, Printed } from "@/lib/contracts/print";
import { usePrintWords } from "./use-print-words";

/** Says that a document was printed before; one more click prints it again. */
export default function PrintedBefore({
  document,
  order,
  print,
  onAgain,
  onClose,
}: {
  document: Printed;
  order: string;
  print: Print;
  onAgain: () => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslations("documents");
  const { printedAt } = usePrintWords();
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("againTitle", { document: t(`types.${document}`), order })}
      description={
        <>
          <p className="text-text">{printedAt(print)}</p>
          {document === "label" || document === "all_documents" ? <p className="mt-1">{t("againMeans")}</p> : null}
        </>
      }
      confirmLabel={t("again")}
      cancelLabel={t("notAgain")}
      onConfirm={onAgain}
    />
  );
}
