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
  parser.on("opentag", ({ name: full, attributes }) => sink.open?.({ name: bare(full), attributes }));
  parser.on("closetag", ({ name: full }) => sink.close?.(bare(full)));
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

async function sharedStrings(zip: Zip): Promise<string[]> {
  const strings: string[] = [];
  const text = new Text();
  await readPart(zip, "xl/sharedStrings.xml", {
    open: ({ name }) => text.open(name),
    text: (each) => text.add(each),
    close(name) {
      text.close(name);
      if (name === "si") strings.push(unescaped(text.take()));
    },
  });
  return strings;
}

/** How cells of each style show their numbers. */
async function numberFormats(zip: Zip): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const styles: NumberFormat[] = [];
  let isInCells = false;
  await readPart(zip, "xl/styles.xml", {
    open({ name, attributes }) {
      if (name === "numFmt") codes.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
      if (name === "cellXfs") isInCells = true;
      if (name === "xf" && isInCells) {
        const id = Number(attributes.numFmtId ?? 0);
        styles.push(formatOf(id, codes.get(id)));
      }
    },
    close(name) {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return styles;
}

/** The part with the first sheet that is shown, and from which day its dates are counted. */
async function firstSheet(zip: Zip): Promise<{ part: string; is1904: boolean }> {
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
  let target = "";
  await readPart(zip, "xl/_rels/workbook.xml.rels", {
    open({ name, attributes }) {
      if (name === "Relationship" && attributes.Id === id) target = attributes.Target ?? "";
    },
  });
  const part = target.startsWith("/") ? target.slice(1) : `xl/${target.replace(/^\.\//, "")}`;
  if (!zip.entries.has(part)) throw unreadable("fileUnreadable");
  return { part, is1904 };
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
  const { part, is1904 } = await firstSheet(zip);
  const [formats, strings] = [await numberFormats(zip), await sharedStrings(zip)];
  const text = new Text();
  let row: string[] = [];
  let line = 0;
  let cell: Cell | null = null;

  const readValue = ({ type, style }: Cell, raw: string): string => {
    if (type === "s") return strings[Number(raw)] ?? "";
    if (type === "b") return raw === "1" ? "TRUE" : "FALSE";
    if (type === "str" || type === "inlineStr") return unescaped(raw);
    if (type === "e" || type === "d" || raw === "") return raw;
    const format = formats[style] ?? { kind: "number" };
    return format.kind === "date" ? dateText(raw, is1904) : numberText(raw, format);
  };

  await readPart(zip, part, {
    open({ name, attributes }) {
      if (name === "row") {
        line = Number(attributes.r ?? line + 1);
        row = [];
      } else if (name === "c") {
        const at = attributes.r ? columnAt(attributes.r) : row.length;
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
