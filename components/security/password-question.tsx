"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { PasswordInput } from "../password-input";
import { ConfirmDialog } from "../ui/alert-dialog";
import { useFailureToast } from "../ui/failure-toast";
import { Field } from "../ui/field";
import { wrongFields } from "./wrong-fields";

/** Asks for the password before something that changes how the person signs in. */
export function PasswordQuestion({
  title,
  means,
  button,
  isDangerous = false,
  onPassword,
  onClose,
}: {
  title: string;
  means: string;
  button: string;
  isDangerous?: boolean;
  /** A refusal at `password` is shown at the field. */
  onPassword: (password: string) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslations("settings.security");
  const showFailure = useFailureToast();
  const password = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | undefined>();

  async function confirm() {
    try {
      await onPassword(password.current?.value ?? "");
    } catch (error) {
      const refused = wrongFields(error).password;
      setProblem(refused);
      if (refused === undefined) showFailure(error);
      else password.current?.select();
      throw error;
    }
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      tone={isDangerous ? "danger" : "normal"}
      title={title}
      description={means}
      confirmLabel={button}
      onConfirm={confirm}
    >
      <Field label={t("yourPassword")} error={problem}>
        <PasswordInput ref={password} name="password" autoComplete="current-password" required maxLength={1024} />
      </Field>
    </ConfirmDialog>
  );
}
