"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { DocumentMenu } from "@/components/documents/document-menu";
import { PdfPage } from "@/components/documents/pdf-page";
import { usePrintLabels } from "@/components/documents/use-print-labels";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { Spinner } from "@/components/ui/spinner";
import type { Label } from "./use-label";

// Every scan renders the bench again; the label does not change.
const LabelPage = memo(PdfPage);

/** The label that is due now, to print and stick on. */
export function LabelPanel({ label, parcel, parcels }: { label: Label; parcel: number; parcels: number }) {
  const t = useTranslations("warehouse.bench.label");
  const tPreview = useTranslations("documents.preview");
  const { printedAt } = usePrintLabels();
  const { order, pdf, isPrinting, isUnread } = label;
  const lastPrint = label.lastPrintOf(parcel);
  const [page = 1] = label.pagesOf(parcel);
  return (
    <Section
      title={t("title", { parcel, parcels })}
      actions={
        order ? (
          <DocumentMenu
            order={order}
            onPaper={label.choosePaper}
            trigger={<Button className="h-11">{t("documents")}</Button>}
          />
        ) : null
      }
    >
      <div className="flex h-80 flex-col overflow-hidden rounded-md border border-line">
        {pdf ? (
          <LabelPage pdf={pdf} number={page} zoom={1} label={tPreview("page", { page, pages: pdf.numPages })} />
        ) : (
          <div className="flex flex-1 items-center justify-center bg-hover">
            {isUnread ? <Button onClick={label.readAgain}>{t("unread")}</Button> : <Spinner />}
          </div>
        )}
      </div>
      {lastPrint ? <p className="mt-2 text-warn">{printedAt(lastPrint)}</p> : null}
      <Button
        variant="primary"
        className="mt-3 h-14 w-full text-base"
        disabled={!pdf}
        loading={isPrinting}
        onClick={() => label.print(parcel)}
      >
        <Printer aria-hidden="true" />
        {t("print", { parcel })}
      </Button>
    </Section>
  );
}
