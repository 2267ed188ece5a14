/** Prints PDFs as a printer would and reads them as a person and a scanner would, with poppler and zbar. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROGRAMS = ["pdftoppm", "pdftotext", "qpdf", "zbarimg"];

/** The programs that are not installed on this machine. */
export function missingPrograms(others: readonly string[] = []): string[] {
  return [...PROGRAMS, ...others].filter((program) => spawnSync(program, ["--version"]).error !== undefined);
}

/** A printed page: one byte per dot, 0 is black. */
export type Print = { width: number; height: number; dots: Uint8Array; dpi: number };

function inFolder<T>(pdf: Uint8Array, work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "sampan-print-"));
  try {
    writeFileSync(join(folder, "in.pdf"), pdf);
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function pagesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith("page"))
    .sort()
    .map((name) => join(folder, name));
}

function printOf(file: string, dpi: number): Print {
  const bytes = readFileSync(file);
  const [head = "", width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString("latin1", 0, 40)) ?? [];
  return { width: Number(width), height: Number(height), dots: bytes.subarray(head.length), dpi };
}

/** Each page in shades of grey; without smoothing each dot has the colour of its centre. */
export function print(pdf: Uint8Array, dpi: number, isSmooth = true): Print[] {
  return inFolder(pdf, (folder) => {
    const smoothing = isSmooth ? [] : ["-aa", "no", "-aaVector", "no"];
    execFileSync("pdftoppm", ["-r", String(dpi), "-gray", ...smoothing, join(folder, "in.pdf"), join(folder, "page")]);
    return pagesIn(folder).map((file) => printOf(file, dpi));
  });
}

/** Each dot as the mean of itself and its eight neighbours: ink that ran, or a camera slightly out of focus. */
function blurred({ width, height, dots, dpi }: Print): Print {
  const mean = (from: Uint8Array, step: number) => {
    const to = new Uint8Array(from.length).fill(255);
    for (let at = step; at < from.length - step; at++)
      to[at] = ((from[at - step] ?? 255) + (from[at] ?? 255) + (from[at + step] ?? 255)) / 3;
    return to;
  };
  return { width, height, dots: mean(mean(dots, 1), width), dpi };
}

/** How much white a scanner sees around the ink, in mm: more than the quiet zone of any code. */
const BORDER_MM = 8;

/** A page cropped to its ink with a border: the rest holds nothing to read and takes long to search. */
function cropped(page: Print): Print {
  const { width, height, dots, dpi } = page;
  const ink = inkBox(page);
  const dot = (mm: number, most: number) => Math.min(most, Math.max(0, Math.round((mm * dpi) / 25.4)));
  const [left, right] = [dot(ink.left - BORDER_MM, width), dot(ink.right + BORDER_MM, width)];
  const [top, bottom] = [dot(ink.top - BORDER_MM, height), dot(ink.bottom + BORDER_MM, height)];
  if (left >= right || top >= bottom) return page;
  const kept = new Uint8Array((right - left) * (bottom - top));
  for (let y = top; y < bottom; y++)
    kept.set(dots.subarray(y * width + left, y * width + right), (y - top) * (right - left));
  return { width: right - left, height: bottom - top, dots: kept, dpi };
}

/** What a scanner reads of a page, `type:data`, barcodes before QR codes. */
export function codesOn(page: Print): string[] {
  const { width, height, dots } = cropped(page);
  const image = Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), dots]);
  const codes = ["-Sdisable", "-Scode128.enable", "-Sqrcode.enable"];
  const { stdout } = spawnSync("zbarimg", ["--quiet", ...codes, "pgm:-"], { input: image, encoding: "utf8" });
  return stdout.split("\n").filter(Boolean).sort();
}

/** What a scanner reads on each page without grey, as a thermal printer has it. */
export function scanMono(pdf: Uint8Array, dpi: number): string[][] {
  return print(pdf, dpi, false).map(codesOn);
}

/** What a scanner reads on each page as it should be, without grey as a thermal printer prints it, and blurred. */
export function scan(pdf: Uint8Array, dpi: number): Record<"smooth" | "mono" | "blurred", string[][]> {
  const smooth = print(pdf, dpi);
  return {
    smooth: smooth.map(codesOn),
    mono: scanMono(pdf, dpi),
    blurred: smooth.map((page) => codesOn(blurred(page))),
  };
}

/** Fails unless qpdf finds nothing wrong with a PDF. */
export function checkPdf(pdf: Uint8Array): void {
  inFolder(pdf, (folder) => execFileSync("qpdf", ["--check", join(folder, "in.pdf")]));
}

/** The text of a PDF in reading order. */
export function textOf(pdf: Uint8Array): string {
  return inFolder(pdf, (folder) =>
    execFileSync("pdftotext", ["-layout", join(folder, "in.pdf"), "-"], { encoding: "utf8" }),
  );
}

/** A word and its box in mm. */
export type Word = { text: string; left: number; top: number; right: number; bottom: number };

/** The words of each page with their places. */
export function wordsOf(pdf: Uint8Array): Word[][] {
  const html = inFolder(pdf, (folder) =>
    execFileSync("pdftotext", ["-bbox", join(folder, "in.pdf"), "-"], { encoding: "utf8" }),
  );
  const WORD = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g;
  return html
    .split("<page ")
    .slice(1)
    .map((page) =>
      [...page.matchAll(WORD)].map(([, left, top, right, bottom, text = ""]) => {
        const [l = 0, t = 0, r = 0, b = 0] = [left, top, right, bottom].map((value) => (Number(value) * 25.4) / 72);
        return { text, left: l, top: t, right: r, bottom: b };
      }),
    );
}

/** The words of an A4 list that are outside its margins or in its foot. */
export function wordsOutside(pages: Word[][]): Word[] {
  return pages.flat().filter(({ left, right, bottom }) => left < 13.9 || right > 196.1 || bottom >= 288);
}

/** How many dots of a box (mm) are black. */
export function inkIn({ width, dots, dpi }: Print, box: Omit<Word, "text">): number {
  const dot = (mm: number) => Math.round((mm * dpi) / 25.4);
  let ink = 0;
  for (let y = dot(box.top); y < dot(box.bottom); y++)
    for (let x = dot(box.left); x < dot(box.right); x++) if ((dots[y * width + x] ?? 255) < 128) ink++;
  return ink;
}

/** The box of everything black on a page, in mm. */
export function inkBox({ width, height, dots, dpi }: Print): Omit<Word, "text"> {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if ((dots[y * width + x] ?? 255) >= 128) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  const mm = (dot: number) => (dot * 25.4) / dpi;
  return { left: mm(left), top: mm(top), right: mm(right), bottom: mm(bottom) };
}

/** The widths of a row's black and white stretches in dots, white first. */
export function stretches({ width, dots, dpi }: Print, atMm: number): number[] {
  const row = Math.round((atMm * dpi) / 25.4) * width;
  const found: number[] = [];
  let isBlack = false;
  let length = 0;
  for (let x = 0; x < width; x++) {
    const black = (dots[row + x] ?? 255) < 128;
    if (black !== isBlack) {
      found.push(length);
      length = 0;
      isBlack = black;
    }
    length++;
  }
  return [...found, length];
}
