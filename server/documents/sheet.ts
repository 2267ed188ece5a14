import { drawFitted, LINE, type Row, testRow } from "./layout";
import type { Pen, Rectangle, Style } from "./pdf";
import { heightOf, wrap } from "./text";

const PAGE = { width: 210, height: 297 };
const FRAME = { x: 14, y: 12, width: 182, height: 273 };
const FOOT = 6;
const HEAD = 12;

/** A paper on A4, on as many pages as its rows need. */
export type Sheet = {
  title: string;
  /** The subject of the paper, on each page. */
  subject: string;
  isTest: boolean;
  /** What is at the foot of a page, where it is not in English. */
  pageOf?: (page: number, pages: number) => string;
  /** Before the table, on the first page only. */
  intro: readonly Row[];
  /** The table's heading, on each page that has rows of the table. */
  heading: Row;
  rows: readonly Row[];
  /** A running total after a number of rows: at the foot of each page but the last, and at the top of the next. */
  carry?: (rows: number) => { over: Row; forward: Row };
  /** Tables after it, each with its own heading; a paper with further tables has no running total. */
  further?: readonly { heading: Row; rows: readonly Row[] }[];
  /** After the tables, kept together. */
  closing: readonly Row[];
};

const heightOfAll = (rows: readonly Row[]) => rows.reduce((sum, { height }) => sum + height, 0);

function headRow(pen: Pen, { title, subject }: Sheet): Row {
  return {
    height: HEAD,
    draw: (box) => {
      const line = { ...box, height: HEAD - 3 };
      drawFitted(pen, title, { ...line, width: 100 }, { weight: "bold", max: 16, min: 9, align: "left" });
      const style: Style = { weight: "bold", size: 9 };
      const width = Math.min(pen.width(subject, style), 80);
      const right = { ...line, x: box.x + box.width - width, width: width + 1 };
      drawFitted(pen, subject, right, { weight: "bold", max: 9, min: 5, align: "left" });
      pen.fill(box.x, box.y + HEAD - 2.5, box.width, LINE);
    },
  };
}

/** Which rows are on which page. A page without rows holds what did not fit on the page before. */
function pagesOf(pen: Pen, sheet: Sheet): Row[][] {
  const { rows, carry, closing } = sheet;
  const top = [...(sheet.isTest ? [testRow(pen)] : []), headRow(pen, sheet)];
  const room = FRAME.height - FOOT;
  const carryHeight = carry ? carry(0).over.height : 0;
  const pages: Row[][] = [];
  let page = [...top, ...sheet.intro];
  let hasHeading = false;
  const next = (done: number) => {
    if (carry && done > 0) page.push(carry(done).over);
    pages.push(page);
    page = [...top];
    hasHeading = false;
  };
  for (const table of [sheet, ...(sheet.further ?? [])]) {
    hasHeading = false;
    table.rows.forEach((row, index) => {
      const needed = row.height + (hasHeading ? 0 : table.heading.height);
      if (page.length > top.length && heightOfAll(page) + needed + carryHeight > room) next(index);
      if (!hasHeading) {
        page.push(table.heading);
        if (carry && index > 0) page.push(carry(index).forward);
        hasHeading = true;
      }
      page.push(row);
    });
  }
  if (heightOfAll(page) + heightOfAll(closing) > room) {
    next(rows.length);
    if (carry) page.push(carry(rows.length).forward);
  }
  page.push(...closing);
  return [...pages, page];
}

/** Draws a paper, page by page, with "page n of m" on each. */
export function drawSheet(pen: Pen, sheet: Sheet): void {
  const pages = pagesOf(pen, sheet);
  const { pageOf = (page, count) => `Page ${page} of ${count}` } = sheet;
  pages.forEach((rows, index) => {
    pen.page(PAGE.width, PAGE.height);
    let y = FRAME.y;
    for (const row of rows) {
      row.draw({ ...FRAME, y, height: row.height });
      y += row.height;
    }
    const foot = pageOf(index + 1, pages.length);
    const style: Style = { weight: "regular", size: 8 };
    pen.text(foot, FRAME.x + FRAME.width - pen.width(foot, style), FRAME.y + FRAME.height - heightOf(1, 8), style);
  });
}

/** A column of a table; widths in mm. */
export type Column = { title: string; width: number; align?: "right"; weight?: "bold" };

const styleIn = ({ weight }: Column, style: Style): Style => (weight ? { ...style, weight } : style);

const CELL = 1;

