import { expect, it } from "vitest";
import { MAX_PASTE } from "@/lib/orders/choices";
import { parseBlock } from "@/server/address-parser/parse";

it("a pasted address takes about as long whatever the text consists of", () => {
  const filled = (part: string, length = MAX_PASTE) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
  const fastest = (text: string) => {
    const times = Array.from({ length: 4 }, () => {
      const begin = performance.now();
      parseBlock(text, null);
      return performance.now() - begin;
    });
    return Math.min(...times);
  };
  const usual = fastest(filled("Flat 5, 43 Bute Street, Mong Kok, Kowloon 弼街43號, "));
  for (const part of [" ", "-", "+", ",", "1 ", "東區"]) {
    const text = `5 Main Street, Paris ${filled(part, MAX_PASTE - 24)}東京都`;
    expect(fastest(text), part).toBeLessThan(usual * 8);
  }
});
