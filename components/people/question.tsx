import { useTranslations } from "next-intl";
import type en from "@/lib/i18n/en.json";
import { ConfirmDialog } from "../ui/alert-dialog";

/** What is asked before it is done, because it changes somebody's access. */
export type Asked = keyof typeof en.people.actions.ask;

/** Whether it takes somebody's access away. */
export const isDangerous = (asked: Asked) => asked === "disable" || asked === "remove";

/** Runs a change and says that it is done; or says why it failed, and throws. */
export type Change = (write: () => Promise<unknown>, done: string) => Promise<void>;

/** Asks before somebody's access changes. */
export function Question({
  asked,
  name,
  send,
  change,
  onClose,
}: {
  asked: Asked;
  /** Of the person. */
  name: string;
  send: () => Promise<unknown>;
  change: Change;
  onClose: () => void;
}) {
  const t = useTranslations("people.actions");
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      tone={isDangerous(asked) ? "danger" : "normal"}
      title={t(`ask.${asked}`, { name })}
      description={t(`means.${asked}`)}
      confirmLabel={t(asked)}
      onConfirm={() => change(send, t(`done.${asked}`, { name }))}
    />
  );
}
