"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { ContractForm, useContractForm } from "@/components/forms/contract-form";
import { PickupWindowFields } from "@/components/order-form/pickup-window-fields";
import { BulkDialog } from "@/components/orders/bulk/bulk-dialog";
import { useBulk } from "@/components/orders/bulk/use-bulk";
import { useFailureToast } from "@/components/ui/failure-toast";
import { queryFor } from "@/lib/api-client";
import type { DispatchOrder } from "@/lib/contracts/dispatch";
import { formatNumber } from "@/lib/format";
import { firstWindow, hongKongNow, type PickupCalendar } from "@/lib/orders/pickup-window";

/** Of a service that is no longer offered. */
const CLOSED: PickupCalendar = { pickup_weekdays: [], pickup_closed_dates: [] };

/** Books the collection of orders of one service, or moves it. */
export function BookDialog(props: { orders: readonly DispatchOrder[]; provider: string; onClose: () => void }) {
  const { where } = useWorkspace();
  const providers = useQuery(queryFor("listProviders", {}, where));
  const showFailure = useFailureToast({ reading: true });
  const { error } = providers;
  const { onClose } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the failure ends it
  useEffect(() => {
    if (!error) return;
    showFailure(error);
    onClose();
  }, [error]);
  if (!providers.data) return null;
  const services = providers.data.find(({ code }) => code === props.provider)?.services;
  return <Booking {...props} calendar={services ?? CLOSED} />;
}

function Booking({
  orders,
  calendar,
  onClose,
}: {
  orders: readonly DispatchOrder[];
  calendar: PickupCalendar;
  onClose: () => void;
}) {
  const t = useTranslations("orderBulk.book");
  const [now] = useState(hongKongNow);
  const [first] = useState(() => firstWindow(calendar, now));
  const state = useContractForm({
    initial: { pickup_arrange: first ?? { pickup_date: "", pickup_start_time: "", pickup_end_time: "" } },
    judge: () => [],
  });
  const ids = orders.map(({ order_id }) => order_id);
  const bulk = useBulk("book", ids, {
    operation: "updateOrder",
    input: () => ({ pickup_arrange: state.form.getValues("pickup_arrange") }),
  });
  const asked = { count: formatNumber(bulk.able.length), n: bulk.able.length };
  return (
    <BulkDialog
      action="book"
      bulk={bulk}
      question={{
        title: t("question", asked),
        means: t(first ? "means" : "closed"),
        start: t("start", asked),
        back: t("back"),
        isDisabled: !first,
        details: first ? (
          <ContractForm state={state} onSend={async () => void bulk.start()}>
            <PickupWindowFields calendar={calendar} now={now} />
          </ContractForm>
        ) : null,
      }}
      onClose={onClose}
    />
  );
}
