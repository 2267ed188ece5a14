import PDFDocument from "pdfkit";
import { DocumentFonts, type Run, type Weight } from "./fonts";

/** Converts mm to points. */
function mm(length: number): number {
  return (length * 72) / 25.4;
}

/** A weight and a size in points. */
export type Style = { weight: Weight; size: number };
/** Thermal printers have black and white; red is the edge of a battery mark. */
export type Ink = "black" | "white" | "red";
export type Rectangle = { x: number; y: number; width: number; height: number };

const INK: Record<Ink, string> = { black: "0 g", white: "1 g", red: "0.85 0.05 0.1 rg" };

/** The height of a line in ems, and the position of the baseline in it. */
export const LINE_HEIGHT = 1.22;
const BASELINE = 0.94;

type Position = { xAdvance: number; xOffset: number; yOffset: number; advanceWidth: number };
/** What pdfkit stores about the current font; its types leave it out. */
type EmbeddedFont = {
  id: string;
  ref(): unknown;
  encode(text: string, features?: readonly string[]): [codes: string[], positions: Position[]];
  widthOfString(text: string, size: number, features?: readonly string[]): number;
};
type Internals = {
  _font: EmbeddedFont;
  page: { fonts: Record<string, unknown>; xobjects: Record<string, unknown> };
  addContent(operators: string): void;
  ref(data: Record<string, unknown>): { end(content: string): void };
};

/** A drawing that is used at several places; the PDF contains it once. */
export type Stamp = { readonly operators: string; readonly fonts: ReadonlyMap<string, unknown>; uses: number };

/** A number as PDF writes it, to a hundredth of a point: 4 µm. */
function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Operators that show the glyphs of a run, positioned as the font says. */
function showing(codes: readonly string[], positions: readonly Position[], size: number): string {
  const operators: string[] = [];
  let array = "";
  let hex = "";
  let rise = 0;
  const flushHex = () => {
    if (hex) array += `<${hex}>`;
    hex = "";
  };
  const flush = () => {
    flushHex();
    if (array) operators.push(`[${array}] TJ`);
    array = "";
  };
  const move = (left: number) => {
    if (Math.abs(left) < 0.5) return;
    flushHex();
    array += ` ${Math.round(left)} `;
  };
  codes.forEach((code, index) => {
    const { xAdvance, xOffset, yOffset, advanceWidth } = positions[index] as Position;
    if (yOffset !== rise) {
      flush();
      operators.push(`${number((yOffset * size) / 1000)} Ts`);
      rise = yOffset;
    }
    move(-xOffset);
    hex += code;
    move(advanceWidth - xAdvance + xOffset);
  });
  flush();
  if (rise !== 0) operators.push("0 Ts");
  return operators.join(" ");
}

/**
 * Draws on a page in mm, relative to a movable origin. It writes the operators itself, because pdfkit's are three times
 * as long, and pdfkit lays out right-to-left text word by word from the left.
 */
export class Pen {
  private readonly fonts: DocumentFonts;
  private readonly widths = new Map<string, number>();
  private readonly pdf: Internals;
  private readonly stamps = new Map<string, Stamp>();
  private readonly forms = new Map<Stamp, { name: string; ref: unknown }>();
  /** What is being recorded; null when operators go to the page. */
  private recording: { operators: string[]; fonts: Map<string, unknown> } | null = null;
  private originX = 0;
  private originY = 0;

  constructor(private readonly doc: PDFKit.PDFDocument) {
    this.fonts = new DocumentFonts(doc);
    this.pdf = doc as unknown as Internals;
  }

  /** Continues the document after others were drawn. */
  resume(): void {
    this.fonts.resume();
  }

  /** Starts a page and sets the origin. */
  page(width: number, height: number, x = 0, y = 0): void {
    this.doc.addPage({ size: [mm(width), mm(height)], margin: 0 });
    this.origin(x, y);
  }

  /** Sets the origin on the page. */
  origin(x: number, y: number): void {
    this.originX = x;
    this.originY = y;
  }

  private write(operators: string): void {
    if (this.recording) this.recording.operators.push(operators);
    else this.pdf.addContent(operators);
  }

  private use(font: EmbeddedFont): void {
    const fonts = this.recording?.fonts;
    if (fonts) fonts.set(font.id, font.ref());
    else this.pdf.page.fonts[font.id] ??= font.ref();
  }

  /** Records a drawing with its own origin; identical drawings become one stamp. */
  record(draw: () => void): Stamp {
    const recording = { operators: [] as string[], fonts: new Map<string, unknown>() };
    const [x, y] = [this.originX, this.originY];
    this.recording = recording;
    this.origin(0, 0);
    draw();
    this.recording = null;
    this.origin(x, y);
    const operators = recording.operators.join("\n");
    const stamp = this.stamps.get(operators) ?? { operators, fonts: recording.fonts, uses: 0 };
    stamp.uses++;
    this.stamps.set(operators, stamp);
    return stamp;
  }

