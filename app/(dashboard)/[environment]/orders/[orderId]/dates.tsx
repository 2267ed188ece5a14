import { useTranslations } from "next-intl";
import { DateTime } from "@/components/ui/date-time";
import { Facts, Section } from "@/components/ui/section";
import type { OrderRecord } from "@/lib/contracts/order";

/** When the events of the order happened. */
export function Dates({ order }: { order: OrderRecord }) {
  const t = useTranslations("orderPage.dates");
  return (
    <Section title={t("title")}>
      <Facts
        items={[
          { name: t("created"), value: <DateTime value={order.create_time} /> },
          {
            name: t("confirmed"),
            value: order.confirm_time ? (
              <DateTime value={order.confirm_time} />
            ) : (
              <span className="text-muted">{t("none")}</span>
            ),
          },
          { name: t("updated"), value: <DateTime value={order.update_time} /> },
        ]}
      />
    </Section>
  );
}
