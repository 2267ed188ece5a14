import { drawPage, type PageSize, type PdfDocument, pageSize } from "./pdf-pages";

/** Dots per inch: labels as fine as label printers need, larger papers as fine as office printers do. */
function resolutionFor({ width }: PageSize): number {
  return width > 150 ? 300 : 600;
}

const sheet = ({ width, height }: PageSize) => `${width.toFixed(1)}x${height.toFixed(1)}`;

// Each page has its own size, because a label is not A4. Named pages give each picture the size of its page.
function rulesOf(sizes: readonly PageSize[]): string {
  const named = sizes.map(
    ({ width, height }, index) => `@page sheet-${index} { size: ${width}mm ${height}mm; margin: 0 }`,
  );
  return `${named.join("\n")}
    @media screen { [data-print] { display: none } }
    @media print {
      html, body { margin: 0 !important; height: auto !important; overflow: visible !important; background: white }
      body > :not([data-print]) { display: none !important }
      [data-print] img { display: block; break-after: page; break-inside: avoid }
      [data-print] img:last-child { break-after: auto }
    }`;
}

async function pictureOf(pdf: PdfDocument, number: number, size: PageSize, name: string): Promise<HTMLImageElement> {
  const canvas = await drawPage(pdf, number, (size.width / 25.4) * resolutionFor(size));
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  // A canvas keeps its memory until the next one needs it.
  canvas.width = 0;
  if (!blob) throw new Error("the page could not be drawn");
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  image.alt = "";
  image.style.cssText = `page: ${name}; width: ${size.width}mm; height: ${size.height - 0.1}mm`;
  await image.decode();
  return image;
}

/**
 * Prints all or some pages of a PDF from this page, each on paper of its own size. The page's policy forbids a frame
 * with the browser's own viewer, and some browsers do not let a page print from it.
 */
export async function printPdf(
  pdf: PdfDocument,
  onPage: (page: number) => void,
  signal: AbortSignal,
  pages: readonly number[] = Array.from({ length: pdf.numPages }, (_, index) => index + 1),
): Promise<void> {
  const sizes: PageSize[] = [];
  const root = document.createElement("div");
  root.dataset.print = "";
  const release = () => {
    for (const image of root.querySelectorAll("img")) URL.revokeObjectURL(image.src);
    root.remove();
    style.remove();
  };
  const style = document.createElement("style");
  try {
    for (const number of pages) {
      const size = await pageSize(pdf, number);
      let index = sizes.findIndex((known) => sheet(known) === sheet(size));
      if (index < 0) index = sizes.push(size) - 1;
      root.append(await pictureOf(pdf, number, size, `sheet-${index}`));
      onPage(number);
      if (signal.aborted) return release();
    }
  } catch (error) {
    release();
    throw error;
  }
  style.textContent = rulesOf(sizes);
  document.head.append(style);
  document.body.append(root);
  window.addEventListener("afterprint", release, { once: true });
  window.print();
}
