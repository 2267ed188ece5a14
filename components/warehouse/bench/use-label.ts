"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Paper, rememberedPaper } from "@/components/documents/paper";
import { fetchDocument, type PdfFile } from "@/components/documents/pdf-file";
import { openPdf, type PdfDocument } from "@/components/documents/pdf-pages";
import { printPdf } from "@/components/documents/print-pdf";
import { useRecordPrints } from "@/components/documents/use-documents";
import { useWorkspace } from "@/components/environment";
import { useFailureToast } from "@/components/ui/failure-toast";
import { keyOf, queryFor } from "@/lib/api-client";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import { shortItems } from "@/lib/warehouse/bench-steps";

/**
 * The label of the order, loaded before it is due, so that the packer does not wait for it after closing a parcel. `isSent`: the
 * server knows what is missing, which changes the label.
 */
export function useLabel(bench: Bench, isSent: boolean) {
  const { order_id: orderId, status, parcel_list: list } = bench;
  const parcels = list.length;
  const { where } = useWorkspace();
  const tellFailure = useFailureToast();
  const showFailure = useRef(tellFailure);
  useEffect(() => {
    showFailure.current = tellFailure;
  });
  const record = useRecordPrints();
  const [chosen, choosePaper] = useState<Paper | null>(null);
  const [opened, setOpened] = useState<{ pdf: PdfDocument; file: PdfFile } | null>(null);
  const [isPrinting, setIsPrinting] = useState(false);
  const leaving = useRef(new AbortController());

  const order = useQuery(queryFor("readOrderByPath", { order_id: orderId }, where)).data;
  const isThere = status === "PICKPACK_CONFIRMED" || status === "PICKPACK_READY_TO_SHIPMENT";
  const prints = useQuery({ ...queryFor("readPrints", { order_id: orderId }, where), enabled: isThere });
  const paper = chosen ?? (order ? rememberedPaper(order.ship_type) : null);
  const file = useQuery({
    // An order that is repacked, or packed short, gets another label.
    queryKey: [...keyOf("readLabel", where), orderId, paper, status, ...shortItems(bench).map(shortKey)],
    queryFn: () => fetchDocument(orderId, "label", paper ?? "100x150", where),
    enabled: isThere && paper !== null && isSent,
    staleTime: Number.POSITIVE_INFINITY,
  });

  const current = file.data;
  useEffect(() => {
    if (!current) return;
    let isOld = false;
    let pdf: PdfDocument | null = null;
    (async () => {
      pdf = await openPdf(current.blob);
      if (isOld) void pdf.loadingTask.destroy();
      else setOpened({ pdf, file: current });
    })().catch((error) => !isOld && showFailure.current(error));
    return () => {
      isOld = true;
      setOpened(null);
      void pdf?.loadingTask.destroy();
    };
  }, [current]);
  const pdf = opened?.pdf ?? null;

  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);

  const pagesOf = (parcel: number) => pagesOfParcel(pdf?.numPages ?? 0, parcels, parcel);

  /** Prints the label of one parcel, or of all. */
  async function print(parcel: number | null) {
    if (!opened || !paper || isPrinting) return;
    const { pdf } = opened;
    setIsPrinting(true);
    try {
      const pages = parcel === null ? undefined : pagesOf(parcel);
      await printPdf(pdf, () => undefined, leaving.current.signal, pages);
      const isOne = parcel !== null && pages?.length !== pdf.numPages;
      if (leaving.current.signal.aborted) return;
      await record([orderId], "label", paper, opened.file, { parcel: isOne ? parcel : undefined });
    } catch (error) {
      showFailure.current(error);
    } finally {
      setIsPrinting(false);
    }
  }

  return {
    order,
    pdf,
    isPrinting,
    isUnread: file.isError,
    readAgain: () => void file.refetch(),
    pagesOf,
    lastPrintOf: (parcel: number) =>
      prints.data?.parcel_list.find((each) => each.parcel === parcel)?.last_print ?? null,
    choosePaper,
    print: (parcel: number | null) => void print(parcel),
  };
}
function shortKey({ parcel, item }: ReturnType<typeof shortItems>[number]): string {
  return `${parcel}/${item.position}/${item.short}`;
}

export type Label = ReturnType<typeof useLabel>;

/**
 * The pages of one parcel's label in the PDF of all labels, where every parcel has the same number; all pages if the
 * PDF is for another number of parcels.
 */
export function pagesOfParcel(pages: number, parcels: number, parcel: number): number[] {
  const each = pages / parcels;
  const [first, count] = Number.isInteger(each) && parcel <= parcels ? [(parcel - 1) * each, each] : [0, pages];
  return Array.from({ length: count }, (_, index) => first + index + 1);
}
