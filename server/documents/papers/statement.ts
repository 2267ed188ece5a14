import type { AdjustmentKind, LineKind, Statement, StatementLine, Totals } from "@/lib/contracts/statement";
import en from "@/lib/i18n/en.json";
import type { Language } from "@/lib/i18n/languages";
import zhHant from "@/lib/i18n/zh-Hant.json";
import { groupedMoney } from "../declared";
import { makePdf, type Pen } from "../pdf";
import { bandRow, boxesRow, type Column, drawSheet, headingRow, tableRow } from "../sheet";
import { oneLine } from "../text";

type Labels = {
  title: string;
  account: string;
  month: string;
  state: (closedAt: string | null) => string;
  columns: readonly [string, string, string, string, string, string];
  kinds: Record<LineKind, string>;
  adjustments: Record<AdjustmentKind, string>;
  totals: Record<keyof Totals, string>;
  none: string;
  more: (count: number) => string;
  /** What the parts of a price are called; a surcharge that has no words is its code. */
  parts: Readonly<Record<string, string>>;
  pageOf?: (page: number, pages: number) => string;
};

const LABELS: Record<Language, Labels> = {
  en: {
    title: "STATEMENT",
    account: "Account",
    month: "Month",
    state: (closedAt) => (closedAt ? `Closed ${closedAt.slice(0, 10)}` : "Open: figures may still change"),
    columns: ["Date", "Order", "What", "Declared kg", "Billed kg", "HKD"],
    kinds: {
      SHIPMENT: "Shipment",
      CANCELLATION: "Cancelled",
      ADJUSTMENT: "Adjustment",
      COD_COLLECTED: "Cash collected",
      COD_PAID_OUT: "Cash paid out",
    },
    adjustments: {
      REPACKED: "measured in the warehouse",
      CARRIER_INVOICE: "carrier's invoice",
      REFUND: "refund",
      OTHER: "other",
    },
    totals: {
      shipments: "Shipments",
      cancellations: "Cancellations",
      adjustments: "Adjustments",
      charges: "Charges of the month",
      cod_before: "Cash not yet paid out before",
      cod_collected: "Cash collected (COD)",
      cod_paid_out: "Cash paid out",
      cod_balance: "Cash still to be paid out",
    },
    none: "Nothing happened in this month.",
    more: (count) => `${count} further lines are in the CSV file; the totals include them.`,
    parts: en.orderForm.service.lines,
  },
  "zh-Hant": {
    title: "月結單",
    account: "帳戶",
    month: "月份",
    state: (closedAt) => (closedAt ? `已於 ${closedAt.slice(0, 10)} 結算` : "未結算，數字或會更改"),
    columns: ["日期", "訂單", "項目", "申報重量（公斤）", "計費重量（公斤）", "港元"],
    kinds: {
      SHIPMENT: "寄件",
      CANCELLATION: "取消",
      ADJUSTMENT: "調整",
      COD_COLLECTED: "已收代收款項",
      COD_PAID_OUT: "已轉交代收款項",
    },
    adjustments: { REPACKED: "倉庫量度", CARRIER_INVOICE: "物流商帳單", REFUND: "退款", OTHER: "其他" },
    totals: {
      shipments: "寄件",
      cancellations: "取消",
      adjustments: "調整",
      charges: "本月運費",
      cod_before: "上月未轉交代收款項",
      cod_collected: "本月代收款項",
      cod_paid_out: "本月已轉交",
      cod_balance: "尚待轉交代收款項",
    },
    none: "本月沒有記錄。",
    more: (count) => `另有 ${count} 項載於 CSV 檔案，總數已包括在內。`,
    parts: zhHant.orderForm.service.lines,
    pageOf: (page, pages) => `第 ${page} 頁，共 ${pages} 頁`,
  },
};

/** Drawing is synchronous: of a very large month the rest is only in the CSV. */
const MOST_LINES = 2000;
const WIDTHS = [20, 36, 66, 18, 18, 24] as const;

function whatOf(
  labels: Labels,
  { kind, adjustment_kind, price_lines, shipping_provider, reason }: StatementLine,
): string {
  const detail = adjustment_kind ? `: ${labels.adjustments[adjustment_kind]}` : "";
  const parts = price_lines.map(({ code, amount }) => `${labels.parts[code] ?? code} ${amount}`).join(", ");
  return [labels.kinds[kind] + detail, shipping_provider, parts, reason && oneLine(reason)].filter(Boolean).join("\n");
}

/** A merchant's statement of a month as a PDF: every line, and the totals. It says nothing about recipients. */
export function statementPdf(statement: Statement, language: Language): Promise<Uint8Array> {
  const labels = LABELS[language];
  const { month, account_id, account_name, lines, totals, closed_at } = statement;
  const table: readonly Column[] = labels.columns.map((title, i) => ({
    title,
    width: WIDTHS[i] ?? 20,
    ...(i > 2 ? { align: "right" as const } : {}),
  }));
  const draw = (pen: Pen) => {
    const rows = lines
      .slice(0, MOST_LINES)
      .map((line) =>
        tableRow(pen, table, [
          line.at.slice(0, 10),
          [line.order_id, line.tracking_number, line.reference && oneLine(line.reference)].filter(Boolean).join("\n"),
          whatOf(labels, line),
          line.declared_weight ?? "",
          line.charged_weight ?? "",
          groupedMoney(line.amount),
        ]),
      );
    drawSheet(pen, {
      title: labels.title,
      subject: `${oneLine(account_name)} ${month}`,
      isTest: false,
      ...(labels.pageOf ? { pageOf: labels.pageOf } : {}),
      intro: [
        boxesRow(pen, [
          { caption: labels.account, lines: [oneLine(account_name), account_id] },
          { caption: labels.month, lines: [month, labels.state(closed_at)] },
        ]),
      ],
      heading: headingRow(pen, table),
      rows: rows.length ? rows : [bandRow(pen, labels.none, "", { weight: "regular", size: 9 })],
      closing: [
        ...(lines.length > MOST_LINES ? [bandRow(pen, labels.more(lines.length - MOST_LINES), "")] : []),
        ...(Object.keys(labels.totals) as (keyof Totals)[]).map((name) =>
          bandRow(pen, labels.totals[name], `HK$ ${groupedMoney(totals[name])}`, {
            weight: name === "charges" || name === "cod_balance" ? "bold" : "regular",
            size: 9,
          }),
        ),
      ],
    });
  };
  return makePdf(
    { title: `${labels.title} ${account_id} ${month}`, date: new Date(closed_at ?? `${month}-01T00:00:00+08:00`) },
    [draw],
  );
}
