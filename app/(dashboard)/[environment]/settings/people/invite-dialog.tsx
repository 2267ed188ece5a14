"use client";

import { useLocale, useTranslations } from "next-intl";
import { useContractForm } from "@/components/forms/contract-form";
import { FormDialog } from "@/components/forms/form-dialog";
import { TextField, useFormField } from "@/components/forms/form-fields";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { useOperation } from "@/components/use-operation";
import { ACCOUNT_ROLES, type AccountPerson, type AccountRole, createInvitation } from "@/lib/contracts/people";
import { judgeContract } from "@/lib/forms/judge-body";

type Values = { email: string; name: string; role: AccountRole };

/** Invites a person by e-mail; a person who is in the account already is refused before it is sent. */
export function InviteDialog({ people, onClose }: { people: readonly AccountPerson[]; onClose: () => void }) {
  const t = useTranslations("settings.people.invite");
  const language = useLocale();
  const operation = useOperation("createInvitation");
  const state = useContractForm<Values>({
    initial: { email: "", name: "", role: "member" },
    judge: (values) => {
      const isHere = people.some(({ email }) => email.toLowerCase() === values.email.toLowerCase());
      if (isHere) return [{ field: "email", message: t("here") }];
      return judgeContract(createInvitation, values, language);
    },
  });

  async function send({ email, name, role }: Values, idempotencyKey: string) {
    const input = { email, role, ...(name.trim() ? { name } : {}) };
    await operation.send(input, { idempotencyKey, done: t("done", { email }) });
    onClose();
  }

  return (
    <FormDialog
      state={state}
      title={t("title")}
      description={t("means")}
      submitLabel={t("submit")}
      onSend={send}
      // The answer of an earlier attempt was lost, but it made the invitation.
      existed={() => onClose()}
      onClose={onClose}
    >
      <TextField name="email" title={t("email")} kind="email" required />
      <TextField name="name" title={t("name")} optional limit={100} hint={t("nameHint")} />
      <RoleChoice />
    </FormDialog>
  );
}

function RoleChoice() {
  const t = useTranslations("settings.people");
  const tColumns = useTranslations("people.columns");
  const { id, raw, change } = useFormField<AccountRole>("role");
  return (
    <FieldGroup id={id} label={tColumns("role")}>
      <RadioGroup<AccountRole>
        look="cards"
        value={raw}
        onValueChange={change}
        options={ACCOUNT_ROLES.toReversed().map((role) => ({
          value: role,
          label: t(`roles.${role}`),
          description: t(`roles.means.${role}`),
        }))}
      />
    </FieldGroup>
  );
}
