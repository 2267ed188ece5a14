"use client";

import { LogOut, type LucideIcon, Mail, Pencil, ShieldOff, Trash2, UserCheck, UserCog, UserX } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { personName } from "@/lib/contracts/session";
import { judgeValue } from "@/lib/judge-body";
import { ConfirmForm } from "../confirm-form";
import { useContractForm } from "../contract-form";
import { TextField } from "../form-fields";
import { ConfirmDialog } from "../ui/alert-dialog";
import { MenuAction } from "../ui/dropdown-menu";
import { RowMenu } from "../ui/row-menu";

// In the order of the menu. Each is asked about first, because it changes somebody's access.
const ASKED = {
  makeOwner: UserCog,
  makeMember: UserCog,
  makeSupport: UserCog,
  makeWarehouse: UserCog,
  resetFactors: ShieldOff,
  link: Mail,
  signOut: LogOut,
  disable: UserX,
  remove: Trash2,
} as const satisfies Record<string, LucideIcon>;

type Asked = keyof typeof ASKED;

/** Whether it takes somebody's access away. */
const isDangerous = (asked: Asked) => asked === "disable" || asked === "remove";

type PersonActions = {
  rename: (name: string) => Promise<unknown>;
  enable?: () => Promise<unknown>;
} & Partial<Record<Asked, () => Promise<unknown>>>;

type Props = {
  row: { name: string; email: string };
  /** What can be done; the rest is not offered. */
  actions: PersonActions;
  /** Runs a change and says that it is done; or says why it failed, and throws. */
  change: (write: () => Promise<unknown>, done: string) => Promise<void>;
};

/** What can be done with a person of an account or of staff. */
export function PersonMenu({ row, actions, change }: Props) {
  const t = useTranslations("people.actions");
  const [question, setQuestion] = useState<Asked | "rename" | null>(null);
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
        {(Object.keys(ASKED) as Asked[])
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
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => !isOpen && onClose()}
          tone={isDangerous(question) ? "danger" : "normal"}
          title={t(`ask.${question}`, { name })}
          description={t(`means.${question}`)}
          confirmLabel={t(question)}
          onConfirm={() => change(send, t(`done.${question}`, { name }))}
        />
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
