import type { PAPERS } from "@/lib/contracts/document";
import type { Pen, Rectangle } from "./pdf";

export type Paper = (typeof PAPERS)[number];
/** Where labels go: on A4 four can share a page, starting at position 1 to 4, row by row. */
export type Placement = { paper: Paper; perPage: 1 | 4; start: number };

/** A placement as it is given in requests. */
export function placementOf(input: { paper: Paper; per_page: "1" | "4"; start: string }): Placement {
  return { paper: input.paper, perPage: input.per_page === "4" ? 4 : 1, start: Number(input.start) };
}

type Sheet = { width: number; height: number; labels: readonly Rectangle[] };

const A4 = { width: 210, height: 297 };
// Office printers cannot print on the outer 5 mm or so; the frame of a label is 3 mm inside the label.
const A6_LABEL = { x: 2.5, y: 2, width: 100, height: 144 };

function sheetOf({ paper, perPage }: Placement): Sheet {
  if (paper === "100x150") return { width: 100, height: 150, labels: [{ x: 0, y: 0, width: 100, height: 150 }] };
  if (paper === "A6") return { width: 105, height: 148, labels: [A6_LABEL] };
  if (perPage === 1) return { ...A4, labels: [{ x: 10, y: 10, width: 100, height: 150 }] };
  const quarters = [0, 1, 2, 3].map((index) => ({
    ...A6_LABEL,
    x: A6_LABEL.x + (index % 2) * (A4.width / 2),
    y: A6_LABEL.y + Math.floor(index / 2) * (A4.height / 2),
  }));
  return { ...A4, labels: quarters };
}

/** The size of a label at a placement, in mm. */
export type Size = { width: number; height: number };

/** The size of each page, in mm. */
export function pageSize(placement: Placement): Size {
  const { width, height } = sheetOf(placement);
  return { width, height };
}

/** The positions of the labels of one print, at their true size, on as many pages as they need. */
export class LabelPlaces {
  private readonly sheet: Sheet;
  private next: number;
  private hasPage = false;

  constructor(placement: Placement) {
    this.sheet = sheetOf(placement);
    this.next = (placement.start - 1) % this.sheet.labels.length;
  }

  /** The size of each label. */
  get size(): Size {
    return this.sheet.labels[0] as Rectangle;
  }

  /** Moves the pen's origin to the corner of the next label. */
  take(pen: Pen): void {
    const { width, height, labels } = this.sheet;
    if (!this.hasPage || this.next === 0) pen.page(width, height);
    const { x, y } = labels[this.next] as Rectangle;
    pen.origin(x, y);
    this.hasPage = true;
    this.next = (this.next + 1) % labels.length;
  }
}
