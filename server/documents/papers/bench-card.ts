import { BENCH_COMMANDS, type BenchCommand } from "@/lib/warehouse/bench-commands";
import { drawCode128 } from "../barcode";
import type { Imprint } from "../imprint";
import { LINE, type Row } from "../layout";
import { makePdf, type Pen } from "../pdf";
import { bandRow, drawSheet } from "../sheet";
import { heightOf } from "../text";

/** Text next to each code: its name on the bench's screen, and what it does, in English and Chinese. */
const LABELS: Record<BenchCommand, { name: [en: string, zh: string]; does: [en: string, zh: string] }> = {
  undo: { name: ["Undo last scan", "撤銷上一次掃描"], does: ["Takes the last scan back.", "取消最後一次掃描。"] },
  reopen: {
    name: ["Reopen parcel", "重新開箱"],
    does: ["Unpacks the parcel that was closed last, to scan it again.", "重新打開上一個完成的包裹，再次掃描。"],
  },
  short: {
    name: ["Missing item", "貨品缺貨"],
    does: ["The item that is scanned next is noted as missing.", "下一件掃描的貨品會記錄為缺貨。"],
  },
  print: { name: ["Print label", "列印運單標籤"], does: ["Prints the label of the order.", "列印訂單的運單標籤。"] },
  ready: {
    name: ["Ready to ship", "完成包裝"],
    does: ["Packing is finished: the order waits for its courier.", "包裝完成，訂單等待物流商收件。"],
  },
  next: { name: ["Next order", "下一張訂單"], does: ["Opens the next order of the wave.", "打開波次的下一張訂單。"] },
};

// Codes are far enough apart that a scanner aimed at one sees no other.
const ROW = 38;
const BARCODE = { y: 6.5, width: 84, height: 22 };

function commandRow(pen: Pen, command: BenchCommand): Row {
  const { name, does } = LABELS[command];
  return {
    height: ROW,
    draw: ({ x, y, width }) => {
      const code = BENCH_COMMANDS[command];
      drawCode128(pen, code, { ...BARCODE, x, y: y + BARCODE.y });
      const typed = { weight: "regular", size: 8 } as const;
      pen.text(code, x + (BARCODE.width - pen.width(code, typed)) / 2, y + BARCODE.y + BARCODE.height + 1, typed);
      let top = y + BARCODE.y - 1;
      const line = (text: string, weight: "bold" | "regular", size: number) => {
        pen.text(text, x + BARCODE.width + 8, top, { weight, size });
        top += heightOf(1, size);
      };
      line(name[0], "bold", 18);
      line(name[1], "bold", 16);
      for (const text of does) line(text, "regular", 9);
      pen.fill(x, y + ROW - LINE / 2, width, LINE / 2);
    },
  };
}

/** The card of barcodes for bench commands, as a PDF. */
export function benchCardPdf({ isTest }: Pick<Imprint, "isTest">): Promise<Uint8Array> {
  const draw = (pen: Pen) =>
    drawSheet(pen, {
      title: "BENCH CARD",
      subject: "包裝工作台",
      isTest,
      intro: [],
      heading: bandRow(pen, "Scan one of these instead of an item. 掃描以下條碼代替貨品條碼。", "", {
        weight: "regular",
        size: 9,
      }),
      rows: (Object.keys(BENCH_COMMANDS) as BenchCommand[]).map((command) => commandRow(pen, command)),
      closing: [],
    });
  // A fixed date, because the card depends on no time and has the same bytes each time.
  const date = new Date(Date.UTC(2026, 0, 1));
  return makePdf({ title: isTest ? "Bench card (TEST)" : "Bench card", date }, [draw]);
}
