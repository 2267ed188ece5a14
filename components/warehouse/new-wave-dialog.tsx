"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { useContractForm } from "@/components/forms/contract-form";
import { FormDialog } from "@/components/forms/form-dialog";
import { ChoiceField, TextField, TickField } from "@/components/forms/form-fields";
import { toast } from "@/components/ui/toast";
import { useOperation } from "@/components/use-operation";
import { useWarehouse } from "@/components/warehouse/workspace";
import { type CallInput, type CallResult, call, queryFor } from "@/lib/api-client";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import { formatNumber } from "@/lib/format";
import type { ListProvider } from "@/lib/lists/list-provider";
import { CutOff } from "./cut-off";
import { laneQueryOf } from "./queue-tabs";

// Same as MAX_WAVE of the contract, which would bring its schemas.
const MOST = 100;

type Values = { shipping_provider: string; cut_off: string; is_single_items: string; name: string };

/** Puts confirmed orders together for one round, says beforehand how many it takes, and leads to the wave's page. */
export function NewWaveDialog({
  firstService,
  firstCutOff,
  merchant,
  orders,
  providers,
  today,
  onClose,
}: {
  firstService?: string | undefined;
  firstCutOff?: string | undefined;
  /** The only merchant whose orders it takes. */
  merchant?: string | undefined;
  /** The orders that it is made of; without them it takes what matches. */
  orders?: readonly Pick<PickPackRow, "customer_eid" | "order_id">[] | undefined;
  providers: readonly ListProvider[];
  /** Today in Hong Kong. */
  today: string;
  onClose: () => void;
}) {
  const t = useTranslations("warehouse.waves.new");
  const router = useRouter();
  const create = useOperation("createWave");
  const { where, href } = useWarehouse();
  const state = useContractForm<Values>({
    initial: { shipping_provider: firstService ?? "", cut_off: firstCutOff ?? "", is_single_items: "N", name: "" },
    judge: () => [],
  });
  const { form } = state;
  const service = String(useWatch({ control: form.control, name: "shipping_provider" }));
  const cutOff = String(useWatch({ control: form.control, name: "cut_off" }));
  const isSingle = useWatch({ control: form.control, name: "is_single_items" }) === "Y";
  const matching = useMatching({ service, cutOff, isSingle, merchant }, !orders);
  const waiting = orders ? orders.length : matching.count;

  function inputOf({ name, is_single_items, ...what }: Values): CallInput<"createWave"> {
    const named = name.trim() ? { name } : {};
    if (orders)
      return { order_list: orders.map(({ customer_eid, order_id }) => ({ customer_eid, order_id })), ...named };
    return {
      ...what,
      ...(is_single_items === "Y" ? { is_single_items } : {}),
      ...(merchant ? { customer_eid: merchant } : {}),
      ...named,
    };
  }

  function showWave(wave: CallResult<"readWave">) {
    toast.success(t("done", { count: wave.order_count }));
    onClose();
    router.push(href(`/waves/${wave.wave_id}`));
  }

  const services = [
    { value: "none", label: t("any") },
    ...providers.map(({ code, shortName }) => ({ value: code, label: shortName })),
  ];
  return (
    <FormDialog
      state={state}
      title={t("title")}
      description={t(orders ? "meansChosen" : merchant ? "meansMerchant" : "means")}
      size="md"
      submitLabel={t("do")}
      isSubmitDisabled={waiting === 0}
      onSend={async (values, idempotencyKey) => showWave(await create.send(inputOf(values), { idempotencyKey }))}
      existed={async (id) => showWave(await call("readWave", { wave_id: id }, where))}
      onClose={onClose}
    >
      {orders ? null : (
        <>
          <ChoiceField name="shipping_provider" title={t("service")} options={services} />
          <div>
            <CutOff
              value={cutOff || undefined}
              today={today}
              onChange={(value) => form.setValue("cut_off", value ?? "")}
            />
            <p className="mt-1 text-xs text-muted">{t("cutOffHint")}</p>
          </div>
          <TickField name="is_single_items" label={t("single")} />
        </>
      )}
      <TextField name="name" title={t("name")} optional limit={60} />
      <p role="status" className="min-h-5 font-semibold tabular-nums">
        {waiting === undefined
          ? matching.isError
            ? t("uncounted")
            : null
          : waiting > MOST
            ? t("takesSome", { most: MOST, count: formatNumber(waiting) })
            : t("takes", { count: waiting })}
      </p>
    </FormDialog>
  );
}

/** How many orders that match are in no wave yet. */
function useMatching(
  what: { service: string; cutOff: string; isSingle: boolean; merchant: string | undefined },
  enabled: boolean,
): { count: number | undefined; isError: boolean } {
  const { where } = useWarehouse();
  const { data, isError } = useQuery({
    ...queryFor("readQueue", laneQueryOf({ until: what.cutOff || undefined, customer_eid: what.merchant }), where),
    enabled,
    placeholderData: keepPreviousData,
  });
  const lanes = data?.provider_list.filter((lane) => !what.service || lane.shipping_provider === what.service);
  const countOf = (lane: { unwaved: number; unwaved_single: number }) =>
    what.isSingle ? lane.unwaved_single : lane.unwaved;
  return { count: lanes?.reduce((sum, lane) => sum + countOf(lane), 0), isError };
}
