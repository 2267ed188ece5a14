import { normalise } from "@/lib/contracts/normalise";
import { productInput } from "@/lib/contracts/product";
import { judgeValue } from "@/lib/forms/judge-body";
import type { Language } from "@/lib/i18n/validation";

/** Judges a product as the API does, in the reader's language; fields by their paths with points. */
export function judgeProduct(product: Record<string, unknown>, language: Language) {
  return judgeValue(productInput, normalise(product), language);
}
