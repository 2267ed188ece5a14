/** Characters that carriers print on a street line of an international address. */
export const STREET_LINE = 29;

const codePoints = (text: string) => [...text];

// After a comma or a space; Chinese has neither and may be split anywhere.
function part(text: string, max: number): [string, string] {
  const points = codePoints(text);
  if (points.length <= max) return [text, ""];
  for (let end = max; end > max / 3; end--) {
    if (/[\s,，、]/u.test(points[end] ?? "") && !/[,，、]/u.test(points[end] ?? ""))
      return [points.slice(0, end).join("").trim(), points.slice(end).join("").trim()];
    if (/[,，、]/u.test(points[end - 1] ?? ""))
      return [points.slice(0, end).join("").trim(), points.slice(end).join("").trim()];
  }
  return [points.slice(0, max).join("").trim(), points.slice(max).join("").trim()];
}

/**
 * Spreads text that is too long for its street line over the next lines, split between words. Null when nothing is too
 * long, or when it cannot be made to fit.
 */
export function wrapStreet(
  lines: readonly [string, string, string],
  max = STREET_LINE,
): [string, string, string] | null {
  if (lines.every((line) => codePoints(line.trim()).length <= max)) return null;
  const wrapped: string[] = [];
  let over = "";
  for (const line of lines) {
    const joint = over && line.trim() ? (/\p{Script=Han}$/u.test(over) ? "" : /,$/.test(over) ? " " : ", ") : "";
    const [fits, rest] = part(`${over}${joint}${line.trim()}`, max);
    wrapped.push(fits.replace(/,$/, ""));
    over = rest;
  }
  return over ? null : (wrapped as [string, string, string]);
}
