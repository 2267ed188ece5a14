"use client";

import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { call } from "@/lib/api-client";
import { MESSAGE_LIMIT, type WrittenKind } from "@/lib/thread";
import { ContractForm, useContractForm } from "../contract-form";
import { usePlace } from "../environment";
import { AreaField } from "../form-fields";
import { KeyName } from "../shell/key-name";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { toast } from "../ui/toast";

type Props = {
  orderId: string;
  /** The field was opened by a button, so the person goes on there. */
  hasFocus: boolean;
  onSent: () => Promise<unknown>;
  className?: string;
};

/** Writes to the other side; support also writes notes. What is typed stays until it is sent. */
export function Composer({ className, ...props }: Props) {
  const t = useTranslations("thread");
  const { isStaff } = usePlace();
  const [isNote, setIsNote] = useState(false);
  const [sent, setSent] = useState(0);
  return (
    <div className={cn("px-4 py-3", isNote && "bg-warn-tint", className)}>
      {isStaff ? (
        <fieldset className="mb-2 flex w-fit gap-1 rounded-md bg-hover p-0.5">
          <legend className="sr-only">{t("whatToWrite")}</legend>
          {[false, true].map((note) => (
            <button
              key={String(note)}
              type="button"
              aria-pressed={isNote === note}
              onClick={() => setIsNote(note)}
              className={cn(
                "flex h-8 items-center gap-1.5 rounded-sm px-3 text-xs font-semibold",
                isNote === note ? "bg-surface text-text shadow-xs" : "text-muted hover:text-text",
              )}
            >
              {note ? <Lock aria-hidden="true" className="size-3.5" /> : null}
              {t(note ? "note" : "answer")}
            </button>
          ))}
        </fieldset>
      ) : null}
      <WritingForm
        key={sent}
        {...props}
        hasFocus={props.hasFocus || sent > 0}
        isNote={isNote}
        onSent={async () => {
          // First, because what is typed while the thread is read again belongs to the next message.
          setSent(sent + 1);
          await props.onSent();
        }}
      />
    </div>
  );
}

function WritingForm({ orderId, hasFocus, isNote, onSent }: Omit<Props, "className"> & { isNote: boolean }) {
  const t = useTranslations("thread");
  const ui = useTranslations("ui");
  const { where, isStaff } = usePlace();
  const kind = useRef<WrittenKind>("message");
  // An empty field is wrong only once it is sent: an error when it is left would move the tab that is being pressed.
  const isAsked = useRef(false);
  const state = useContractForm<{ text: string }>({
    initial: { text: "" },
    judge({ text }) {
      const over = [...text].length - MESSAGE_LIMIT;
      if (over > 0) return [{ field: "text", message: ui("charactersOver", { count: over }) }];
      return text.trim() || !isAsked.current ? [] : [{ field: "text", message: t("empty") }];
    },
  });
  const { setFocus } = state.form;
  useEffect(() => {
    if (hasFocus) setFocus("text");
  }, [hasFocus, setFocus]);

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.nativeEvent.isComposing || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    ask("message");
    event.currentTarget.requestSubmit();
  }

  function ask(what: WrittenKind) {
    kind.current = what;
    isAsked.current = true;
  }

  async function send({ text }: { text: string }, idempotencyKey: string) {
    const input = { order_id: orderId, kind: isNote ? ("note" as const) : kind.current, text };
    await call("writeMessage", input, { ...where, idempotencyKey });
    toast.success(t(isNote ? "noteSaved" : "sent"));
    await onSent();
  }

  const label = isNote ? t("noteLabel") : t(isStaff ? "answerLabel" : "askLabel");
  return (
    <ContractForm
      state={state}
      onSend={send}
      // The answer of an earlier attempt was lost, but it wrote the message.
      existed={async () => void (await onSent())}
      onKeyDown={onKeyDown}
      className="gap-2"
    >
      <AreaField name="text" title={label} labelHidden limit={MESSAGE_LIMIT} rows={3} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button type="submit" variant="primary" loading={state.isBusy} onClick={() => ask("message")}>
          {t(isNote ? "saveNote" : isStaff ? "sendAnswer" : "send")}
          <span aria-hidden="true" className="hidden sm:inline">
            <KeyName combination="mod+enter" />
          </span>
        </Button>
        {isStaff && !isNote ? (
          <Button type="submit" disabled={state.isBusy} onClick={() => ask("question")}>
            {t("sendQuestion")}
          </Button>
        ) : null}
      </div>
    </ContractForm>
  );
}
