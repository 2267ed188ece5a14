import { useTranslations } from "next-intl";
import { DateTime } from "@/components/ui/date-time";
import { TextLink } from "@/components/ui/link-button";
import { Money } from "@/components/ui/money";
import { Section } from "@/components/ui/section";
import { StatusBadge } from "@/components/ui/status-badge";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import type { OrderRow } from "@/lib/contracts/order";

/** The latest orders, the newest first. */
export function RecentOrders({ rows, href }: { rows: readonly OrderRow[]; href: (path: string) => string }) {
  const t = useTranslations("home");
  return (
    <Section title={t("recent")} flush actions={<TextLink href={href("/orders")}>{t("all")}</TextLink>}>
      <Table label={t("recent")}>
        <THead>
          <TR>
            <TH>{t("order")}</TH>
            <TH className="max-sm:hidden">{t("recipient")}</TH>
            <TH>{t("status")}</TH>
            <TH align="end" className="max-sm:hidden">
              {t("price")}
            </TH>
            <TH className="max-sm:hidden">{t("created")}</TH>
          </TR>
        </THead>
        <TBody>
          {rows.map((row) => (
            <TR key={row.order_id}>
              <TD>
                <TextLink href={href(`/orders/${row.order_id}`)} className="whitespace-nowrap tabular-nums">
                  {row.order_id}
                </TextLink>
                {/* On a telephone a row is two lines and two columns. */}
                <span className="block text-xs wrap-anywhere text-muted sm:hidden">
                  <bdi>{row.recipient_name}</bdi> · <Money amount={row.quote_price} />
                </span>
              </TD>
              <TD className="max-w-64 truncate max-sm:hidden">
                <bdi>{row.recipient_name}</bdi>
                {row.ship_type === "intl" ? (
                  <span className="ml-2 text-xs text-muted">{row.recipient_country}</span>
                ) : null}
              </TD>
              <TD>
                <StatusBadge status={row.order_status} />
              </TD>
              <TD align="end" className="max-sm:hidden">
                <Money amount={row.quote_price} />
              </TD>
              <TD className="text-muted max-sm:hidden">
                <DateTime value={row.create_time} />
              </TD>
            </TR>
          ))}
        </TBody>
      </Table>
    </Section>
  );
}
