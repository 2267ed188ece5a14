import type { SKIP_REASONS, SkippedOrder } from "@/lib/contracts/document";
import { testRow } from "../layout";
import { type Placement, pageSize } from "../paper";
import type { Drawing, Pen, Style } from "../pdf";
import { heightOf, wrap } from "../text";

const MARGIN = 6;
const TITLE: Style = { weight: "bold", size: 13 };
const TEXT: Style = { weight: "regular", size: 9 };
const GAP = 2.5;

const REASONS: Record<(typeof SKIP_REASONS)[number], string> = {
  NOT_FOUND: "no such order 沒有此訂單",
  NOT_CONFIRMED: "not confirmed 未確認付運",
  CANCELLED: "cancelled 已取消",
  DUPLICATE: "selected twice, printed once 重複選取，只列印一次",
  UNPRINTABLE: "no label could be drawn 未能製作運單標籤",
};

type Line = { text: string; style: Style };

function countOf(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function linesOf(pen: Pen, ready: number, skipped: readonly SkippedOrder[], width: number): Line[] {
  const wrapped = (text: string, style: Style) => wrap(pen, text, style, width).map((line) => ({ text: line, style }));
  return [
    ...wrapped("Left out of this print 未列印的訂單", TITLE),
    ...wrapped(`${countOf(ready, "order")} printed, ${countOf(skipped.length, "order")} left out:`, TEXT),
    ...wrapped(`已列印 ${ready} 張訂單，未列印 ${skipped.length} 張：`, TEXT),
    ...skipped.flatMap(({ order_id, code_reason }) => wrapped(`${order_id}: ${REASONS[code_reason]}`, TEXT)),
  ];
}

/** The first page of a batch that leaves orders out, on the same paper as the labels: which, and why. */
export function coverDrawing(
  ready: number,
  skipped: readonly SkippedOrder[],
  placement: Placement,
  { isTest }: { isTest: boolean },
): Drawing {
  const { width, height } = pageSize(placement);
  const inner = { x: MARGIN, width: width - 2 * MARGIN };
  return (pen) => {
    let y = height;
    for (const { text, style } of linesOf(pen, ready, skipped, inner.width)) {
      const needed = heightOf(1, style.size);
      if (y + needed > height - MARGIN) {
        pen.page(width, height);
        y = MARGIN;
        if (isTest) {
          const row = testRow(pen);
          row.draw({ ...inner, y, height: row.height });
          y += row.height + GAP;
        }
      }
      pen.text(text, inner.x, y, style);
      y += needed + (style === TITLE ? GAP : 0);
    }
  };
}
