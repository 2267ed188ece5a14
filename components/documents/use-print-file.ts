import { useEffect, useRef, useState } from "react";
import type { PdfFile } from "./pdf-file";
import { openPdf, type PdfDocument } from "./pdf-pages";
import { printPdf } from "./print-pdf";

/**
 * Prints whole PDFs from this page. `printing` is the page that is being drawn, null when nothing is printed. Both ways
 * to print open the browser's dialog, and resolve to false if the page was left before that.
 */
export function usePrintFile() {
  const [printing, setPrinting] = useState<{ page: number; pages: number } | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);

  async function printOpened(pdf: PdfDocument): Promise<boolean> {
    const { signal } = leaving.current;
    const drawing = (page: number) => setPrinting({ page, pages: pdf.numPages });
    drawing(0);
    try {
      await printPdf(pdf, drawing, signal);
      return !signal.aborted;
    } finally {
      setPrinting(null);
    }
  }

  async function printFile({ blob }: PdfFile): Promise<boolean> {
    const pdf = await openPdf(blob);
    try {
      return await printOpened(pdf);
    } finally {
      void pdf.loadingTask.destroy();
    }
  }

  return { printing, printOpened, printFile };
}
