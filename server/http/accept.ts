/**
 * The type of the file that a request prefers over JSON, the most wanted of those that there are; a bare wildcard does
 * not count, because every program sends it.
 */
export function fileAsked(types: readonly string[], accept: string | null): string | undefined {
  const weights = new Map<string, number>();
  for (const range of (accept ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(name, weight ? Number(weight.slice(2)) || 0 : 1);
  }
  const weightOf = (type: string) => weights.get(type) ?? 0;
  return types
    .filter((type) => weightOf(type) > 0 && weightOf(type) >= weightOf("application/json"))
    .toSorted((a, b) => weightOf(b) - weightOf(a))[0];
}
