import { expect, it } from "vitest";
import { likeliestInstruction, nextDeliveryDay } from "@/lib/orders/delivery-instructions";

it("proposes the next day, but no Sunday", () => {
  expect(nextDeliveryDay("2026-11-26")).toBe("2026-11-27");
  // A Saturday.
  expect(nextDeliveryDay("2026-11-28")).toBe("2026-11-30");
  expect(nextDeliveryDay("2026-12-31")).toBe("2027-01-01");
});

it("proposes what helps most often, by what the courier reported", () => {
  expect(["bad_address", "refused", "not_home", null].map(likeliestInstruction)).toEqual([
    "ADDRESS",
    "RETURN",
    "REDELIVER",
    "REDELIVER",
  ]);
});
