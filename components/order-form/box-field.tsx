"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { queryFor } from "@/lib/api-client";
import type { Box } from "@/lib/contracts/box";
import { DECIMAL, decimal, plain } from "@/lib/decimal";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { text } from "@/lib/loose";
import { SIDES, sidesOf } from "@/lib/orders/box-sides";
import { weightInBox } from "@/lib/orders/net-weight";
import { useWorkspace } from "../environment";
import { fieldId, useChecks } from "../forms/form-checks";
import { cn } from "../ui/cn";
import { Combobox } from "../ui/combobox";
import { Field } from "../ui/field";

const isSame = (given: unknown, number: string) => DECIMAL.test(text(given)) && decimal(text(given)).eq(number);

/**
 * The box that a parcel is packed in, chosen by typing: it fills in the parcel's sides, and is the one whose sides the
 * parcel has (contract §41.2). Nothing without boxes.
 */
export function BoxField({ parcel, className }: { parcel: string; className?: string }) {
  const { where } = useWorkspace();
  const { data } = useQuery(queryFor("listBoxes", ALL_ROWS, where));
  const boxes = data?.data ?? [];
  return boxes.length > 0 ? <BoxChoice parcel={parcel} boxes={boxes} className={className} /> : null;
}

function BoxChoice({
  parcel,
  boxes,
  className,
}: {
  parcel: string;
  boxes: readonly Box[];
  className: string | undefined;
}) {
  const t = useTranslations("orderForm.box");
  const sides: unknown[] = useWatch({ name: SIDES.map((side) => `${parcel}.${side}`) });
  // Boxes may have the same sides.
  const [chosen, setChosen] = useState("");
  const fitting = boxes.filter((box) => SIDES.every((side, at) => isSame(sides[at], box[side])));
  const box = fitting.find(({ box_id }) => box_id === chosen) ?? fitting[0];
  const put = usePut(parcel);
  useWeightInBox(parcel, box, put);
  return (
    <Field label={t("label")} id={fieldId(`${parcel}.box`)} className={cn("col-span-2", className)}>
      <Combobox
        options={boxes.map((each) => ({
          value: each.box_id,
          label: each.name,
          description: t("measures", { sides: sidesOf(each), weight: plain(each.weight) }),
        }))}
        value={box?.box_id}
        onValueChange={(id) => {
          const next = boxes.find(({ box_id }) => box_id === id);
          for (const side of SIDES) if (next) put(side, next[side]);
          setChosen(id);
        }}
      />
    </Field>
  );
}

/** Writes a measure of the parcel as if it had been typed. */
function usePut(parcel: string): (field: string, value: string) => void {
  const { setValue } = useFormContext();
  const checks = useChecks();
  return (field, value) => {
    setValue(`${parcel}.${field}`, value, { shouldDirty: true });
    checks.changed(`${parcel}.${field}`);
  };
}

/** Keeps a parcel's weight that of its declared items and the box, unless another one was typed. */
function useWeightInBox(parcel: string, box: Box | undefined, put: (field: string, value: string) => void): void {
  const { getValues } = useFormContext();
  const items: unknown = useWatch({ name: `${parcel}.declaration_list` });
  const due = box ? weightInBox(items, box.weight) : null;
  const filled = useRef(due);
  useEffect(() => {
    if (due === null || due === filled.current) return;
    const now = text(getValues(`${parcel}.act_weight`));
    const isTyped = now !== "" && !(filled.current !== null && isSame(now, filled.current));
    filled.current = due;
    if (!isTyped) put("act_weight", due);
  });
}