function drawCells(pen: Pen, box: Rectangle, table: readonly Column[], cells: readonly string[][], style: Style): void {
  let x = box.x;
  table.forEach((column, index) => {
    const { width, align } = column;
    const own = styleIn(column, style);
    let y = box.y + CELL;
    for (const line of cells[index] ?? []) {
      const left = align === "right" ? x + width - CELL - pen.width(line, own) : x + CELL;
      pen.text(line, left, y, own);
      y += heightOf(1, style.size);
    }
    x += width;
  });
}

/** A row of a table: as high as its fullest cell, whose text continues on further lines. */
export function tableRow(
  pen: Pen,
  table: readonly Column[],
  values: readonly string[],
  style: Style = { weight: "regular", size: 8.5 },
): Row {
  const cells = table.map((column, index) =>
    wrap(pen, values[index] ?? "", styleIn(column, style), column.width - 2 * CELL),
  );
  const lines = Math.max(...cells.map(({ length }) => length));
  const height = heightOf(lines, style.size) + 2 * CELL;
  return {
    height,
    draw: (box) => {
      drawCells(pen, box, table, cells, style);
      pen.fill(box.x, box.y + height - LINE / 2, box.width, LINE / 2);
    },
  };
}

/** Rows that stay on one page. */
export function stackRows(rows: readonly Row[]): Row {
  return {
    height: heightOfAll(rows),
    draw: (box) => {
      let y = box.y;
      for (const row of rows) {
        row.draw({ ...box, y, height: row.height });
        y += row.height;
      }
    },
  };
}

/** The heading of a table. */
export function headingRow(pen: Pen, table: readonly Column[]): Row {
  const row = tableRow(
    pen,
    table,
    table.map(({ title }) => title),
    { weight: "bold", size: 8 },
  );
  return {
    height: row.height,
    draw: (box) => {
      row.draw(box);
      pen.fill(box.x, box.y, box.width, LINE);
      pen.fill(box.x, box.y + row.height - LINE, box.width, LINE);
    },
  };
}

/** Text over the whole width, with another text at the right end; for totals and for headings within a table. */
export function bandRow(pen: Pen, left: string, right: string, style: Style = { weight: "bold", size: 9 }): Row {
  const side = right ? pen.width(right, style) : 0;
  const lines = wrap(pen, left, style, FRAME.width - side - 4 * CELL);
  const height = heightOf(lines.length, style.size) + 2 * CELL;
  return {
    height,
    draw: (box) => {
      drawCells(pen, box, [{ title: "", width: box.width }], [lines], style);
      if (right) pen.text(right, box.x + box.width - CELL - side, box.y + CELL, style);
      pen.fill(box.x, box.y + height - LINE / 2, box.width, LINE / 2);
    },
  };
}

/** Texts with captions side by side, each in its own box; empty ones are left out. */
export function boxesRow(pen: Pen, boxes: readonly { caption: string; lines: readonly string[] }[]): Row {
  const gap = 4;
  const width = (FRAME.width - gap * (boxes.length - 1)) / boxes.length;
  const style: Style = { weight: "regular", size: 9 };
  const captionStyle: Style = { weight: "bold", size: 7.5 };
  const texts = boxes.map(({ lines }) =>
    lines.filter(Boolean).flatMap((line) => wrap(pen, line, style, width - 4 * CELL)),
  );
  const inner = heightOf(1, captionStyle.size) + heightOf(Math.max(...texts.map(({ length }) => length)), style.size);
  const height = inner + 4 * CELL + 3;
  return {
    height,
    draw: (box) => {
      boxes.forEach(({ caption }, index) => {
        const x = box.x + index * (width + gap);
        pen.frame(x, box.y, width, height - 3, LINE / 2);
        pen.text(caption, x + 2 * CELL, box.y + CELL, captionStyle);
        let y = box.y + 2 * CELL + heightOf(1, captionStyle.size);
        for (const line of texts[index] ?? []) {
          pen.text(line, x + 2 * CELL, y, style);
          y += heightOf(1, style.size);
        }
      });
    },
  };
}

/** A line to sign on, with its caption below. */
export function signatureRow(pen: Pen, captions: readonly string[]): Row {
  const gap = 8;
  return {
    height: 22,
    draw: (box) => {
      const width = (box.width - gap * (captions.length - 1)) / captions.length;
      captions.forEach((caption, index) => {
        const x = box.x + index * (width + gap);
        pen.fill(x, box.y + 15, width, LINE / 2);
        pen.text(caption, x, box.y + 16, { weight: "regular", size: 8 });
      });
    },
  };
}