  private formOf(stamp: Stamp): { name: string; ref: unknown } {
    let form = this.forms.get(stamp);
    if (!form) {
      const size = mm(1000);
      const ref = this.pdf.ref({
        Type: "XObject",
        Subtype: "Form",
        BBox: [-size, -size, size, size],
        Resources: { Font: Object.fromEntries(stamp.fonts) },
      });
      ref.end(stamp.operators);
      form = { name: `X${this.forms.size + 1}`, ref };
      this.forms.set(stamp, form);
    }
    return form;
  }

  /** Draws a stamp. Record all stamps first, so that it is known which are used more than once. */
  stamp(stamp: Stamp, x: number, y: number): void {
    const place = `q 1 0 0 1 ${number(mm(this.originX + x))} ${number(mm(this.originY + y))} cm`;
    if (stamp.uses > 1) {
      const { name, ref } = this.formOf(stamp);
      this.pdf.page.xobjects[name] ??= ref;
      this.write(`${place} /${name} Do Q`);
      return;
    }
    for (const [id, ref] of stamp.fonts) this.pdf.page.fonts[id] ??= ref;
    this.write(`${place}\n${stamp.operators}\nQ`);
  }

  private fontOf({ font }: Run): EmbeddedFont {
    this.doc.font(font);
    return this.pdf._font;
  }

  private featuresOf({ isShaped }: Run): readonly string[] | undefined {
    // Naming features, even none, makes pdfkit shape the run as a whole.
    return isShaped ? [] : undefined;
  }

  private widthOf(run: Run): number {
    return this.fontOf(run).widthOfString(run.text, 1000, this.featuresOf(run));
  }

  /** The width of a text in mm. Width is proportional to size, so each text is laid out once for all sizes. */
  width(text: string, { weight, size }: Style): number {
    const key = `${weight} ${text}`;
    let width = this.widths.get(key);
    if (width === undefined) {
      width = this.fonts.runs(text, weight).reduce((sum, run) => sum + this.widthOf(run), 0);
      this.widths.set(key, width);
    }
    return ((width / 1000) * size * 25.4) / 72;
  }

  /** Draws one line of text; `y` is the top of the line. */
  text(text: string, x: number, y: number, style: Style, ink: Ink = "black"): void {
    const baseline = number(mm(this.originY + y) + style.size * BASELINE);
    let left = mm(this.originX + x);
    const shown = this.fonts.runs(text, style.weight).map((run) => {
      const font = this.fontOf(run);
      this.use(font);
      const [codes, positions] = font.encode(run.text, this.featuresOf(run));
      const place = `/${font.id} ${number(style.size)} Tf 1 0 0 -1 ${number(left)} ${baseline} Tm`;
      left += (this.widthOf(run) / 1000) * style.size;
      return `${place} ${showing(codes, positions, style.size)}`;
    });
    this.write(`${INK[ink]} BT ${shown.join(" ")} ET`);
  }

  fill(x: number, y: number, width: number, height: number, ink: Ink = "black"): void {
    const [left, top] = [mm(this.originX + x), mm(this.originY + y)];
    this.write(`${INK[ink]} ${number(left)} ${number(top)} ${number(mm(width))} ${number(mm(height))} re f`);
  }

  /**
   * Fills rectangles given in units of `unitX` × `unitY` mm from a position, without rounding: the modules of a symbol.
   */
  fillUnits(rectangles: readonly Rectangle[], at: { x: number; y: number }, unitX: number, unitY: number): void {
    const place = [mm(this.originX + at.x), mm(this.originY + at.y)].map((length) => length.toFixed(5));
    const units = `${mm(unitX).toFixed(6)} 0 0 ${mm(unitY).toFixed(6)}`;
    const path = rectangles.map(({ x, y, width, height }) => `${x} ${y} ${width} ${height} re`).join(" ");
    this.write(`q ${INK.black} ${units} ${place.join(" ")} cm ${path} f Q`);
  }

  /** Fills the dark modules of a symbol, row by row from the top left, each `unit` mm wide and high. */
  fillModules(modules: readonly boolean[], count: number, at: { x: number; y: number }, unit: number): void {
    const [x, y] = [mm(this.originX + at.x), mm(this.originY + at.y)];
    const side = mm(count * unit);
    let hex = "";
    for (let row = 0; row < count; row++)
      for (let column = 0; column < count; column += 8) {
        let byte = 0;
        // A mask paints where its bits are 0.
        for (let bit = 0; bit < 8; bit++)
          if (column + bit >= count || !modules[row * count + column + bit]) byte |= 0x80 >> bit;
        hex += byte.toString(16).padStart(2, "0");
      }
    const place = `${side.toFixed(5)} 0 0 ${(-side).toFixed(5)} ${x.toFixed(5)} ${(y + side).toFixed(5)} cm`;
    this.write(`q ${INK.black} ${place} BI /W ${count} /H ${count} /IM true /BPC 1 /F /AHx ID ${hex}> EI Q`);
  }

