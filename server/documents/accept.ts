/** Whether a request asks for PDF by name, and not less than for JSON: a bare wildcard is what every program sends. */
export function acceptsPdf(accept: string | null): boolean {
  const weights = new Map<string, number>();
  for (const range of (accept ?? "").toLowerCase().split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(type, weight ? Number(weight.slice(2)) || 0 : 1);
  }
  const pdf = weights.get("application/pdf") ?? 0;
  return pdf > 0 && pdf >= (weights.get("application/json") ?? 0);
}
