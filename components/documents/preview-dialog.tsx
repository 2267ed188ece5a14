"use client";

// Loaded late: PDF.js, once a paper is looked at.

import { ChevronLeft, ChevronRight, Download, Maximize, Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Spinner } from "@/components/ui/spinner";
import type { Print } from "@/lib/contracts/print";
import { type PdfFile, saveFile } from "./pdf-file";
import { PdfPage } from "./pdf-page";
import { openPdf, type PdfDocument } from "./pdf-pages";
import { PrintButton } from "./print-button";
import { usePrintFile } from "./use-print-file";
import { usePrintLabels } from "./use-print-labels";

/** Multiples of the size at which the page fits the window. */
const ZOOMS = [1, 1.5, 2, 3, 4] as const;

type Opened = { file: PdfFile; pdf: PdfDocument };

/** The file, opened to be drawn; null until then. It is closed when its page goes away. */
function useOpened(load: () => Promise<PdfFile>) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once, and again when that is asked for
  useEffect(() => {
    let isGone = false;
    let pdf: PdfDocument | null = null;
    setError(null);
    (async () => {
      const file = await load();
      pdf = await openPdf(file.blob);
      if (isGone) void pdf.loadingTask.destroy();
      else setOpened({ file, pdf });
    })().catch((failure) => !isGone && setError(failure));
    return () => {
      isGone = true;
      void pdf?.loadingTask.destroy();
    };
  }, [attempt]);

  return { opened, error, openAgain: () => setAttempt(attempt + 1) };
}

/** A preview of a PDF: turn its pages, zoom, print or save it. */
export default function PreviewDialog({
  title,
  load,
  lastPrint,
  onPrinted,
  onClose,
}: {
  title: string;
  load: () => Promise<PdfFile>;
  /** When it was printed before. */
  lastPrint?: Print | null;
  /** Called after it was printed or saved. */
  onPrinted: (file: PdfFile) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslations("documents.preview");
  const { printedAt } = usePrintLabels();
  const showFailure = useFailureToast();
  const { opened, error, openAgain } = useOpened(load);
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState(0);
  const { printing, printOpened } = usePrintFile();
  const pages = opened?.pdf.numPages ?? 0;

  const turnTo = (to: number) => setPage(Math.min(pages, Math.max(1, to)));
  const zoomTo = (to: number) => setZoom(Math.min(ZOOMS.length - 1, Math.max(0, to)));

  async function print() {
    if (!opened || printing) return;
    try {
      if (await printOpened(opened.pdf)) await onPrinted(opened.file);
    } catch (failure) {
      showFailure(failure);
    }
  }

  async function save() {
    if (!opened) return;
    saveFile(opened.file);
    await onPrinted(opened.file);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!opened || event.defaultPrevented) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "p") {
      event.preventDefault();
      void print();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const toPage = new Map([
      ["PageDown", page + 1],
      ["PageUp", page - 1],
      ["Home", 1],
      ["End", pages],
    ]).get(event.key);
    const toZoom = new Map([
      ["+", zoom + 1],
      ["-", zoom - 1],
      ["0", 0],
    ]).get(event.key);
    if (toPage !== undefined) turnTo(toPage);
    else if (toZoom !== undefined) zoomTo(toZoom);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={title}
        {...(lastPrint ? { description: printedAt(lastPrint) } : {})}
        size="lg"
        className="h-[calc(100dvh-2rem)] sm:h-[calc(100dvh-4rem)]"
        bodyClassName="flex flex-col overflow-hidden p-0 sm:p-0 mt-3 border-t border-line"
        footer={
          <>
            <Button disabled={!opened} onClick={() => void save()}>
              <Download aria-hidden="true" />
              {t("save")}
            </Button>
            <PrintButton printing={printing} disabled={!opened} onClick={() => void print()}>
              {t("print")}
            </PrintButton>
          </>
        }
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys work wherever the focus is in it */}
        <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
          {error ? (
            <ErrorState error={error} onRetry={openAgain} />
          ) : (
            <>
              <Tools page={page} pages={pages} zoom={zoom} onPage={turnTo} onZoom={zoomTo} />
              {opened ? (
                <PdfPage pdf={opened.pdf} number={page} zoom={ZOOMS[zoom] ?? 1} label={t("page", { page, pages })} />
              ) : (
                <div className="flex flex-1 items-center justify-center">
                  <Spinner />
                </div>
              )}
            </>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** Turns the pages and zooms; without pages it is still loading. */
function Tools({
  page,
  pages,
  zoom,
  onPage,
  onZoom,
}: {
  page: number;
  pages: number;
  zoom: number;
  onPage: (page: number) => void;
  onZoom: (zoom: number) => void;
}) {
  const t = useTranslations("documents.preview");
  return (
    <div className="flex items-center justify-center gap-1 border-b border-line px-2 py-1">
      <Tool label={t("previous")} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" />
      </Tool>
      <p aria-live="polite" className="min-w-24 text-center text-xs tabular-nums">
        {pages > 0 ? t("page", { page, pages }) : t("loading")}
      </p>
      <Tool label={t("next")} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight aria-hidden="true" />
      </Tool>
      <span className="mx-1 h-5 w-px bg-line" />
      <Tool label={t("smaller")} disabled={zoom <= 0} onClick={() => onZoom(zoom - 1)}>
        <Minus aria-hidden="true" />
      </Tool>
      <span className="min-w-12 text-center text-xs tabular-nums">
        {t("zoom", { percent: (ZOOMS[zoom] ?? 1) * 100 })}
      </span>
      <Tool label={t("larger")} disabled={zoom >= ZOOMS.length - 1} onClick={() => onZoom(zoom + 1)}>
        <Plus aria-hidden="true" />
      </Tool>
      <Tool label={t("fit")} disabled={zoom === 0} onClick={() => onZoom(0)}>
        <Maximize aria-hidden="true" />
      </Tool>
    </div>
  );
}

function Tool({
  label,
  disabled,
  onClick,
  children,
}: {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={label}
      title={label}
      // Not `disabled`: the focus would be lost when the last page is reached.
      aria-disabled={disabled || undefined}
      className={disabled ? "opacity-60" : undefined}
      onClick={() => !disabled && onClick()}
    >
      {children}
    </Button>
  );
}
