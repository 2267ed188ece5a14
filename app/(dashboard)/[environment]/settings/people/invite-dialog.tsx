"use client";

import { useLocale, useTranslations } from "next-intl";
import { ContractForm, useContractForm } from "@/components/contract-form";
import { usePlace } from "@/components/environment";
import { TextField, useFormField } from "@/components/form-fields";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { ApiFailure, call } from "@/lib/api-client";
import { ACCOUNT_ROLES, type AccountPerson, type AccountRole, createInvitation } from "@/lib/contracts/people";
import { judgeContract } from "@/lib/judge-body";
import { usePeopleChange } from "./people-queries";

type Values = { email: string; name: string; role: AccountRole };

/** Invites somebody by e-mail; whoever is in the account already is refused before it is sent. */
export function InviteDialog({ people, onClose }: { people: readonly AccountPerson[]; onClose: () => void }) {
  const t = useTranslations("settings.people.invite");
  const language = useLocale();
  const { where } = usePlace();
  const change = usePeopleChange();
  const state = useContractForm<Values>({
    initial: { email: "", name: "", role: "member" },
    judge: (values) => {
      const isHere = people.some(({ email }) => email.toLowerCase() === values.email.toLowerCase());
      if (isHere) return [{ field: "email", message: t("here") }];
      return judgeContract(createInvitation, values, language);
    },
  });
  const { isBusy } = state;

  async function send({ email, name, role }: Values, idempotencyKey: string) {
    const input = { email, role, ...(name.trim() ? { name } : {}) };
    try {
      await change(() => call("createInvitation", input, { ...where, idempotencyKey }), t("done", { email }));
    } catch (error) {
      // A refused field is shown at the field, too; anything else only as the notice.
      if (error instanceof ApiFailure && error.entries.length > 0) throw error;
      return "refused" as const;
    }
    onClose();
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        title={t("title")}
        description={t("means")}
        size="sm"
        footer={
          <>
            <Button onClick={onClose} disabled={isBusy}>
              {t("cancel")}
            </Button>
            <Button variant="primary" type="submit" form="invite" loading={isBusy}>
              {t("submit")}
            </Button>
          </>
        }
      >
        <ContractForm
          id="invite"
          state={state}
          onSend={send}
          // The answer of an earlier attempt was lost, but it made the invitation.
          existed={() => onClose()}
        >
          <TextField name="email" title={t("email")} kind="email" required />
          <TextField name="name" title={t("name")} optional limit={100} hint={t("nameHint")} />
          <RoleChoice />
        </ContractForm>
      </DialogContent>
    </Dialog>
  );
}

function RoleChoice() {
  const t = useTranslations("settings.people");
  const heads = useTranslations("people.columns");
  const { id, raw, change } = useFormField<AccountRole>("role");
  return (
    <FieldGroup id={id} label={heads("role")}>
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
