/** The box that a signature is drawn in, and the most characters of its text. */
export const SIGNATURE = { width: 1000, height: 300, max: 40_000 } as const;

type Point = readonly [x: number, y: number];
/** What the person drew: strokes of points within {@link SIGNATURE}. */
export type Strokes = readonly (readonly Point[])[];

/** Strokes as text: `x,y` with spaces between points and semicolons between strokes. */
export function signatureText(strokes: Strokes): string {
  return strokes.map((points) => points.map((point) => point.join(",")).join(" ")).join(";");
}

/** The strokes of such a text; null: it is none, or a point is outside the box. */
export function strokesOf(text: string): Strokes | null {
  if (!/^\d{1,4},\d{1,4}([ ;]\d{1,4},\d{1,4})*$/.test(text)) return null;
  const strokes = text.split(";").map((stroke) =>
    stroke.split(" ").map((point): Point => {
      const [x = "", y = ""] = point.split(",");
      return [Number(x), Number(y)];
    }),
  );
  const isWithin = ([x, y]: Point) => x <= SIGNATURE.width && y <= SIGNATURE.height;
  return strokes.flat().every(isWithin) ? strokes : null;
}
