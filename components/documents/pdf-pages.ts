import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

// Our own copy, put among the page's files by the build: nothing comes from another host.
GlobalWorkerOptions.workerSrc = new URL("pdfjs-dist/legacy/build/pdf.worker.min.mjs", import.meta.url).toString();

export type PdfDocument = PDFDocumentProxy;
/** mm. */
export type PageSize = { width: number; height: number };

const MM = 25.4 / 72;

/** Opens a PDF to be drawn. Whoever is done with it calls `destroy` of its loading task. */
export async function openPdf(blob: Blob): Promise<PdfDocument> {
  const data = new Uint8Array(await blob.arrayBuffer());
  // Evaluated functions and WebAssembly are what the page's policy keeps out; our papers need neither.
  return getDocument({ data, isEvalSupported: false, useWasm: false, useSystemFonts: false }).promise;
}

/** The size of a page in mm. */
export async function pageSize(pdf: PdfDocument, number: number): Promise<PageSize> {
  const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 });
  return { width: width * MM, height: height * MM };
}

/** Draws a page so many dots wide on a canvas of its own. */
export async function drawPage(pdf: PdfDocument, number: number, dots: number): Promise<HTMLCanvasElement> {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: dots / page.getViewport({ scale: 1 }).width });
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  await page.render({ canvas, viewport }).promise;
  return canvas;
}

/** The text of a page, for those who cannot see it. */
export async function textOfPage(pdf: PdfDocument, number: number): Promise<string> {
  const { items } = await (await pdf.getPage(number)).getTextContent();
  return items.map((item) => ("str" in item ? item.str : "")).join(" ");
}
