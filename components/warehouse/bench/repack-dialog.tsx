"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { useWorkspace } from "@/components/environment";
import { ContractForm, useContractForm } from "@/components/forms/contract-form";
import { TextField, useFormField } from "@/components/forms/form-fields";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Money } from "@/components/ui/money";
import { useLater } from "@/components/ui/use-later";
import { type CallInput, call, keyOf } from "@/lib/api-client";
import { readyPickPack } from "@/lib/contracts/pickpack";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import { formatMoney } from "@/lib/format";
import { judgeContract } from "@/lib/forms/judge-body";

const MEASURES = ["length", "width", "height", "act_weight"] as const;
type Measures = Record<(typeof MEASURES)[number], string>;
type Values = { parcel_list: Measures[] };

/** Asks for the measures of repacked parcels; the order gets a new price and new labels. */
export function RepackDialog({
  bench,
  isBusy,
  onFinish,
  onClose,
}: {
  bench: Bench;
  isBusy: boolean;
  /** @throws ApiFailure */
  onFinish: (input: CallInput<"readyPickPack">) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslations("warehouse.bench.repack");
  const language = useLocale();
  const state = useContractForm<Values>({
    initial: {
      parcel_list: bench.parcel_list.map(({ length, width, height, act_weight }) => ({
        length,
        width,
        height,
        act_weight,
      })),
    },
    judge: (values) => judgeContract(readyPickPack, inputOf(values), language),
  });

  function inputOf({ parcel_list }: Values) {
    return {
      order_id: bench.order_id,
      is_require_repack: "Y" as const,
      parcel_list: parcel_list.map(
        (parcel) => Object.fromEntries(MEASURES.map((measure) => [measure, parcel[measure].trim()])) as Measures,
      ),
    };
  }

  const values = useWatch({ control: state.form.control }) as Values;
  const price = useRepackPrice(bench.order_id, inputOf(values).parcel_list);

  // Finished only at a price that was seen, for exactly these measures.
  async function send(values: Values) {
    if (price.isWaiting) return "refused";
    if (price.now === null) {
      await price.askAgain();
      return "refused";
    }
    await onFinish(inputOf(values));
    onClose();
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent title={t("title")} description={t("means")} size="md">
        <ContractForm state={state} onSend={send} className="gap-6">
          {bench.parcel_list.map((parcel, index, { length }) => (
            <Parcel key={parcel.parcel} index={index} legend={t("parcel", { parcel: index + 1, parcels: length })} />
          ))}
          <NewPrice price={price} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button className="h-14 text-base" disabled={isBusy} onClick={onClose}>
              {t("back")}
            </Button>
            <Button
              type="submit"
              variant="primary"
              className={cn("h-14 text-base", price.isWaiting && "opacity-60")}
              loading={isBusy}
              aria-disabled={price.isWaiting || undefined}
            >
              {price.now === null ? t("confirm") : t("confirmFor", { price: formatMoney(price.now) })}
            </Button>
          </div>
        </ContractForm>
      </DialogContent>
    </Dialog>
  );
}

function Parcel({ index, legend }: { index: number; legend: string }) {
  const t = useTranslations("warehouse.bench.repack");
  const { id, error } = useFormField(`parcel_list.${index}`);
  return (
    <fieldset id={id}>
      <legend className="mb-2 text-base font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4">
        {MEASURES.map((measure) => (
          <TextField
            key={measure}
            name={`parcel_list.${index}.${measure}`}
            title={t(measure)}
            required
            kind="decimal"
            controlClass="h-11 text-left text-base tabular-nums"
          />
        ))}
      </div>
      {error ? <p className="mt-2 text-base text-bad">{error}</p> : null}
    </fieldset>
  );
}

const PAUSE_MS = 300;

/** Asks what the order costs by these measures; wrong measures have no price. */
function useRepackPrice(orderId: string, parcels: Measures[]) {
  const { where } = useWorkspace();
  const text = JSON.stringify(parcels);
  const settled = useLater(text, PAUSE_MS);
  const price = useQuery({
    queryKey: [...keyOf("priceRepack", where), orderId, settled],
    queryFn: () => call("priceRepack", { order_id: orderId, parcel_list: JSON.parse(settled) }, where),
    retry: false,
  });
  const isWaiting = text !== settled || price.isFetching;
  const shown = isWaiting || price.isError ? undefined : price.data;
  return {
    /** HKD, of these measures; null: there is none, or not yet. */
    now: shown?.quote_price ?? null,
    before: shown?.price_before ?? null,
    isWaiting,
    /** @throws ApiFailure */
    askAgain: () => price.refetch({ throwOnError: true }),
  };
}

/** What the order costs by the measures that are typed, before it is finished. */
function NewPrice({ price }: { price: ReturnType<typeof useRepackPrice> }) {
  const t = useTranslations("warehouse.bench.repack");
  const { now, before, isWaiting } = price;
  return (
    <p role="status" className="min-h-6 text-base">
      {now !== null && before !== null
        ? t.rich("price", {
            price: () => <Money amount={now} className="font-semibold" />,
            before: () => <Money amount={before} />,
          })
        : t(isWaiting ? "waiting" : "noPrice")}
    </p>
  );
}
