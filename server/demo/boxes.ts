import type { AccountContext } from "@/server/context";
import { createBox } from "@/server/orders";

type Box = readonly [name: string, length: string, width: string, height: string, weight: string];

/** What the tea house packs in. */
export const TEA_BOXES: readonly Box[] = [
  ["Small carton 細紙箱", "20", "15", "10", "0.12"],
  ["Medium carton 中紙箱", "30", "22", "15", "0.24"],
  ["Large carton 大紙箱", "45", "35", "30", "0.62"],
  ["Gift box 茶具禮盒", "28", "28", "12", "0.35"],
  ["Bubble mailer 氣泡袋", "24", "18", "3", "0.02"],
];

/** What the outdoor shop packs in. */
export const OUTDOOR_BOXES: readonly Box[] = [
  ["Poly mailer 郵寄袋", "38", "28", "4", "0.02"],
  ["Shoe box 鞋盒", "34", "22", "13", "0.28"],
  ["Backpack carton 背囊箱", "60", "35", "25", "0.75"],
  ["Tent carton 帳篷箱", "65", "22.5", "22.5", "0.6"],
  ["Pole tube 行山杖紙筒", "75", "9", "9", "0.3"],
];

/** The boxes of a merchant. */
export async function demoBoxes(ctx: AccountContext, boxes: readonly Box[]): Promise<void> {
  for (const [name, length, width, height, weight] of boxes)
    await createBox(ctx, { name, length, width, height, weight });
}
