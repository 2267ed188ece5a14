/**
 * Owns the reading of workbooks (.xlsx): their first sheet that is shown, as texts, in slices. What they would take when
 * unpacked is judged before anything is.
 */
import { promisify } from "node:util";
import { SaxesParser } from "saxes";
import yauzl from "yauzl";
import { MAX_CELL } from "@/lib/contracts/import";
import { ApiError } from "@/lib/errors";
import { type Lines, MAX_FILE_COLUMNS, MAX_UNPACKED_MIB, unreadable } from "./limits";
import { dateText, formatOf, type NumberFormat, numberText } from "./workbook-numbers";

const MOST_ENTRIES = 2000;
/** What no spreadsheet writes, and what a parser would keep in memory without end. */
const MOST = { depth: 64, attributes: 200, styles: 65_536, strings: 500_000 };

/** Refuses what there is too much of. */
function requireFew(count: number, most: number): void {
  if (count > most) throw unreadable("fileUnreadable");
}

type Zip = { file: yauzl.ZipFile; entries: Map<string, yauzl.Entry> };

const open = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer);

/** The parts of the file, by name. */
async function unzip(bytes: Buffer): Promise<Zip> {
  const file = await open(bytes, { lazyEntries: true, validateEntrySizes: true });
  const entries = new Map<string, yauzl.Entry>();
  let size = 0;
  await new Promise<void>((resolve, reject) => {
    file.on("error", reject);
    file.on("end", resolve);
    file.on("entry", (entry: yauzl.Entry) => {
      size += entry.uncompressedSize;
      if (size > MAX_UNPACKED_MIB * 1_048_576) return reject(unreadable("fileUnpacked", { max: MAX_UNPACKED_MIB }));
      if (entries.size > MOST_ENTRIES || entry.isEncrypted()) return reject(unreadable("fileUnreadable"));
      entries.set(entry.fileName.replace(/^\//, ""), entry);
      file.readEntry();
    });
    file.readEntry();
  });
  return { file, entries };
}

type Tag = { name: string; attributes: Record<string, string> };
type Sink = { open?: (tag: Tag) => void; close?: (name: string) => void; text?: (text: string) => void };

const bare = (name: string) => name.slice(name.indexOf(":") + 1);

/** Reads a part as XML; false: there is none of this name. Entities of its own are refused, none is ever expanded. */
async function readPart({ file, entries }: Zip, name: string, sink: Sink): Promise<boolean> {
  const entry = entries.get(name);
  if (!entry) return false;
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", () => {
    throw unreadable("fileUnreadable");
  });
  let depth = 0;
  let attributes = 0;
  parser.on("opentagstart", () => {
    attributes = 0;
    requireFew(++depth, MOST.depth);
  });
  parser.on("attribute", () => requireFew(++attributes, MOST.attributes));
  parser.on("opentag", ({ name: full, attributes: own }) => sink.open?.({ name: bare(full), attributes: own }));
  parser.on("closetag", ({ name: full }) => {
    depth--;
    sink.close?.(bare(full));
  });
  parser.on("text", (text) => sink.text?.(text));
  parser.on("cdata", (text) => sink.text?.(text));
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const stream = await promisify(file.openReadStream.bind(file) as typeof file.openReadStream)(entry);
  for await (const chunk of stream) parser.write(decoder.decode(chunk as Uint8Array, { stream: true }));
  parser.write(decoder.decode()).close();
  return true;
}

