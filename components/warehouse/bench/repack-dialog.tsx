"use client";

import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useFailureWords } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ApiFailure, type CallInput } from "@/lib/api-client";
import { readyPickPack } from "@/lib/contracts/pickpack";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import { problemsOf } from "@/lib/contracts/problems";
import { fieldName, fieldOfPointer } from "@/lib/form-paths";
import { validationMessage } from "@/lib/i18n/validation";

const MEASURES = ["length", "width", "height", "act_weight"] as const;
type Measures = Record<(typeof MEASURES)[number], string>;

/** Takes the measures of parcels that were packed otherwise; the order is priced anew and its labels follow. */
export function RepackDialog({
  bench,
  isBusy,
  onFinish,
  onClose,
}: {
  bench: Bench;
  isBusy: boolean;
  /** @throws ApiFailure */
  onFinish: (input: CallInput<typeof readyPickPack>) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslations("warehouse.bench.repack");
  const language = useLocale();
  const words = useFailureWords();
  const [parcels, setParcels] = useState<Measures[]>(() =>
    bench.parcel_list.map(({ length, width, height, act_weight }) => ({ length, width, height, act_weight })),
  );
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);

  function change(index: number, measure: keyof Measures, value: string) {
    setParcels(parcels.map((each, at) => (at === index ? { ...each, [measure]: value } : each)));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const parcel_list = parcels.map((parcel) =>
      Object.fromEntries(MEASURES.map((measure) => [measure, parcel[measure].trim()])),
    ) as Measures[];
    const input = { order_id: bench.order_id, is_require_repack: "Y" as const, parcel_list };
    const judged = readyPickPack.body?.safeParse(input);
    const problems = judged?.error ? problemsOf(judged.error, readyPickPack.body) : [];
    setErrors(
      Object.fromEntries(
        problems.map(({ path, key, params }) => [fieldName(path), validationMessage(key, params, language)]),
      ),
    );
    setFailure(null);
    if (problems.length > 0) return;
    try {
      await onFinish(input);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const told = error.entries.map(({ pointer, message }) => [fieldOfPointer(pointer), message] as const);
      setErrors(Object.fromEntries(told));
      // What stands at no field is told above them.
      const elsewhere = told.filter(([field]) => !field.startsWith("parcel_list.")).map(([, message]) => message);
      const { title, todo } = words(error);
      setFailure(told.length === 0 ? `${title}. ${todo}` : elsewhere.join(" ") || null);
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent title={t("title")} description={t("means")} size="md">
        <form onSubmit={submit} noValidate className="flex flex-col gap-6">
          {failure ? (
            <p role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-base text-bad">
              {failure}
            </p>
          ) : null}
          {parcels.map((parcel, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parcels never change places
            <fieldset key={index}>
              <legend className="mb-2 text-base font-semibold">
                {t("parcel", { parcel: index + 1, parcels: parcels.length })}
              </legend>
              <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4">
                {MEASURES.map((measure) => (
                  <Field key={measure} label={t(measure)} required error={errors[`parcel_list.${index}.${measure}`]}>
                    <Input
                      inputMode="decimal"
                      autoComplete="off"
                      className="h-11 text-base tabular-nums"
                      value={parcel[measure]}
                      onChange={(event) => change(index, measure, event.target.value)}
                    />
                  </Field>
                ))}
              </div>
              {errors[`parcel_list.${index}`] ? (
                <p className="mt-2 text-base text-bad">{errors[`parcel_list.${index}`]}</p>
              ) : null}
            </fieldset>
          ))}
          <div className="flex flex-wrap justify-end gap-2">
            <Button className="h-14 text-base" disabled={isBusy} onClick={onClose}>
              {t("back")}
            </Button>
            <Button type="submit" variant="primary" className="h-14 text-base" loading={isBusy}>
              {t("confirm")}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
