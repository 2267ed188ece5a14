"use client";

import { LogOut, type LucideIcon, Mail, Pencil, ShieldOff, Trash2, UserCheck, UserX } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { personName } from "@/lib/contracts/session";
import { judgeValue } from "@/lib/judge-body";
import { ConfirmForm } from "../confirm-form";
import { useContractForm } from "../contract-form";
import { TextField } from "../form-fields";
import { MenuAction } from "../ui/dropdown-menu";
import { RowMenu } from "../ui/row-menu";
import { type Asked, type Change, isDangerous, Question } from "./question";

// In the order of the menu. Each is asked about first, because it changes somebody's access.
const ASKED = {
  resetFactors: ShieldOff,
  link: Mail,
  signOut: LogOut,
  disable: UserX,
  remove: Trash2,
} as const satisfies Partial<Record<Asked, LucideIcon>>;
type Action = keyof typeof ASKED;

type PersonActions = {
  rename: (name: string) => Promise<unknown>;
  enable?: () => Promise<unknown>;
} & Partial<Record<Action, () => Promise<unknown>>>;

type Props = {
  row: { name: string; email: string };
  /** What can be done; the rest is not offered. */
  actions: PersonActions;
  change: Change;
};

/** What can be done with a person of an account or of staff. */
export function PersonMenu({ row, actions, change }: Props) {
  const t = useTranslations("people.actions");
  const [question, setQuestion] = useState<Action | "rename" | null>(null);
  const onClose = () => setQuestion(null);
  const { name } = row;
  const { enable } = actions;
  const send = question && question !== "rename" ? actions[question] : undefined;
  return (
    <>
      <RowMenu label={t("of", { name })}>
        <MenuAction icon={Pencil} onSelect={() => setQuestion("rename")}>
          {t("rename")}
        </MenuAction>
        {enable ? (
          <MenuAction
            icon={UserCheck}
            onSelect={() => void change(enable, t("enabled", { name })).catch(() => undefined)}
          >
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
      {question === "rename" ? <Rename row={row} actions={actions} change={change} onClose={onClose} /> : null}
      {question && question !== "rename" && send ? (
        <Question asked={question} name={name} send={send} change={change} onClose={onClose} />
      ) : null}
    </>
  );
}

function Rename({ row, actions, change, onClose }: Props & { onClose: () => void }) {
  const t = useTranslations("people.actions");
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
      onSend={({ name }) => change(() => actions.rename(name), t("renamed", { name }))}
      onClose={onClose}
    >
      <TextField name="name" title={t("name")} required limit={100} />
    </ConfirmForm>
  );
}
