/** A part of the text that was recognised, from `start` to before `end`. */
export type Span = { start: number; end: number };

/** Placeholder for recognised text: a Unicode noncharacter, absent from normalised text. */
export const GONE = "\ufdd0";

/** The text with what was recognised cut out; all else keeps its place. */
export function without(text: string, spans: readonly Span[]): string {
  let left = text;
  for (const { start, end } of spans) left = left.slice(0, start) + GONE.repeat(end - start) + left.slice(end);
  return left;
}
