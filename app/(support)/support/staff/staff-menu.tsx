"use client";

import { LogOut, Mail, Pencil, ShieldOff, UserCheck, UserCog, UserX } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmForm } from "@/components/confirm-form";
import { useContractForm } from "@/components/contract-form";
import { TextField } from "@/components/form-fields";
import { useSupport } from "@/components/support/place";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { MenuAction } from "@/components/ui/dropdown-menu";
import { RowMenu } from "@/components/ui/row-menu";
import { call } from "@/lib/api-client";
import { personName } from "@/lib/contracts/session";
import type { StaffPerson } from "@/lib/contracts/staff";
import { judgeBody } from "@/lib/judge-body";
import { useStaffChange } from "./use-staff-change";

type Question = "role" | "disable" | "signOut" | "resetFactors" | "link";
type Props = { row: StaffPerson; onClose: () => void };

/** What support can do with a person of staff. For themselves only the name: somebody else does the rest. */
export function StaffMenu({ row }: { row: StaffPerson }) {
  const t = useTranslations("support.staff.actions");
  const { where, person } = useSupport();
  const change = useStaffChange();
  const [question, setQuestion] = useState<Question | "rename" | null>(null);
  const onClose = () => setQuestion(null);
  const { id, name, disabled_at, factors, role } = row;
  const enable = () => change(() => call("enableStaff", { id }, where), t("enabled", { name })).catch(() => undefined);
  return (
    <>
      <RowMenu label={t("of", { name })}>
        <MenuAction icon={Pencil} onSelect={() => setQuestion("rename")}>
          {t("rename")}
        </MenuAction>
        {id === person.id ? null : (
          <>
            <MenuAction icon={UserCog} onSelect={() => setQuestion("role")}>
              {t(role === "support" ? "makeWarehouse" : "makeSupport")}
            </MenuAction>
            {factors.length > 0 ? (
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
                <MenuAction icon={Mail} onSelect={() => setQuestion("link")}>
                  {t("link")}
                </MenuAction>
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
  const t = useTranslations("support.staff.actions");
  const language = useLocale();
  const { where } = useSupport();
  const change = useStaffChange();
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
      onSend={({ name }) => change(() => call("updateStaff", { id: row.id, name }, where), t("renamed", { name }))}
      onClose={onClose}
    >
      <TextField name="name" title={t("name")} required limit={100} />
    </ConfirmForm>
  );
}

/** Asks before a change of somebody's access. */
function Confirmation({ question, row, onClose }: Props & { question: Question }) {
  const t = useTranslations("support.staff.actions");
  const { where } = useSupport();
  const change = useStaffChange();
  const { id, name } = row;
  const role = row.role === "support" ? "warehouse" : "support";
  const kind = question === "role" ? (role === "support" ? "makeSupport" : "makeWarehouse") : question;
  const send = {
    role: () => call("updateStaff", { id, role }, where),
    disable: () => call("disableStaff", { id }, where),
    signOut: () => call("endStaffSessions", { id }, where),
    resetFactors: () => call("resetStaffFactors", { id }, where),
    link: () => call("sendStaffLink", { id }, where),
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
