"use client";

// Loaded late: a form and its schemas, once a box is added or changed.

import { useLocale, useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { useContractForm } from "@/components/forms/contract-form";
import { FormDialog } from "@/components/forms/form-dialog";
import { TextField } from "@/components/forms/form-fields";
import { useOperation } from "@/components/use-operation";
import { type CallInput, call } from "@/lib/api-client";
import { BOX_NAME_MAX, type Box, createBox } from "@/lib/contracts/box";
import { normalise } from "@/lib/contracts/normalise";
import { judgeContract } from "@/lib/forms/judge-body";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { SIDES } from "@/lib/orders/box-sides";

type BoxValues = Pick<Box, "name" | "length" | "width" | "height" | "weight">;

const valuesOf = (box: Box | null): BoxValues => ({
  name: box?.name ?? "",
  length: box?.length ?? "",
  width: box?.width ?? "",
  height: box?.height ?? "",
  weight: box?.weight ?? "",
});

/** Adds a box, or changes one. `box`: the one that is changed; null: a new one. */
export default function BoxDialog({ box, onClose }: { box: Box | null; onClose: () => void }) {
  const t = useTranslations("boxes");
  const language = useLocale();
  const { where } = useWorkspace();
  const create = useOperation("createBox");
  const update = useOperation("updateBox");
  const state = useContractForm<BoxValues>({
    initial: valuesOf(box),
    judge: (values) => judgeContract(createBox, normalise(values), language),
  });

  async function send(values: BoxValues, idempotencyKey: string) {
    const body = normalise(values) as CallInput<"createBox">;
    if (box) await update.send({ ...body, box_id: box.box_id, revision: box.revision }, { done: t("saved") });
    else await create.send(body, { idempotencyKey, done: t("added") });
    onClose();
  }

  async function reread() {
    const { data } = await call("listBoxes", ALL_ROWS, where);
    return valuesOf(data.find(({ box_id }) => box_id === box?.box_id) ?? box);
  }

  return (
    <FormDialog
      state={state}
      title={box ? t("change") : t("add")}
      submitLabel={box ? t("save") : t("add")}
      onSend={send}
      existed={() => onClose()}
      {...(box && { reread })}
      onClose={onClose}
    >
      <TextField name="name" title={t("name")} limit={BOX_NAME_MAX} required hint={t("nameHint")} />
      <div className="grid grid-cols-3 items-start gap-3">
        {SIDES.map((side) => (
          <TextField key={side} name={side} kind="decimal" suffix="cm" required />
        ))}
      </div>
      <TextField name="weight" title={t("weight")} kind="decimal" suffix="kg" required hint={t("weightHint")} />
    </FormDialog>
  );
}
