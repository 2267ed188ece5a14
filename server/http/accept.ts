/**
 * Whether a request prefers a file by its type over JSON; a bare wildcard does not count, because every program sends
 * it.
 */
export function asksFor(type: string, accept: string | null): boolean {
  const weights = new Map<string, number>();
  for (const range of (accept ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(name, weight ? Number(weight.slice(2)) || 0 : 1);
  }
  const asked = weights.get(type) ?? 0;
  return asked > 0 && asked >= (weights.get("application/json") ?? 0);
}
