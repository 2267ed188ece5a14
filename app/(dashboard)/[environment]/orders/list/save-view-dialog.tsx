"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { ContractForm, useContractForm } from "@/components/contract-form";
import { usePlace } from "@/components/environment";
import { TextField } from "@/components/form-fields";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import { ApiFailure } from "@/lib/api-client";
import { VIEW_NAME_MAX, viewName } from "@/lib/contracts/view";
import { judgeValue } from "@/lib/judge-body";
import { type Shown, saveShown, useViews, useViewsChanged } from "./views";

type Values = { name: string };

/** Saves what the list shows under a name; a name that exists is overwritten, and the button says so. */
export default function SaveViewDialog({ query, columns, onClose }: Shown & { onClose: () => void }) {
  const t = useTranslations("orderList.options");
  const language = useLocale();
  const { where, account, isStaff } = usePlace();
  const changed = useViewsChanged();
  const showFailure = useFailureToast();
  const views = useViews().data?.data ?? [];
  const state = useContractForm<Values>({
    initial: { name: "" },
    judge: ({ name }) => judgeValue(viewName, name, language).map(({ message }) => ({ field: "name", message })),
  });
  const { isBusy } = state;
  const given = String(useWatch({ control: state.form.control, name: "name" })).trim();
  const replaced = views.find((view) => view.is_own === "Y" && view.name.toLowerCase() === given.toLowerCase());
  const [chosen, choose] = useState<"Y" | "N" | null>(null);
  // What is replaced stays shared, unless its author decides otherwise.
  const is_shared = chosen ?? replaced?.is_shared ?? "N";

  async function save({ name }: Values, idempotencyKey: string) {
    try {
      await saveShown({ query, columns, name, is_shared }, { replaced, idempotencyKey, where });
      toast.success(t("saved", { name: given }));
      onClose();
    } catch (failure) {
      // The form shows it; other refusals are notices.
      if (failure instanceof ApiFailure && failure.entries.some(({ pointer }) => pointer === "/name")) throw failure;
      showFailure(failure);
    } finally {
      await changed();
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        title={t("saveTitle")}
        description={t("saveMeans")}
        size="sm"
        footer={
          <>
            <Button onClick={onClose} disabled={isBusy}>
              {t("cancel")}
            </Button>
            <Button variant="primary" type="submit" form="save-view" loading={isBusy}>
              {t(replaced ? "replaceView" : "saveView")}
            </Button>
          </>
        }
      >
        <ContractForm id="save-view" state={state} onSend={save}>
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
        </ContractForm>
      </DialogContent>
    </Dialog>
  );
}
