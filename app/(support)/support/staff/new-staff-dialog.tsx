"use client";

import { useLocale, useTranslations } from "next-intl";
import { ContractForm, useContractForm } from "@/components/contract-form";
import { TextField, useFormField } from "@/components/form-fields";
import { useSupport } from "@/components/support/place";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { ApiFailure, call } from "@/lib/api-client";
import { createStaff, STAFF_ROLES, type StaffRole } from "@/lib/contracts/staff";
import { judgeContract } from "@/lib/judge-body";
import { useStaffChange } from "./use-staff-change";

type Values = { email: string; name: string; role: StaffRole };

/** Makes a person of staff, who gets a link by e-mail. */
export function NewStaffDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("support.staff.add");
  const language = useLocale();
  const { where } = useSupport();
  const change = useStaffChange();
  const state = useContractForm<Values>({
    initial: { email: "", name: "", role: "warehouse" },
    judge: (values) => judgeContract(createStaff, values, language),
  });

  async function send({ email, name, role }: Values) {
    try {
      await change(
        () => call("createStaff", { email, role, ...(name.trim() ? { name } : {}) }, where),
        t("done", { email }),
      );
    } catch (error) {
      // A refused field is shown at the field, too; anything else only as the notice.
      if (error instanceof ApiFailure && error.entries.length > 0) throw error;
      return "refused" as const;
    }
    onClose();
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !state.isBusy && onClose()}>
      <DialogContent
        title={t("title")}
        description={t("means")}
        size="sm"
        footer={
          <>
            <Button onClick={onClose} disabled={state.isBusy}>
              {t("cancel")}
            </Button>
            <Button variant="primary" type="submit" form="new-staff" loading={state.isBusy}>
              {t("submit")}
            </Button>
          </>
        }
      >
        <ContractForm id="new-staff" state={state} onSend={send}>
          <TextField name="email" title={t("email")} kind="email" required />
          <TextField name="name" title={t("name")} optional limit={100} />
          <RoleChoice />
        </ContractForm>
      </DialogContent>
    </Dialog>
  );
}

function RoleChoice() {
  const t = useTranslations("support.staff");
  const heads = useTranslations("people.columns");
  const roles = useTranslations("shell.roles");
  const { id, raw, change } = useFormField<StaffRole>("role");
  return (
    <FieldGroup id={id} label={heads("role")}>
      <RadioGroup<StaffRole>
        look="cards"
        value={raw}
        onValueChange={change}
        options={STAFF_ROLES.toReversed().map((role) => ({
          value: role,
          label: roles(role),
          description: t(`means.${role}`),
        }))}
      />
    </FieldGroup>
  );
}
