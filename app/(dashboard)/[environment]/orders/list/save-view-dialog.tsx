"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { ContractForm, useContractForm } from "@/components/contract-form";
import { usePlace } from "@/components/environment";
import { TextField, TickField } from "@/components/form-fields";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import { ApiFailure } from "@/lib/api-client";
import { VIEW_NAME_MAX, viewName } from "@/lib/contracts/view";
import { judgeValue } from "@/lib/judge-body";
import { type Shown, saveShown, useViews, useViewsChanged } from "./views";

type Values = { name: string; is_shared: "Y" | "N" };

/** Where the form shows a refusal; others are notices. */
const AT_FIELD = { "/name": true, "/is_shared": true };

/** Saves what the list shows under a name; a name that exists is overwritten, and the button says so. */
export default function SaveViewDialog({ query, columns, onClose }: Shown & { onClose: () => void }) {
  const t = useTranslations("orderList.options");
  const language = useLocale();
  const { where, account, isStaff } = usePlace();
  const changed = useViewsChanged();
  const showFailure = useFailureToast();
  const views = useViews().data?.data ?? [];
  const state = useContractForm<Values>({
    initial: { name: "", is_shared: "N" },
    judge: ({ name }) => judgeValue(viewName, name, language).map(({ message }) => ({ field: "name", message })),
  });
  const { isBusy } = state;
  const given = String(useWatch({ control: state.form.control, name: "name" })).trim();
  const replaced = views.find((view) => view.is_own === "Y" && view.name.toLowerCase() === given.toLowerCase());
  // What is replaced stays shared, unless its author decides otherwise.
  const wasShared = replaced?.is_shared ?? "N";
  const { setValue } = state.form;
  useEffect(() => setValue("is_shared", wasShared), [setValue, wasShared]);

  async function save({ name, is_shared }: Values, idempotencyKey: string) {
    try {
      await saveShown({ query, columns, name, is_shared }, { replaced, idempotencyKey, where });
      toast.success(t("saved", { name: given }));
      onClose();
    } catch (failure) {
      const isAtField = failure instanceof ApiFailure && failure.entries.some(({ pointer }) => pointer in AT_FIELD);
      if (isAtField) throw failure;
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
          {isStaff ? null : <TickField name="is_shared" label={t("share", { account: account.name })} />}
        </ContractForm>
      </DialogContent>
    </Dialog>
  );
}
