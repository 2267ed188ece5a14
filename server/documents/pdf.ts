import PDFDocument from "pdfkit";
import { DocumentFonts, type Weight } from "./fonts";

/** Points of a length in mm. */
export function mm(length: number): number {
  return (length * 72) / 25.4;
}

/** A weight and a size in points. */
export type Style = { weight: Weight; size: number };
export type Ink = "black" | "white";

/** The height of a line in ems, and where in it the baseline is. */
export const LINE_HEIGHT = 1.22;
const BASELINE = 0.94;

/** Draws on a page in mm from an origin of its own: black and white only, as a thermal printer does. */
export class Pen {
  private readonly fonts: DocumentFonts;
  private readonly widths = new Map<string, number>();
  private originX = 0;
  private originY = 0;

  constructor(private readonly doc: PDFKit.PDFDocument) {
    this.fonts = new DocumentFonts(doc);
  }

  /** Begins a page and puts the origin at a place on it. */
  page(width: number, height: number, x = 0, y = 0): void {
    this.doc.addPage({ size: [mm(width), mm(height)], margin: 0 });
    this.originX = x;
    this.originY = y;
  }

  /** The width of a text in mm. Widths grow with the size, so each text is laid out once, whatever its sizes. */
  width(text: string, { weight, size }: Style): number {
    const key = `${weight} ${text}`;
    let width = this.widths.get(key);
    if (width === undefined) {
      width = 0;
      for (const run of this.fonts.runs(text, weight))
        width += this.doc.font(run.font).fontSize(1000).widthOfString(run.text);
      this.widths.set(key, width);
    }
    return ((width / 1000) * size * 25.4) / 72;
  }

  /** Draws one line of text; `y` is the top of the line. */
  text(text: string, x: number, y: number, style: Style, ink: Ink = "black"): void {
    const baseline = mm(this.originY + y) + style.size * BASELINE;
    let left = mm(this.originX + x);
    for (const run of this.fonts.runs(text, style.weight)) {
      this.doc.font(run.font).fontSize(style.size).fillColor(ink);
      this.doc.text(run.text, left, baseline, { lineBreak: false, baseline: "alphabetic" });
      left += this.doc.widthOfString(run.text);
    }
  }

  fill(x: number, y: number, width: number, height: number, ink: Ink = "black"): void {
    this.fillAll([{ x, y, width, height }], ink);
  }

  /** Fills rectangles as one path. */
  fillAll(rectangles: readonly { x: number; y: number; width: number; height: number }[], ink: Ink = "black"): void {
    for (const { x, y, width, height } of rectangles)
      this.doc.rect(mm(this.originX + x), mm(this.originY + y), mm(width), mm(height));
    this.doc.fill(ink);
  }

  /** The outline of a rectangle, drawn inside it. */
  frame(x: number, y: number, width: number, height: number, line: number): void {
    this.doc
      .lineWidth(mm(line))
      .rect(mm(this.originX + x + line / 2), mm(this.originY + y + line / 2), mm(width - line), mm(height - line))
      .stroke("black");
  }
}

type Catalog = { _root: { data: { ViewerPreferences: { data: Record<string, unknown> } } } };

/**
 * Makes a PDF whose bytes depend on nothing but what is drawn: its date is the given one, and its id comes of title and
 * date. `draw` must not wait: fonts are shared between documents.
 */
export function makePdf(info: { title: string; date: Date }, draw: (pen: Pen) => void): Promise<Uint8Array> {
  const doc = new PDFDocument({
    autoFirstPage: false,
    // None: a label embeds what it prints with.
    font: "",
    pdfVersion: "1.7",
    lang: "en-HK",
    displayTitle: true,
    info: { Title: info.title, CreationDate: info.date, Creator: "Sampan", Producer: "Sampan" },
  });
  // A page that the print dialogue scales has barcodes that no longer stand on whole dots.
  (doc as unknown as Catalog)._root.data.ViewerPreferences.data.PrintScaling = "None";
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
    draw(new Pen(doc));
    doc.end();
  });
}
