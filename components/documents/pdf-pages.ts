import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { loadPart } from "@/lib/load-part";

export type PdfDocument = PDFDocumentProxy;
/** mm. */
export type PageSize = { width: number; height: number };

const MM = 25.4 / 72;

/**
 * Opens a PDF to be drawn. The caller must call `destroy` of its loading task when done. Throws `ApiFailure` when the
 * code that draws it (300 kB) does not load.
 */
export async function openPdf(blob: Blob): Promise<PdfDocument> {
  const { GlobalWorkerOptions, getDocument } = await loadPart(() => import("pdfjs-dist/legacy/build/pdf.mjs"));
  // Our own copy, which the build puts among the page's files: nothing is loaded from another host.
  GlobalWorkerOptions.workerSrc = new URL("pdfjs-dist/legacy/build/pdf.worker.min.mjs", import.meta.url).toString();
  const data = new Uint8Array(await blob.arrayBuffer());
  // The page's policy forbids evaluated functions and WebAssembly; our papers need neither.
  return getDocument({ data, isEvalSupported: false, useWasm: false, useSystemFonts: false }).promise;
}

/** The size of a page in mm. */
export async function pageSize(pdf: PdfDocument, number: number): Promise<PageSize> {
  const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 });
  return { width: width * MM, height: height * MM };
}

/** Draws a page on a canvas of its own, this many dots wide. */
export async function drawPage(pdf: PdfDocument, number: number, dots: number): Promise<HTMLCanvasElement> {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: dots / page.getViewport({ scale: 1 }).width });
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  await page.render({ canvas, viewport }).promise;
  return canvas;
}

/** The text of a page, for people who cannot see it. */
export async function textOfPage(pdf: PdfDocument, number: number): Promise<string> {
  const { items } = await (await pdf.getPage(number)).getTextContent();
  return items.map((item) => ("str" in item ? item.str : "")).join(" ");
}
