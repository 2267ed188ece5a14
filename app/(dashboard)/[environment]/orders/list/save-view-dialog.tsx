"use client";

// Loaded late: its schemas, which a list has no other use for.

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useWorkspace } from "@/components/environment";
import { useContractForm } from "@/components/forms/contract-form";
import { FormDialog } from "@/components/forms/form-dialog";
import { TextField } from "@/components/forms/form-fields";
import { Checkbox } from "@/components/ui/checkbox";
import { useOperation } from "@/components/use-operation";
import { VIEW_NAME_MAX, viewName } from "@/lib/contracts/view";
import { judgeValue } from "@/lib/forms/judge-body";
import type { PageSize } from "@/lib/lists/pagination";
import { type Shown, useViews } from "./views";

type Values = { name: string };

/** Saves what the list shows under a name; a name that exists is overwritten, and the button says so. */
export default function SaveViewDialog({ query, columns, onClose }: Shown & { onClose: () => void }) {
  const t = useTranslations("orderList.options");
  const language = useLocale();
  const { account, isStaff } = useWorkspace();
  const create = useOperation("createView");
  const replace = useOperation("saveView");
  const views = useViews().data?.data ?? [];
  const state = useContractForm<Values>({
    initial: { name: "" },
    judge: ({ name }) => judgeValue(viewName, name, language).map(({ message }) => ({ field: "name", message })),
  });
  const given = String(useWatch({ control: state.form.control, name: "name" })).trim();
  const replaced = views.find((view) => view.is_own === "Y" && view.name.toLowerCase() === given.toLowerCase());
  const [chosen, choose] = useState<"Y" | "N" | null>(null);
  // What is replaced stays shared, unless its author decides otherwise.
  const is_shared = chosen ?? replaced?.is_shared ?? "N";

  async function save({ name }: Values, idempotencyKey: string) {
    // The page offers only these sizes.
    const body = { name, query: { ...query, limit: query.limit as PageSize }, columns: [...columns], is_shared };
    const done = t("saved", { name: given });
    if (replaced) await replace.send({ id: replaced.id, ...body, revision: replaced.revision }, { done });
    else await create.send(body, { idempotencyKey, done });
    onClose();
  }

  return (
    <FormDialog
      state={state}
      title={t("saveTitle")}
      description={t("saveMeans")}
      submitLabel={t(replaced ? "replaceView" : "saveView")}
      onSend={save}
      onClose={onClose}
    >
      <TextField
        name="name"
        title={t("name")}
        required
        limit={VIEW_NAME_MAX}
        hint={replaced ? t("replaces", { name: replaced.name }) : t("nameHint")}
      />
      {isStaff ? null : (
        <Checkbox
          label={t("share", { account: account.name })}
          checked={is_shared === "Y"}
          onCheckedChange={(isOn) => choose(isOn === true ? "Y" : "N")}
        />
      )}
    </FormDialog>
  );
}
