"use client";

import { LogOut, Pencil, ShieldOff, UserCheck, UserCog, UserX } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmForm } from "@/components/confirm-form";
import { useContractForm } from "@/components/contract-form";
import { usePlace } from "@/components/environment";
import { TextField } from "@/components/form-fields";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { MenuAction } from "@/components/ui/dropdown-menu";
import { RowMenu } from "@/components/ui/row-menu";
import { call } from "@/lib/api-client";
import type { AccountPerson } from "@/lib/contracts/people";
import { personName } from "@/lib/contracts/session";
import { judgeBody } from "@/lib/judge-body";
import { usePeopleChange } from "./people-queries";

type Question = "rename" | "role" | "disable" | "signOut" | "resetFactors";
type Props = { row: AccountPerson; onClose: () => void };

/** What an owner, or support, can do with a person. For themselves only the name: nobody locks themselves out by mistake. */
export function PersonMenu({ row }: { row: AccountPerson }) {
  const t = useTranslations("settings.people.actions");
  const { where, person, isStaff } = usePlace();
  const change = usePeopleChange();
  const [question, setQuestion] = useState<Question | null>(null);
  const onClose = () => setQuestion(null);
  const { id, name, disabled_at } = row;
  const enable = () => change(() => call("enablePerson", { id }, where), t("enabled", { name })).catch(() => undefined);
  return (
    <>
      <RowMenu label={t("of", { name })}>
        <MenuAction icon={Pencil} onSelect={() => setQuestion("rename")}>
          {t("rename")}
        </MenuAction>
        {id === person.id ? null : (
          <>
            <MenuAction icon={UserCog} onSelect={() => setQuestion("role")}>
              {t(row.role === "owner" ? "makeMember" : "makeOwner")}
            </MenuAction>
            {row.factors.length > 0 && (isStaff || row.role === "member") ? (
              <MenuAction icon={ShieldOff} onSelect={() => setQuestion("resetFactors")}>
                {t("resetFactors")}
              </MenuAction>
            ) : null}
            {disabled_at ? (
              <MenuAction icon={UserCheck} onSelect={() => void enable()}>
                {t("enable")}
              </MenuAction>
            ) : (
              <>
                <MenuAction icon={LogOut} onSelect={() => setQuestion("signOut")}>
                  {t("signOut")}
                </MenuAction>
                <MenuAction icon={UserX} tone="danger" onSelect={() => setQuestion("disable")}>
                  {t("disable")}
                </MenuAction>
              </>
            )}
          </>
        )}
      </RowMenu>
      {question === "rename" ? <RenameQuestion row={row} onClose={onClose} /> : null}
      {question && question !== "rename" ? <Confirmation question={question} row={row} onClose={onClose} /> : null}
    </>
  );
}

function RenameQuestion({ row, onClose }: Props) {
  const t = useTranslations("settings.people.actions");
  const language = useLocale();
  const { where } = usePlace();
  const change = usePeopleChange();
  const state = useContractForm({
    initial: { name: row.name },
    judge: ({ name }) => judgeBody(personName, name, language).map(({ message }) => ({ field: "name", message })),
  });
  return (
    <ConfirmForm
      state={state}
      title={t("rename")}
      description={row.email}
      confirmLabel={t("save")}
      onSend={({ name }) => change(() => call("updatePerson", { id: row.id, name }, where), t("renamed", { name }))}
      onClose={onClose}
    >
      <TextField name="name" title={t("name")} required limit={100} />
    </ConfirmForm>
  );
}

/** Asks before a change that signs the person out. */
function Confirmation({ question, row, onClose }: Props & { question: Exclude<Question, "rename"> }) {
  const t = useTranslations("settings.people.actions");
  const { where } = usePlace();
  const change = usePeopleChange();
  const { id, name } = row;
  const role = row.role === "owner" ? "member" : "owner";
  const kind = question === "role" ? (role === "owner" ? "makeOwner" : "makeMember") : question;
  const send = {
    role: () => call("updatePerson", { id, role }, where),
    disable: () => call("disablePerson", { id }, where),
    signOut: () => call("endPersonSessions", { id }, where),
    resetFactors: () => call("resetPersonFactors", { id }, where),
  }[question];
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      tone={question === "disable" ? "danger" : "normal"}
      title={t(`ask.${kind}`, { name })}
      description={t(`means.${kind}`)}
      confirmLabel={t(kind)}
      onConfirm={() => change(send, t(`done.${kind}`, { name }))}
    />
  );
}
