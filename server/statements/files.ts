import type { Statement, StatementLine } from "@/lib/contracts/statement";
import type { Language } from "@/lib/i18n/languages";
import { writeCsv } from "@/lib/tables/csv-cells";
import { statementPdf } from "@/server/documents";

const COLUMNS: Record<string, (line: StatementLine) => string | null> = {
  kind: ({ kind }) => kind,
  at: ({ at }) => at,
  order_id: ({ order_id }) => order_id,
  tracking_number: ({ tracking_number }) => tracking_number,
  reference: ({ reference }) => reference,
  shipping_provider: ({ shipping_provider }) => shipping_provider,
  declared_weight: ({ declared_weight }) => declared_weight,
  charged_weight: ({ charged_weight }) => charged_weight,
  price_lines: ({ price_lines }) => price_lines.map(({ code, amount }) => `${code} ${amount}`).join("; "),
  amount: ({ amount }) => amount,
  adjustment_kind: ({ adjustment_kind }) => adjustment_kind,
  reason: ({ reason }) => reason,
};

/** The files of a statement: the same statement gives the same bytes. */
export function filesOf(statement: Statement) {
  return {
    csv: (): string => {
      const cells = Object.values(COLUMNS);
      const lines = statement.lines.map((line) => cells.map((cell) => cell(line)));
      return writeCsv(Object.keys(COLUMNS), lines);
    },
    pdf: (language: Language): Promise<Uint8Array> => statementPdf(statement, language),
  };
}
