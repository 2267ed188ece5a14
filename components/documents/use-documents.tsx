"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import { useOperation, useReadAgain, useTask } from "@/components/use-operation";
import { queryFor } from "@/lib/api-client";
import type { Print, Printed } from "@/lib/contracts/print";
import type { DocumentOrder } from "./document-order";
import type { Paper } from "./paper";
import { fetchDocument, type PdfFile, saveFile } from "./pdf-file";
import { Preview } from "./preview";
import { usePrintFile } from "./use-print-file";
import { usePrintLabels } from "./use-print-labels";

/**
 * Records prints of a file, of one parcel's label if one is named. The print itself cannot be undone, so a failure is
 * only shown. `isReadLater`: the caller reads it again, once nothing of the row is open that it may take with it.
 */
export function useRecordPrints(): (
  orderIds: readonly string[],
  document: Printed,
  paper: Paper,
  file: PdfFile,
  options?: { parcel?: number | undefined; isReadLater?: boolean },
) => Promise<void> {
  const { may } = useWorkspace();
  const { attempt } = useOperation("recordPrints");
  return async (orderIds, document, paper, { drawnAt }, { parcel, isReadLater = false } = {}) => {
    // Support who only look leave no mark.
    if (!may("recordPrints")) return;
    const one = parcel === undefined ? {} : { parcel: String(parcel) };
    const drawn = drawnAt === undefined ? {} : { drawn_at: drawnAt };
    await attempt({ order_ids: [...orderIds], document, paper, ...one, ...drawn }, { isReadLater });
  };
}

export type Documents = {
  /** Prints a document; if it was printed before, says so first. */
  print: (document: Printed, paper: Paper) => void;
  /** The same, but saves it. */
  download: (document: Printed, paper: Paper) => void;
  preview: (document: Printed, paper: Paper) => void;
  isBusy: boolean;
  /** Place these once on the page. */
  dialogs: ReactNode;
};

/** The documents of an order, to print, save or look at. Neither confirms the order. */
export function useDocuments(order: DocumentOrder): Documents {
  const t = useTranslations("documents");
  const client = useQueryClient();
  const { where } = useWorkspace();
  const record = useRecordPrints();
  const readAgain = useReadAgain();
  const showFailure = useFailureToast();
  const { run, isBusy } = useTask();
  const { printFile } = usePrintFile();
  const [dialog, setDialog] = useState<ReactNode>(null);
  const close = () => setDialog(null);
  const orderId = order.order_id;

  async function lastPrint(document: Printed) {
    const query = queryFor("readPrints", { order_id: orderId }, where);
    const { document_list, print_list } = await client.fetchQuery({ ...query, staleTime: 0 });
    if (document !== "all_documents") return document_list.find(({ type }) => type === document)?.last_print ?? null;
    return print_list.find((print) => print.document === "all_documents" || print.document === "label") ?? null;
  }

  async function get(how: "print" | "save", document: Printed, paper: Paper) {
    const file = await fetchDocument(orderId, document, paper, where);
    if (how === "save") {
      saveFile(file);
      toast.success(t("saved", { filename: file.filename }));
    } else if (!(await printFile(file))) return;
    await record([orderId], document, paper, file);
  }

  const obtain = (how: "print" | "save", document: Printed, paper: Paper) =>
    run(async () => {
      const last = await lastPrint(document);
      if (!last) return get(how, document, paper);
      setDialog(
        <PrintedBefore
          document={document}
          order={orderId}
          print={last}
          onClose={close}
          onAgain={() => get(how, document, paper).catch(showFailure)}
        />,
      );
    });

  const preview = (document: Printed, paper: Paper) =>
    run(async () => {
      const last = await lastPrint(document);
      let isPrinted = false;
      setDialog(
        <Preview
          title={t("previewTitle", { document: t(`types.${document}`), order: orderId })}
          load={() => fetchDocument(orderId, document, paper, where)}
          lastPrint={last}
          onPrinted={(file) => {
            isPrinted = true;
            return record([orderId], document, paper, file, { isReadLater: true });
          }}
          onClose={() => {
            close();
            if (isPrinted) void readAgain("recordPrints");
          }}
        />,
      );
    });

  return {
    print: (document, paper) => obtain("print", document, paper),
    download: (document, paper) => obtain("save", document, paper),
    preview: (document, paper) => preview(document, paper),
    isBusy,
    dialogs: dialog,
  };
}

/** Says that a document was printed before; one more click prints it again. */
function PrintedBefore({
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
  const { printedAt } = usePrintLabels();
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
