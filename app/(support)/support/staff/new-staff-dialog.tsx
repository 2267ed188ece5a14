"use client";

import { useLocale, useTranslations } from "next-intl";
import { useContractForm } from "@/components/forms/contract-form";
import { FormDialog } from "@/components/forms/form-dialog";
import { TextField, useFormField } from "@/components/forms/form-fields";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { useOperation } from "@/components/use-operation";
import { createStaff, STAFF_ROLES, type StaffRole } from "@/lib/contracts/staff";
import { judgeContract } from "@/lib/forms/judge-body";

type Values = { email: string; name: string; role: StaffRole };

/** Makes a person of staff, who gets a link by e-mail. */
export function NewStaffDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("support.staff.add");
  const language = useLocale();
  const operation = useOperation("createStaff");
  const state = useContractForm<Values>({
    initial: { email: "", name: "", role: "warehouse" },
    judge: (values) => judgeContract(createStaff, values, language),
  });

  async function send({ email, name, role }: Values) {
    await operation.send({ email, role, ...(name.trim() ? { name } : {}) }, { done: t("done", { email }) });
    onClose();
  }

  return (
    <FormDialog
      state={state}
      title={t("title")}
      description={t("means")}
      submitLabel={t("submit")}
      onSend={send}
      onClose={onClose}
    >
      <TextField name="email" title={t("email")} kind="email" required />
      <TextField name="name" title={t("name")} optional limit={100} />
      <RoleChoice />
    </FormDialog>
  );
}

function RoleChoice() {
  const t = useTranslations("support.staff");
  const tColumns = useTranslations("people.columns");
  const tRoles = useTranslations("shell.roles");
  const { id, raw, change } = useFormField<StaffRole>("role");
  return (
    <FieldGroup id={id} label={tColumns("role")}>
      <RadioGroup<StaffRole>
        look="cards"
        value={raw}
        onValueChange={change}
        options={STAFF_ROLES.toReversed().map((role) => ({
          value: role,
          label: tRoles(role),
          description: t(`means.${role}`),
        }))}
      />
    </FieldGroup>
  );
}
