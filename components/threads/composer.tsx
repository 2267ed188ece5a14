"use client";

import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { MESSAGE_LIMIT, type WrittenKind } from "@/lib/orders/thread";
import { useWorkspace } from "../environment";
import { ContractForm, useContractForm } from "../forms/contract-form";
import { fieldId } from "../forms/form-checks";
import { AreaField } from "../forms/form-fields";
import { KeyName } from "../shell/key-name";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { Segments } from "../ui/segments";
import { useOperation } from "../use-operation";

type Props = {
  orderId: string;
  /** The field was opened by a button, so the person goes on there. */
  hasFocus: boolean;
  className?: string;
};

/** Writes to the other side; support also writes notes. What is typed stays until it is sent. */
export function Composer({ className, ...props }: Props) {
  const t = useTranslations("thread");
  const { isStaff } = useWorkspace();
  const [isNote, setIsNote] = useState(false);
  // The next message begins with what was typed while the last one was on its way.
  const [{ sent, begun }, setNext] = useState({ sent: 0, begun: "" });
  return (
    <div className={cn("px-4 py-3", isNote && "bg-warn-tint", className)}>
      {isStaff ? (
        <Segments
          label={t("whatToWrite")}
          className="mb-2"
          value={isNote ? "note" : "answer"}
          onChange={(kind) => setIsNote(kind === "note")}
          options={[
            { value: "answer", content: t("answer") },
            {
              value: "note",
              content: (
                <>
                  <Lock aria-hidden="true" />
                  {t("note")}
                </>
              ),
            },
          ]}
        />
      ) : null}
      <WritingForm
        key={sent}
        {...props}
        hasFocus={props.hasFocus || sent > 0}
        isNote={isNote}
        begun={begun}
        onSent={(typedSince) => setNext({ sent: sent + 1, begun: typedSince })}
      />
    </div>
  );
}

function WritingForm({
  orderId,
  hasFocus,
  isNote,
  begun,
  onSent,
}: Pick<Props, "orderId" | "hasFocus"> & {
  isNote: boolean;
  begun: string;
  onSent: (typedSince: string) => void;
}) {
  const t = useTranslations("thread");
  const tUi = useTranslations("ui");
  const { isStaff } = useWorkspace();
  const write = useOperation("writeMessage");
  const kind = useRef<WrittenKind>("message");
  // An empty message is reported only when it is sent: an error on leaving the field would move the tab being clicked.
  const isAsked = useRef(false);
  // What the first attempt with the key wrote, whatever the field holds by the time this is known.
  const first = useRef({ key: "", text: "" });
  const state = useContractForm<{ text: string }>({
    initial: { text: begun },
    judge({ text }) {
      const over = [...text].length - MESSAGE_LIMIT;
      if (over > 0) return [{ field: "text", message: tUi("charactersOver", { count: over }) }];
      return text.trim() || !isAsked.current ? [] : [{ field: "text", message: t("empty") }];
    },
  });
  // In a layout effect, so that the cursor is after the existing text before more is typed.
  useLayoutEffect(() => {
    const field = document.getElementById(fieldId("text"));
    if (!hasFocus || !(field instanceof HTMLTextAreaElement)) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }, [hasFocus]);

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
    if (first.current.key !== idempotencyKey) first.current = { key: idempotencyKey, text };
    const input = { order_id: orderId, kind: isNote ? ("note" as const) : kind.current, text };
    // What is typed while the thread is read again belongs to the next message.
    const onDone = () => leave(text);
    await write.send(input, { idempotencyKey, done: t(isNote ? "noteSaved" : "sent"), onDone });
  }

  /** Makes room for the next message; what was typed after this one, or in its place, stays. */
  function leave(text: string) {
    const now: string = state.form.getValues("text");
    onSent((now.startsWith(text) ? now.slice(text.length) : now).trimStart());
  }

  const label = isNote ? t("noteLabel") : t(isStaff ? "answerLabel" : "askLabel");
  return (
    <ContractForm
      state={state}
      onSend={send}
      // The answer of an earlier attempt was lost, but it wrote the message.
      existed={() => leave(first.current.text)}
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
