"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { ConfirmForm } from "@/components/forms/confirm-form";
import { useContractForm } from "@/components/forms/contract-form";
import { ChoiceField, TextField } from "@/components/forms/form-fields";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useOperation } from "@/components/use-operation";
import { useWarehouse } from "@/components/warehouse/workspace";
import { queryFor } from "@/lib/api-client";
import type { WavePickList } from "@/lib/contracts/pickpack-bench";

type Asked = "edit" | "closeWave" | "cancelWave";

/** Names a wave, assigns it, closes or cancels it. */
export function WaveActions({ wave, className }: { wave: WavePickList; className?: string }) {
  const t = useTranslations("warehouse.waves.act");
  const [asked, setAsked] = useState<Asked | null>(null);
  const { wave_id, wave_number: number } = wave;
  const isPacked = wave.order_list.some(({ status }) => status === "PICKPACK_READY_TO_SHIPMENT");

  const close = () => setAsked(null);

  return (
    <div className={cn("flex flex-wrap gap-2", className)}>
      <Button className="pointer-coarse:h-11" onClick={() => setAsked("edit")}>
        <Pencil aria-hidden="true" />
        {t("edit")}
      </Button>
      {wave.status === "OPEN" ? (
        <>
          <Button className="pointer-coarse:h-11" onClick={() => setAsked("closeWave")}>
            <CircleCheck aria-hidden="true" />
            {t("closeWave")}
          </Button>
          {isPacked ? null : (
            <Button className="pointer-coarse:h-11" onClick={() => setAsked("cancelWave")}>
              <CircleX aria-hidden="true" />
              {t("cancelWave")}
            </Button>
          )}
        </>
      ) : null}
      {asked === "edit" ? (
        <EditDialog wave={wave} onClose={close} />
      ) : asked ? (
        <ConfirmOperation
          operation={asked}
          input={{ wave_id }}
          tone={asked === "cancelWave" ? "danger" : "normal"}
          title={t(`${asked}Title`, { wave: number })}
          description={t("means", { count: wave.open_count })}
          confirmLabel={t(`${asked}Do`)}
          cancelLabel={t("keep")}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

type Values = { name: string; assigned_to: string };

function EditDialog({ wave, onClose }: { wave: WavePickList; onClose: () => void }) {
  const t = useTranslations("warehouse.waves.act");
  const { where } = useWarehouse();
  const update = useOperation("updateWave");
  const packers = useQuery(queryFor("listPackers", {}, where));
  const state = useContractForm<Values>({
    initial: { name: wave.name ?? "", assigned_to: wave.assigned_to?.person_id ?? "" },
    judge: () => [],
  });
  // A person who has since left the warehouse keeps the wave until staff give it to another.
  const people = packers.data?.person_list ?? [];
  const holder = wave.assigned_to;
  const known =
    holder && !people.some(({ person_id }) => person_id === holder.person_id) ? [holder, ...people] : people;

  async function send({ name, assigned_to }: Values) {
    const given = { name: name.trim(), assigned_to };
    const fields = ["name", "assigned_to"] as const;
    await update.send({
      wave_id: wave.wave_id,
      ...Object.fromEntries(fields.flatMap((field) => (given[field] ? [[field, given[field]]] : []))),
      clear: fields.filter((field) => !given[field]),
    });
  }

  return (
    <ConfirmForm
      state={state}
      onClose={onClose}
      title={t("editTitle", { wave: wave.wave_number })}
      description={t("editMeans")}
      confirmLabel={t("save")}
      cancelLabel={t("keepEdit")}
      onSend={send}
    >
      <div className="mt-4 flex flex-col gap-3">
        <TextField name="name" title={t("name")} optional limit={60} />
        <ChoiceField
          name="assigned_to"
          title={t("who")}
          options={[
            { value: "none", label: t("nobody") },
            ...known.map(({ person_id, name }) => ({ value: person_id, label: name })),
          ]}
        />
      </div>
    </ConfirmForm>
  );
}
