"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useFailureWords } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { toast } from "@/components/ui/toast";
import { useWarehouse } from "@/components/warehouse/place";
import { ApiFailure } from "@/lib/api-client";
import { formatNumber } from "@/lib/format";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { callLazily, lazyKeyOf, lazyQueryFor } from "@/lib/lazy-contract";
import type { ListProvider } from "@/lib/list-provider";
import { CutOff } from "../(queue)/cut-off";
import { CREATE_WAVE, LIST_PICK_PACK, LIST_WAVES, READ_QUEUE, READ_WAVE } from "../(queue)/operations";
import { laneQueryOf } from "../(queue)/queue-tabs";

const ANY = "any";
// As MAX_WAVE of the contract, which would bring its schemas.
const MOST = 100;

/** Puts confirmed orders together for one round, and says beforehand how many it takes; leads to the wave's page. */
export function NewWaveDialog({
  firstService,
  firstCutOff,
  providers,
  today,
  onClose,
}: {
  firstService?: string | undefined;
  firstCutOff?: string | undefined;
  providers: readonly ListProvider[];
  /** Today in Hong Kong. */
  today: string;
  onClose: () => void;
}) {
  const t = useTranslations("warehouse.waves.new");
  const router = useRouter();
  const client = useQueryClient();
  const { where, href } = useWarehouse();
  const failureWords = useFailureWords();
  const [service, setService] = useState(firstService ?? ANY);
  const [cutOff, setCutOff] = useState(firstCutOff);
  const [key] = useState(newIdempotencyKey);
  const queue = useQuery({
    ...lazyQueryFor(READ_QUEUE, laneQueryOf({ until: cutOff }), where),
    placeholderData: keepPreviousData,
  });
  const create = useMutation({
    mutationFn: async () => {
      const input = {
        ...(service === ANY ? {} : { shipping_provider: service }),
        ...(cutOff ? { cut_off: cutOff } : {}),
      };
      try {
        return await callLazily(CREATE_WAVE, input, { ...where, idempotencyKey: key });
      } catch (error) {
        // It was made by an earlier try whose answer got lost.
        const made = error instanceof ApiFailure && error.code === "500998" ? error.extra.id : null;
        if (typeof made !== "string") throw error;
        return callLazily(READ_WAVE, { wave_id: made }, where);
      }
    },
    onSuccess: async (wave) => {
      client.setQueryData(lazyQueryFor(READ_WAVE, { wave_id: wave.wave_id }, where).queryKey, wave);
      toast.success(t("done", { count: wave.order_count }));
      onClose();
      router.push(href(`/waves/${wave.wave_id}`));
      await Promise.all(
        [LIST_PICK_PACK, READ_QUEUE, LIST_WAVES].map((operation) =>
          client.invalidateQueries({ queryKey: lazyKeyOf(operation, where) }),
        ),
      );
    },
  });

  const lanes = queue.data?.provider_list.filter((lane) => service === ANY || lane.shipping_provider === service);
  const waiting = lanes?.reduce((sum, { unwaved }) => sum + unwaved, 0);
  const failure = create.isError ? failureWords(create.error) : null;
  const services = [
    { value: ANY, label: t("any") },
    ...providers.map(({ code, shortName }) => ({ value: code, label: shortName })),
  ];
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !create.isPending && onClose()}>
      <DialogContent
        title={t("title")}
        description={t("means")}
        footer={
          <>
            <Button className="pointer-coarse:h-11" disabled={create.isPending} onClick={onClose}>
              {t("close")}
            </Button>
            <Button
              variant="primary"
              className="pointer-coarse:h-11"
              loading={create.isPending}
              disabled={waiting === 0}
              onClick={() => create.mutate()}
            >
              {t("do")}
            </Button>
          </>
        }
      >
        <Field label={t("service")}>
          <NativeSelect
            value={service}
            options={
              services.some(({ value }) => value === service)
                ? services
                : [...services, { value: service, label: service }]
            }
            onValueChange={(value) => {
              create.reset();
              setService(value);
            }}
          />
        </Field>
        <div className="mt-4">
          <CutOff
            value={cutOff}
            today={today}
            onChange={(value) => {
              create.reset();
              setCutOff(value ?? undefined);
            }}
          />
          <p className="mt-1 text-xs text-muted">{t("cutOffHint")}</p>
        </div>
        <p role="status" className="mt-4 min-h-5 font-semibold tabular-nums">
          {waiting === undefined
            ? queue.isError
              ? t("uncounted")
              : null
            : waiting > MOST
              ? t("takesSome", { most: MOST, count: formatNumber(waiting) })
              : t("takes", { count: waiting })}
        </p>
        {failure ? (
          <p role="alert" className="mt-2 text-bad">
            {failure.detail ?? `${failure.title} ${failure.lost} ${failure.todo}`}
          </p>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}
