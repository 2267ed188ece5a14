import { useTranslations } from "next-intl";
import type { CallInput } from "@/lib/api-client";
import type en from "@/lib/i18n/en.json";
import type { WriteId } from "@/lib/operations";
import { ConfirmOperation } from "../confirm-operation";

/** What is asked before it is done, because it changes a person's access. */
export type Asked = keyof typeof en.people.actions.ask;

/** Whether it takes a person's access away. */
export const isDangerous = (asked: Asked) => asked === "disable" || asked === "remove";

/** What changes a person of an account or of staff. */
export type PersonOperation = Exclude<Extract<WriteId, `${string}${"Person" | "Staff"}${string}`>, "createStaff">;

/** Asks before a person's access changes. */
export function Question<Id extends PersonOperation>({
  asked,
  name,
  ...sending
}: {
  asked: Asked;
  /** Of the person. */
  name: string;
  operation: Id;
  input: CallInput<Id>;
  onClose: () => void;
}) {
  const t = useTranslations("people.actions");
  return (
    <ConfirmOperation
      tone={isDangerous(asked) ? "danger" : "normal"}
      title={t(`ask.${asked}`, { name })}
      description={t(`means.${asked}`)}
      confirmLabel={t(asked)}
      done={t(`done.${asked}`, { name })}
      {...sending}
    />
  );
}
