import type { StoredOrder } from "@/server/orders";
import { batteryMarks } from "../battery";
import type { Imprint } from "../imprint";
import { testRow } from "../layout";
import type { Drawing, Pen, Rectangle } from "../pdf";
import { heightOf } from "../text";

type Parcel = StoredOrder["parcels"][number];
type Corners = readonly (readonly [x: number, y: number])[];

const PAGE = { width: 210, height: 297 };
/** The rules ask for at least 100 × 100 mm, an edge of 5 mm and numbers 12 mm high. */
const MARK: Rectangle = { x: 45, y: 30, width: 120, height: 110 };
const EDGE = 6;
/** From the top of the mark to the top of the symbol. */
const TOP = 20;
const STRIPE = 4;
/** In points; capitals of the font are 0.73 em high: 13.4 mm. */
const NUMBER_SIZE = 52;

const rectangle = (x: number, y: number, width: number, height: number): Corners => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];
const cell = (x: number): Corners[] => [rectangle(x, 18, 15, 30), rectangle(x + 5, 14.5, 5, 3.5)];

/** The group of batteries, in mm from its top left corner; 66 × 48 mm. The last one is broken and burns. */
const SYMBOL = { width: 66, height: 48 };
const CELLS: readonly Corners[] = [...cell(0), ...cell(19), rectangle(38, 18, 15, 30)];
const CRACK: Corners = [
  [43, 17],
  [46, 17],
  [48.5, 26],
  [45.5, 31],
  [49, 38],
  [46.5, 49],
  [44.5, 49],
  [46.3, 38],
  [42.6, 31],
  [45.6, 26],
];
const FLAME: Corners = [
  [52, 17],
  [47.5, 14.5],
  [45.8, 10.5],
  [46.8, 6],
  [49.2, 8.6],
  [50, 4.6],
  [53, 0],
  [54, 4.2],
  [57, 7.6],
  [58.8, 4.8],
  [60.8, 9],
  [60.4, 13.2],
  [57.4, 16.4],
];
const FLAME_HEART: Corners = [
  [52.8, 15.4],
  [50.6, 13],
  [51.6, 10.4],
  [53.2, 8],
  [55.2, 11],
  [56.6, 13],
  [55, 15.4],
];
const SPARKS: readonly Corners[] = [
  [
    [55.5, 24],
    [64, 20.5],
    [57, 27],
  ],
  [
    [56, 31],
    [65.5, 31.5],
    [56, 34.5],
  ],
];

const moved = (corners: Corners, x: number, y: number): Corners =>
  corners.map(([left, top]) => [left + x, top + y] as const);

function drawSymbol(pen: Pen, x: number, y: number): void {
  const at = (shapes: readonly Corners[]) => shapes.map((corners) => moved(corners, x, y));
  pen.fillPolygons(at([...CELLS, FLAME, ...SPARKS]));
  pen.fillPolygons(at([CRACK, FLAME_HEART]), "white");
}

function drawEdge(pen: Pen, { x, y, width, height }: Rectangle): void {
  const stripes: Corners[] = [];
  for (let left = -height; left < width; left += 2 * STRIPE)
    stripes.push([
      [x + left, y + height],
      [x + left + STRIPE, y + height],
      [x + left + STRIPE + height, y],
      [x + left + height, y],
    ]);
  pen.withinEdge({ x, y, width, height }, EDGE, () => pen.fillPolygons(stripes, "red"));
}

function drawMark(pen: Pen, type: string, caption: readonly string[], isTest: boolean): void {
  pen.page(PAGE.width, PAGE.height);
  if (isTest) testRow(pen).draw({ x: MARK.x, y: 12, width: MARK.width, height: 8 });
  drawEdge(pen, MARK);
  const centre = MARK.x + MARK.width / 2;
  drawSymbol(pen, centre - SYMBOL.width / 2, MARK.y + TOP);
  const style = { weight: "bold", size: NUMBER_SIZE } as const;
  const [number = ""] = type.split("_");
  pen.text(number, centre - pen.width(number, style) / 2, MARK.y + TOP + SYMBOL.height + 5, style);
  const small = { weight: "regular", size: 9 } as const;
  caption.forEach((line, index) => {
    pen.text(line, centre - pen.width(line, small) / 2, MARK.y + MARK.height + 6 + index * heightOf(1, 9), small);
  });
}

/** Whether a parcel of an order needs a mark. */
export function hasBatteryMarks(order: StoredOrder): boolean {
  return order.parcels.some((parcel) => batteryMarks(order, parcel).length > 0);
}

/** The lithium battery marks of parcels of an order, one on each page, to be printed in colour and cut out. */
export function batteryMarkDrawing(
  order: StoredOrder,
  imprint: Pick<Imprint, "isTest">,
  parcels: readonly Parcel[] = order.parcels,
): Drawing {
  return (pen) => {
    for (const parcel of parcels)
      for (const type of batteryMarks(order, parcel))
        drawMark(
          pen,
          type,
          [
            `${type}: order ${order.id}, parcel ${parcel.position} of ${order.parcels.length}, ${parcel.tracking_number ?? ""}`,
            "Print in colour at true size, cut out and fix to the outside of the parcel.",
          ],
          imprint.isTest,
        );
  };
}
