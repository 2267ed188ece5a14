"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { usePlace } from "@/components/environment";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import { ApiFailure } from "@/lib/api-client";
import type { Printed } from "@/lib/contracts/print";
import { lazily } from "@/lib/lazily";
import { callLazily, lazyKeyOf, lazyQueryFor } from "@/lib/lazy-contract";
import type { DocumentOrder } from "./document-order";
import { READ_PRINTS, RECORD_PRINTS } from "./operations";
import type { Paper } from "./paper";

/** Records prints, of one parcel's label alone where it is named; what was printed is printed, so that a failure is told and nothing else. */
export function useRecordPrints(): (
  orderIds: readonly string[],
  document: Printed,
  paper: Paper,
  parcel?: number,
) => Promise<void> {
  const client = useQueryClient();
  const { where } = usePlace();
  const showFailure = useFailureToast();
  return async (orderIds, document, paper, parcel) => {
    try {
      const one = parcel === undefined ? {} : { parcel: String(parcel) };
      await callLazily(RECORD_PRINTS, { order_ids: [...orderIds], document, paper, ...one }, where);
    } catch (error) {
      showFailure(error);
    }
    await client.invalidateQueries({ queryKey: lazyKeyOf(READ_PRINTS, where) });
  };
}

export type Documents = {
  /** Saves a document; where it was printed before, after saying so. */
  download: (document: Printed, paper: Paper) => void;
  preview: (document: Printed, paper: Paper) => void;
  isBusy: boolean;
  /** To be placed once. */
  dialogs: ReactNode;
};

/** The documents of an order, to be saved or looked at. Neither confirms it. All but this hook is loaded when asked for. */
export function useDocuments(order: DocumentOrder): Documents {
  const t = useTranslations("documents");
  const client = useQueryClient();
  const { where } = usePlace();
  const showFailure = useFailureToast();
  const record = useRecordPrints();
  const [isBusy, setIsBusy] = useState(false);
  const [dialog, setDialog] = useState<ReactNode>(null);
  const close = () => setDialog(null);
  const orderId = order.order_id;

  async function lastPrint(document: Printed) {
    const query = lazyQueryFor(READ_PRINTS, { order_id: orderId }, where);
    const { document_list, print_list } = await client.fetchQuery({ ...query, staleTime: 0 });
    if (document !== "all_documents") return document_list.find(({ type }) => type === document)?.last_print ?? null;
    return print_list.find((print) => print.document === "all_documents" || print.document === "label") ?? null;
  }

  async function save(document: Printed, paper: Paper) {
    const { fetchDocument, savePdf } = await lazily(() => import("./pdf-file"));
    const file = await fetchDocument(orderId, document, paper, where);
    savePdf(file);
    toast.success(t("saved", { filename: file.filename }));
    await record([orderId], document, paper);
  }

  async function attempt(work: () => Promise<void>) {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      showFailure(
        error instanceof ApiFailure || !(error instanceof Error)
          ? error
          : new ApiFailure({ kind: "network", status: 0, message: error.message, cause: error }),
      );
    } finally {
      setIsBusy(false);
    }
  }

  const download = (document: Printed, paper: Paper) =>
    attempt(async () => {
      const last = await lastPrint(document);
      if (!last) return save(document, paper);
      const { default: PrintedBefore } = await lazily(() => import("./printed-before"));
      setDialog(
        <PrintedBefore
          document={document}
          order={orderId}
          print={last}
          onClose={close}
          onAgain={() => attempt(() => save(document, paper))}
        />,
      );
    });

  const preview = (document: Printed, paper: Paper) =>
    attempt(async () => {
      const [{ default: PreviewDialog }, { fetchDocument }, last] = await Promise.all([
        lazily(() => import("./preview-dialog")),
        lazily(() => import("./pdf-file")),
        lastPrint(document),
      ]);
      setDialog(
        <PreviewDialog
          title={t("previewTitle", { document: t(`types.${document}`), order: orderId })}
          load={() => fetchDocument(orderId, document, paper, where)}
          lastPrint={last}
          onPrinted={() => record([orderId], document, paper)}
          onClose={close}
        />,
      );
    });

  return {
    download: (document, paper) => void download(document, paper),
    preview: (document, paper) => void preview(document, paper),
    isBusy,
    dialogs: dialog,
  };
}
