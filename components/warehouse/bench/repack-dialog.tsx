"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { ContractForm, useContractForm } from "@/components/contract-form";
import { usePlace } from "@/components/environment";
import { TextField, useFormField } from "@/components/form-fields";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Money } from "@/components/ui/money";
import { useLater } from "@/components/ui/use-later";
import { type CallInput, call, keyOf } from "@/lib/api-client";
import { readyPickPack } from "@/lib/contracts/pickpack";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import { judgeBody } from "@/lib/judge-body";

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
    judge: (values) => (readyPickPack.body ? judgeBody(readyPickPack.body, inputOf(values), language) : []),
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

  async function send(values: Values) {
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
          <NewPrice orderId={bench.order_id} parcels={inputOf(values).parcel_list} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button className="h-14 text-base" disabled={isBusy} onClick={onClose}>
              {t("back")}
            </Button>
            <Button type="submit" variant="primary" className="h-14 text-base" loading={isBusy}>
              {t("confirm")}
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

/** What the order costs by these measures, before it is finished; wrong measures have no price. */
function NewPrice({ orderId, parcels }: { orderId: string; parcels: Measures[] }) {
  const t = useTranslations("warehouse.bench.repack");
  const { where } = usePlace();
  const text = JSON.stringify(parcels);
  const settled = useLater(text, PAUSE_MS);
  const price = useQuery({
    queryKey: [...keyOf("priceRepack", where), orderId, settled],
    queryFn: () => call("priceRepack", { order_id: orderId, parcel_list: JSON.parse(settled) }, where),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isOld = text !== settled || price.isFetching;
  return (
    <p role="status" className={cn("min-h-6 text-base", isOld && "opacity-60")}>
      {price.data && !price.isError
        ? t.rich("price", {
            price: () => <Money amount={price.data.quote_price} className="font-semibold" />,
            before: () => <Money amount={price.data.price_before} />,
          })
        : price.isError
          ? t("noPrice")
          : null}
    </p>
  );
}
