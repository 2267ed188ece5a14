import { addDays, hongKongDate } from "@/lib/calendar";
import { sheetBody } from "@/lib/contracts/tariff";
import { decimal } from "@/lib/decimal";
import type { AccountContext, Actor } from "@/server/context";
import { Download } from "@/server/handler";
import { listTariffs, proposeTariff, readTariff } from "@/server/tariffs";

/** The first of a month that is at least two weeks away. */
function nextFirst(): string {
  const ahead = addDays(hongKongDate(new Date()), 14);
  return `${addDays(`${ahead.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;
}

/** A dearer sheet of the economy service, which waits for approval. */
export async function demoTariff(around: Omit<AccountContext, "actor" | "account">, support: Actor): Promise<void> {
  const ctx = { ...around, actor: support, account: null };
  const page = { limit: "1", offset: "0" } as const;
  const { rows } = await listTariffs(ctx, { kind: "TARIFF", provider: "INTL_ECON", force: "NOW", ...page });
  const sheet = rows[0] && (await readTariff(ctx, { id: rows[0].id }));
  if (!sheet || sheet instanceof Download) return;
  const raised = sheet.rows.map((row) => ({
    ...row,
    first_price: decimal(row.first_price ?? "0")
      .times("1.04")
      .round(0)
      .toString(),
  }));
  const body = {
    kind: "TARIFF",
    provider: "INTL_ECON",
    valid_from: nextFirst(),
    note: "The carrier's letter: first weights 4 % dearer",
    rows: raised,
  };
  await proposeTariff(ctx, sheetBody.parse(body));
}
