"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Paper, rememberedPaper } from "@/components/documents/paper";
import { pagesOfParcel } from "@/components/documents/parcel-pages";
import type { PdfDocument } from "@/components/documents/pdf-pages";
import { useRecordPrints } from "@/components/documents/use-documents";
import { usePlace } from "@/components/environment";
import { useFailureToast } from "@/components/ui/failure-toast";
import { keyOf, queryFor } from "@/lib/api-client";
import { readLabel } from "@/lib/contracts/document";
import { readOrderByPath } from "@/lib/contracts/order";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import { readPrints } from "@/lib/contracts/print";
import { lazily } from "@/lib/lazily";

/** The label of the order, loaded before it is due: whoever closes a parcel does not wait for it. */
export function useLabel({ order_id: orderId, status, parcel_list: { length: parcels } }: Bench) {
  const { where } = usePlace();
  const tellFailure = useFailureToast();
  const showFailure = useRef(tellFailure);
  useEffect(() => {
    showFailure.current = tellFailure;
  });
  const record = useRecordPrints();
  const [chosen, choosePaper] = useState<Paper | null>(null);
  const [pdf, setPdf] = useState<PdfDocument | null>(null);
  const [isPrinting, setIsPrinting] = useState(false);
  const leaving = useRef(new AbortController());

  const order = useQuery(queryFor(readOrderByPath, { order_id: orderId }, where)).data;
  const isThere = status === "PICKPACK_CONFIRMED" || status === "PICKPACK_READY_TO_SHIPMENT";
  const prints = useQuery({ ...queryFor(readPrints, { order_id: orderId }, where), enabled: isThere });
  const paper = chosen ?? (order ? rememberedPaper(order.ship_type) : null);
  const file = useQuery({
    // A repacked order has another label.
    queryKey: [...keyOf(readLabel, where), orderId, paper, status],
    queryFn: async () => {
      const { fetchDocument } = await lazily(() => import("@/components/documents/pdf-file"));
      return fetchDocument(orderId, "label", paper ?? "100x150", where);
    },
    enabled: isThere && paper !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });

  const blob = file.data?.blob;
  useEffect(() => {
    if (!blob) return;
    let isOld = false;
    let opened: PdfDocument | null = null;
    (async () => {
      const { openPdf } = await lazily(() => import("@/components/documents/pdf-pages"));
      opened = await openPdf(blob);
      if (isOld) void opened.loadingTask.destroy();
      else setPdf(opened);
    })().catch((error) => !isOld && showFailure.current(error));
    return () => {
      isOld = true;
      setPdf(null);
      void opened?.loadingTask.destroy();
    };
  }, [blob]);

  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);

  const pagesOf = (parcel: number) => pagesOfParcel(pdf?.numPages ?? 0, parcels, parcel);

  /** Prints the label of one parcel, or of all. */
  async function print(parcel: number | null) {
    if (!pdf || !paper || isPrinting) return;
    setIsPrinting(true);
    try {
      const { printPdf } = await lazily(() => import("@/components/documents/print-pdf"));
      const pages = parcel === null ? undefined : pagesOf(parcel);
      await printPdf(pdf, () => undefined, leaving.current.signal, pages);
      const isOne = parcel !== null && pages?.length !== pdf.numPages;
      if (!leaving.current.signal.aborted) await record([orderId], "label", paper, isOne ? parcel : undefined);
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
export type Label = ReturnType<typeof useLabel>;
