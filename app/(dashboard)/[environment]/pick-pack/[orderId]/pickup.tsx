import { useTranslations } from "next-intl";
import { CalendarDate } from "@/components/ui/date-time";
import { Facts, Section } from "@/components/ui/section";
import type { PickPackSnapshot } from "./snapshot";

/** When the courier comes to the warehouse; booked when the order is packed. */
export function Pickup({ pickPack: { pickup, status } }: { pickPack: PickPackSnapshot }) {
  const t = useTranslations("pickPack.pickup");
  if (status === "PICKPACK_REJECTED" || status === "PICKPACK_CANCELLED") return null;
  return (
    <Section title={t("title")}>
      {pickup ? (
        <Facts
          items={[
            { name: t("date"), value: <CalendarDate date={pickup.pickup_date} weekday /> },
            { name: t("session"), value: pickup.pickup_session },
            { name: t("number"), value: <span className="font-mono break-all">{pickup.pickup_number}</span> },
          ]}
        />
      ) : (
        <p className="text-muted">{t("later")}</p>
      )}
    </Section>
  );
}
