"use client";

import { LogOut, type LucideIcon, Mail, Pencil, ShieldOff, Trash2, UserCheck, UserX } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { personName } from "@/lib/contracts/session";
import { judgeValue } from "@/lib/forms/judge-body";
import { ConfirmForm } from "../forms/confirm-form";
import { useContractForm } from "../forms/contract-form";
import { TextField } from "../forms/form-fields";
import { MenuAction } from "../ui/dropdown-menu";
import { RowMenu } from "../ui/row-menu";
import { useOperation } from "../use-operation";
import { type Asked, isDangerous, type PersonOperation, Question } from "./question";

// In the order of the menu. Each is asked about first, because it changes a person's access.
const ASKED = {
  resetFactors: ShieldOff,
  link: Mail,
  signOut: LogOut,
  disable: UserX,
  remove: Trash2,
} as const satisfies Partial<Record<Asked, LucideIcon>>;
type Action = keyof typeof ASKED;

type Renaming = { row: { id: string; name: string; email: string }; rename: "updatePerson" | "updateStaff" };
/** What can be done with a person besides; the rest is not offered. */
export type PersonActions = Partial<Record<Action | "enable", PersonOperation>>;

/** What can be done with a person of an account or of staff. */
export function PersonMenu({ row, rename, actions }: Renaming & { actions: PersonActions }) {
  const t = useTranslations("people.actions");
  const [question, setQuestion] = useState<Action | "rename" | null>(null);
  const onClose = () => setQuestion(null);
  const { id, name } = row;
  const enabling = useOperation(actions.enable ?? "enablePerson");
  const operation = question && question !== "rename" ? actions[question] : undefined;
  return (
    <>
      <RowMenu label={t("of", { name })}>
        <MenuAction icon={Pencil} onSelect={() => setQuestion("rename")}>
          {t("rename")}
        </MenuAction>
        {actions.enable ? (
          <MenuAction icon={UserCheck} onSelect={() => void enabling.attempt({ id }, { done: t("enabled", { name }) })}>
            {t("enable")}
          </MenuAction>
        ) : null}
        {(Object.keys(ASKED) as Action[])
          .filter((each) => actions[each])
          .map((each) => (
            <MenuAction
              key={each}
              icon={ASKED[each]}
              onSelect={() => setQuestion(each)}
              {...(isDangerous(each) ? { tone: "danger" as const } : {})}
            >
              {t(each)}
            </MenuAction>
          ))}
      </RowMenu>
      {question === "rename" ? <Rename row={row} rename={rename} onClose={onClose} /> : null}
      {question && question !== "rename" && operation ? (
        <Question asked={question} name={name} operation={operation} input={{ id }} onClose={onClose} />
      ) : null}
    </>
  );
}

function Rename({ row, rename, onClose }: Renaming & { onClose: () => void }) {
  const t = useTranslations("people.actions");
  const { send } = useOperation(rename);
  const language = useLocale();
  const state = useContractForm({
    initial: { name: row.name },
    judge: ({ name }) => judgeValue(personName, name, language).map(({ message }) => ({ field: "name", message })),
  });
  return (
    <ConfirmForm
      state={state}
      title={t("rename")}
      description={row.email}
      confirmLabel={t("save")}
      onSend={async ({ name }) => {
        await send({ id: row.id, name }, { done: t("renamed", { name }) });
      }}
      onClose={onClose}
    >
      <TextField name="name" title={t("name")} required limit={100} />
    </ConfirmForm>
  );
}