/** `_x000D_` is how a workbook writes a character that XML cannot hold. */
const unescaped = (text: string) =>
  text.replace(/_x([\da-f]{4})_/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Collects the text of a cell or of a shared string: without how it is read aloud. */
class Text {
  private parts: string[] = [];
  private length = 0;
  private aloud = 0;
  private isIn = false;

  open(name: string): void {
    if (name === "rPh") this.aloud++;
    if (name === "t" || name === "v") this.isIn = true;
  }

  close(name: string): void {
    if (name === "rPh") this.aloud--;
    if (name === "t" || name === "v") this.isIn = false;
  }

  add(text: string): void {
    // What is longer is refused, so that the rest need not be kept.
    if (!this.isIn || this.aloud > 0 || this.length > MAX_CELL) return;
    this.length += text.length;
    this.parts.push(text);
  }

  take(): string {
    const text = this.parts.join("");
    this.parts = [];
    this.length = 0;
    return text;
  }
}

async function sharedStrings(zip: Zip, part: string): Promise<string[]> {
  const strings: string[] = [];
  const text = new Text();
  await readPart(zip, part, {
    open: ({ name }) => text.open(name),
    text: (each) => text.add(each),
    close(name) {
      text.close(name);
      if (name !== "si") return;
      strings.push(unescaped(text.take()));
      requireFew(strings.length, MOST.strings);
    },
  });
  return strings;
}

/** How cells of each style show their numbers. */
async function numberFormats(zip: Zip, part: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const known = new Map<number, NumberFormat>();
  const styles: NumberFormat[] = [];
  let isInCells = false;
  await readPart(zip, part, {
    open({ name, attributes }) {
      if (name === "numFmt") codes.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
      if (name === "cellXfs") isInCells = true;
      if (name === "xf" && isInCells) {
        const id = Number(attributes.numFmtId ?? 0);
        const format = known.get(id) ?? formatOf(id, codes.get(id));
        known.set(id, format);
        styles.push(format);
        requireFew(styles.length, MOST.styles);
      }
    },
    close(name) {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return styles;
}

type Book = { sheet: string; strings: string; styles: string; is1904: boolean };

/** The part with the first sheet that is shown, those that it refers to, and from which day its dates are counted. */
async function readBook(zip: Zip): Promise<Book> {
  const sheets: { id: string; isShown: boolean }[] = [];
  let is1904 = false;
  const isBook = await readPart(zip, "xl/workbook.xml", {
    open({ name, attributes }) {
      if (name === "workbookPr") is1904 = ["1", "true"].includes(attributes.date1904 ?? "");
      if (name !== "sheet") return;
      const id = Object.entries(attributes).find(([key]) => bare(key) === "id")?.[1] ?? "";
      sheets.push({ id, isShown: !attributes.state || attributes.state === "visible" });
    },
  });
  if (!isBook) throw unreadable("fileUnreadable");
  const { id } = sheets.find(({ isShown }) => isShown) ?? { id: "" };
  const parts = { sheet: "", strings: "xl/sharedStrings.xml", styles: "xl/styles.xml" };
  await readPart(zip, "xl/_rels/workbook.xml.rels", {
    open({ name, attributes: { Id, Type = "", Target = "" } }) {
      if (name !== "Relationship") return;
      const part = Target.startsWith("/") ? Target.slice(1) : `xl/${Target.replace(/^\.\//, "")}`;
      if (Id === id) parts.sheet = part;
      if (Type.endsWith("/sharedStrings")) parts.strings = part;
      if (Type.endsWith("/styles")) parts.styles = part;
    },
  });
  if (!zip.entries.has(parts.sheet)) throw unreadable("fileUnreadable");
  return { ...parts, is1904 };
}

/** The place of a column, from 0: `C7` is 2. */
function columnAt(cell: string): number {
  let at = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(cell)?.[0] ?? "") at = at * 26 + letter.charCodeAt(0) - 64;
  return at - 1;
}

type Cell = { at: number; type: string; style: number };

/** Reads the lines of a workbook. @throws ApiError 400 at `file` */
async function readLines(bytes: Uint8Array, lines: Lines): Promise<void> {
  const zip = await unzip(Buffer.from(bytes));
  const { sheet, is1904, ...parts } = await readBook(zip);
  const [formats, strings] = [await numberFormats(zip, parts.styles), await sharedStrings(zip, parts.strings)];
  const text = new Text();
  let row: string[] = [];
  let line = 0;
  let cell: Cell | null = null;
  let next = 0;

  const readValue = ({ type, style }: Cell, raw: string): string => {
    if (raw === "") return "";
    if (type === "s") {
      const shared = strings[Number(raw)];
      if (shared === undefined) throw unreadable("fileUnreadable");
      return shared;
    }
    if (type === "b") return raw === "1" ? "TRUE" : "FALSE";
    if (type === "str" || type === "inlineStr") return unescaped(raw);
    if (type === "e" || type === "d") return raw;
    const format = formats[style] ?? { kind: "number" };
    return format.kind === "date" ? dateText(raw, is1904) : numberText(raw, format);
  };

  await readPart(zip, sheet, {
    open({ name, attributes }) {
      if (name === "row") {
        line = Number(attributes.r ?? line + 1);
        row = [];
        next = 0;
      } else if (name === "c") {
        // Without a name a cell is behind the one before, blank or not.
        const at = attributes.r ? columnAt(attributes.r) : next;
        next = at + 1;
        cell = { at, type: attributes.t ?? "n", style: Number(attributes.s ?? 0) };
      } else text.open(name);
    },
    text: (each) => text.add(each),
    close(name) {
      text.close(name);
      if (name === "c" && cell) {
        const value = readValue(cell, text.take());
        if (value !== "" && (cell.at < 0 || cell.at >= MAX_FILE_COLUMNS))
          throw unreadable("fileColumns", { line, max: MAX_FILE_COLUMNS });
        if (value !== "") {
          while (row.length < cell.at) row.push("");
          row[cell.at] = value;
        }
        cell = null;
      } else if (name === "row") lines.take(row, line);
    },
  });
}

/** Reads the first sheet of a workbook that is shown. @throws ApiError 400 at `file` */
export async function readWorkbook(bytes: Uint8Array, lines: Lines): Promise<void> {
  await readLines(bytes, lines).catch((error: unknown) => {
    // Of the libraries: it is no workbook, or a broken one.
    throw error instanceof ApiError ? error : unreadable("fileUnreadable");
  });
}