  private pathOf(points: readonly (readonly [x: number, y: number])[]): string {
    return points
      .map(([x, y], index) => {
        const place = `${number(mm(this.originX + x))} ${number(mm(this.originY + y))}`;
        return `${place} ${index === 0 ? "m" : "l"}`;
      })
      .join(" ");
  }

  /** Fills polygons as one shape; their corners are in mm. */
  fillPolygons(polygons: readonly (readonly (readonly [x: number, y: number])[])[], ink: Ink = "black"): void {
    const path = polygons.map((corners) => this.pathOf(corners));
    this.write(`${INK[ink]} ${path.join(" h ")} h f`);
  }

  /** Draws a line through points in mm, with round ends; one point is a dot. */
  stroke(points: readonly (readonly [x: number, y: number])[], line: number): void {
    const path = this.pathOf(points.length === 1 ? [...points, ...points] : points);
    this.write(`q 0 G 1 J 1 j ${number(mm(line))} w ${path} S Q`);
  }

  /** Clips what is drawn to the border of a rectangle, `edge` mm wide. */
  withinEdge({ x, y, width, height }: Rectangle, edge: number, draw: () => void): void {
    const path = [0, edge].map((inset) => {
      const place = `${number(mm(this.originX + x + inset))} ${number(mm(this.originY + y + inset))}`;
      return `${place} ${number(mm(width - 2 * inset))} ${number(mm(height - 2 * inset))} re`;
    });
    this.write(`q ${path.join(" ")} W* n`);
    draw();
    this.write("Q");
  }

  /** The outline of a rectangle, drawn inside it. */
  frame(x: number, y: number, width: number, height: number, line: number): void {
    const [left, top] = [mm(this.originX + x + line / 2), mm(this.originY + y + line / 2)];
    const size = `${number(mm(width - line))} ${number(mm(height - line))}`;
    this.write(`0 G ${number(mm(line))} w ${number(left)} ${number(top)} ${size} re S`);
  }
}

/** A drawing in a document; it starts its own pages. */
export type Drawing = (pen: Pen) => void;

type Catalog = { _root: { data: { ViewerPreferences: { data: Record<string, unknown> } } } };

type PdfInfo = { title: string; date: Date };

function begin(info: PdfInfo): { pen: Pen; end: () => Promise<Uint8Array> } {
  const doc = new PDFDocument({
    autoFirstPage: false,
    // No default font: a document embeds the fonts that it uses.
    font: "",
    pdfVersion: "1.7",
    lang: "en-HK",
    displayTitle: true,
    info: { Title: info.title, CreationDate: info.date, Creator: "Sampan", Producer: "Sampan" },
  });
  // If the print dialogue scales a page, the bars of barcodes are no longer on whole dots.
  (doc as unknown as Catalog)._root.data.ViewerPreferences.data.PrintScaling = "None";
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const end = () =>
    new Promise<Uint8Array>((resolve, reject) => {
      doc.on("end", () => resolve(Buffer.concat(chunks)));
      doc.on("error", reject);
      doc.end();
    });
  return { pen: new Pen(doc), end };
}

/**
 * Makes a PDF whose bytes depend only on what is drawn: its date is the given one, and its id is derived from title and
 * date. A drawing must be synchronous, because documents share fonts.
 */
export async function makePdf(info: PdfInfo, drawings: readonly Drawing[]): Promise<Uint8Array> {
  const { pen, end } = begin(info);
  for (const draw of drawings) draw(pen);
  return end();
}

/** The same, one drawing at a time as they arrive; other work of the process gets a turn between them. */
export async function makePdfInSteps(info: PdfInfo, drawings: AsyncIterable<Drawing>): Promise<Uint8Array> {
  const { pen, end } = begin(info);
  for await (const draw of drawings) {
    pen.resume();
    draw(pen);
  }
  return end();
}

/** The number of pages of a PDF of ours: pdfkit writes the page tree uncompressed. */
export function pageCount(bytes: Uint8Array): number {
  const count = /\/Type \/Pages\n\/Count (\d+)/.exec(Buffer.from(bytes).toString("latin1"))?.[1];
  if (count === undefined) throw new Error("a PDF without a count of its pages");
  return Number(count);
}
