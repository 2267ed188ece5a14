import { countryCode } from "@/lib/country";
import type { Problem } from "@/lib/errors";
import { orderProblems } from "./order-rules";

/**
 * The rules of a rate request across its fields: those of an order for the fields that a request has. The body may be
 * incomplete.
 */
export function rateProblems(value: unknown): Problem[] {
  const { ship_type, recipient, cod, cod_amount } = (value ?? {}) as Record<string, unknown>;
  const country = (recipient as Record<string, unknown> | null | undefined)?.country;
  return orderProblems({
    ship_type,
    cod,
    cod_amount,
    recipient: typeof country === "string" ? { country: countryCode(country) } : undefined,
  });
}
