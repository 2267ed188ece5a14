import { useTranslations } from "next-intl";
import { Money } from "@/components/ui/money";
import { Facts, Section } from "@/components/ui/section";
import type { OrderRecord } from "@/lib/contracts/order";
import { PriceBefore } from "./price-before";

/** The service, the chargeable weight, and the parts of the price. */
export function ServiceAndPrice({ order, service }: { order: OrderRecord; service: string }) {
  const t = useTranslations("orderPage.service");
  const tLines = useTranslations("orderForm.service.lines");
  return (
    <Section title={t("title")}>
      <p className="font-semibold">{service}</p>
      <Facts
        className="mt-2"
        items={[
          {
            name: t("chargeable"),
            value: (
              <>
                {t("weight", { weight: order.chargeable_weight })}
                <span className="block text-xs text-muted">{t(`basis.${order.weight_basis}`)}</span>
              </>
            ),
          },
        ]}
      />
      <table className="mt-3 w-full">
        <caption className="sr-only">{t("breakdown")}</caption>
        <tbody>
          {order.price_breakdown.map(({ code, amount }) => (
            <tr key={code}>
              <th scope="row" className="py-0.5 pr-4 text-left font-normal text-muted">
                {tLines.has(code as "BASE") ? tLines(code as "BASE") : code}
              </th>
              <td className="py-0.5 text-right">
                <Money amount={amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line">
            <th scope="row" className="pt-2 pr-4 text-left font-semibold">
              {t("total")}
            </th>
            <td className="pt-2 text-right font-semibold">
              <Money amount={order.order_status === "CANCELLED" ? "0.00" : order.quote_price} />
            </td>
          </tr>
        </tfoot>
      </table>
      {order.order_status === "CANCELLED" ? (
        <p className="mt-1 text-right text-xs text-muted">
          <PriceBefore price={order.quote_price} />
        </p>
      ) : null}
      {order.declared_price ? (
        <p className="mt-1 text-right text-xs text-muted">
          {t.rich("repacked", {
            before: () => <Money key="before" amount={order.declared_price ?? ""} />,
            after: () => <Money key="after" amount={order.quote_price} />,
          })}
        </p>
      ) : null}
      {order.order_status === "PENDING_CONFIRM" ? <p className="mt-1 text-xs text-muted">{t("saved")}</p> : null}
    </Section>
  );
}
