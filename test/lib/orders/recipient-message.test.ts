/** What a merchant sends to the person who waits for a parcel. */
import { expect, it } from "vitest";
import { recipientMessage } from "@/lib/orders/recipient-message";

const facts = { shop: "Harbour Tea House", url: "https://sampan.example/track/SP1" };

it("is in the recipient's language and says where the parcel is", () => {
  expect(recipientMessage("Sato Hanako", "IN_TRANSIT", facts)).toEqual({
    subject: "Your parcel from Harbour Tea House",
    text: "Hello Sato Hanako, your parcel from Harbour Tea House is on its way: https://sampan.example/track/SP1",
  });
  expect(recipientMessage("陳大文", "OUT_FOR_DELIVERY", { ...facts, shop: "海港茶莊" })).toEqual({
    subject: "海港茶莊寄給你的包裹",
    text: "陳大文你好，海港茶莊寄給你的包裹正在派送：https://sampan.example/track/SP1",
  });
});

it("is none before the order is confirmed and after it was cancelled", () => {
  for (const status of ["DRAFT", "PENDING_CONFIRM", "CANCELLED"] as const)
    expect(recipientMessage("Sato", status, facts)).toBeNull();
  for (const status of ["READY_TO_SHIP", "PICKED_UP", "EXCEPTION", "FAILED_DELIVERY", "DELIVERED"] as const)
    expect(recipientMessage("Sato", status, facts)?.text).toContain(facts.url);
});
