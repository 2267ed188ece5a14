import type { ShortLine } from "@/lib/contracts/event";
import { decimal, money } from "@/lib/decimal";
import { mailTranslator } from "@/lib/i18n/mails";
import { notify } from "@/server/accounts";
import type { Scope } from "@/server/db/scoped";
import type { Tx } from "@/server/db/transaction";
import type { OrderRow } from "@/server/orders";

/** The COD amount that a courier collects instead of the original one, HKD. */
export type LoweredCod = { before: string; now: string };

/** Most lines that the mail names. */
const MOST_LINES = 20;

/**
 * Notifies the account's people of what is missing from an order, in the transaction that sends the order (contract §7.6).
 */
export async function mailOfShort(
  tx: Tx,
  { accountId, environment }: Scope,
  order: Pick<OrderRow, "id" | "recipient_name" | "cod_amount">,
  lines: readonly ShortLine[],
  cod: LoweredCod | null,
): Promise<void> {
  await notify(tx, {
    accountId,
    environment,
    kind: "order_short",
    path: `/${environment}/orders/${order.id}`,
    text: (language) => {
      const t = mailTranslator(language, "orderShort");
      const named = lines
        .slice(0, MOST_LINES)
        .map(({ sku, name, note, ...line }) =>
          t("line", { ...line, item: [sku, name].filter(Boolean).join(" "), note: note ?? "", hasNote: Boolean(note) }),
        );
      return {
        subject: t("subject", { environment, order: order.id }),
        paragraphs: [
          t("opening", { order: order.id, recipient: order.recipient_name }),
          ...named,
          ...(lines.length > MOST_LINES ? [t("more", { count: lines.length - MOST_LINES })] : []),
          t("means"),
          ...codLines(t, cod, order.cod_amount),
        ],
        label: t("link"),
      };
    },
  });
}

function codLines(
  t: ReturnType<typeof mailTranslator<"orderShort">>,
  cod: LoweredCod | null,
  asked: string | null,
): string[] {
  if (!cod) return asked === null ? [] : [t("sameCod", { now: money(asked) })];
  const before = money(cod.before);
  return [decimal(cod.now).gt(0) ? t("lessCod", { now: money(cod.now), before }) : t("noCod", { before })];
}
