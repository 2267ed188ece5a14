/** Writes workbooks part by part, with what spreadsheets and attackers put into them. */
import { strToU8, zipSync } from "fflate";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

type Parts = {
  /** Rows as XML. */
  rows?: string;
  strings?: readonly string[];
  /** Formats of cells, by their style: a number, or a code of the workbook's own. */
  formats?: readonly (number | string)[];
  /** Attributes of each sheet; the rows are those of the last. */
  sheets?: readonly string[];
  is1904?: boolean;
  more?: Readonly<Record<string, string | Uint8Array>>;
};

/** A workbook of these parts. */
export function workbook({
  rows = "",
  strings = [],
  formats = [],
  sheets = [""],
  is1904,
  more = {},
}: Parts): Uint8Array {
  const own = formats.map((format, at) => (typeof format === "string" ? [200 + at, format] : [format, null]));
  const parts: Record<string, string | Uint8Array> = {
    "xl/workbook.xml": `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${REL}">${is1904 ? '<workbookPr date1904="1"/>' : ""}<sheets>${sheets
      .map((attributes, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="rId${at + 1}" ${attributes}/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships>${sheets
      .map((_each, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`)
      .join("")}</Relationships>`,
    "xl/styles.xml": `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts>${own
      .map(([id, code]) =>
        code === null ? "" : `<numFmt numFmtId="${id}" formatCode="${String(code).replaceAll('"', "&quot;")}"/>`,
      )
      .join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${own
      .map(([id]) => `<xf numFmtId="${id}"/>`)
      .join("")}</cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `${HEAD}<sst xmlns="${MAIN}">${strings.map((each) => `<si>${each}</si>`).join("")}</sst>`,
    ...Object.fromEntries(
      sheets.map((_each, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${at === sheets.length - 1 ? rows : textRow(["nothing"])}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  };
  const files = Object.entries(parts).map(([name, part]) => [name, typeof part === "string" ? strToU8(part) : part]);
  return zipSync(Object.fromEntries(files));
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A row of texts. */
export function textRow(cells: readonly string[]): string {
  return `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`).join("")}</row>`;
}

/** A row of cells as XML. */
export const cellRow = (...cells: string[]): string => `<row>${cells.join("")}</row>`;
export const text = (value: string): string => `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
export const number = (value: string, style?: number): string =>
  `<c${style === undefined ? "" : ` s="${style}"`}><v>${value}</v></c>`;
