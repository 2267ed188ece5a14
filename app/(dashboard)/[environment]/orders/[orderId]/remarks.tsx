"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { ContractForm, useContractForm } from "@/components/forms/contract-form";
import { AreaField, TextField } from "@/components/forms/form-fields";
import { useAllowed } from "@/components/orders/use-allowed";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { useOperation } from "@/components/use-operation";
import { queryFor } from "@/lib/api-client";
import type { OrderRecord } from "@/lib/contracts/order";

const LIMITS = { client_remarks: 500, reference: 64 };
const NAMESPACES = { client_remarks: "orderPage.remarks", reference: "orderPage.reference" } as const;
type TextName = keyof typeof LIMITS;

/** Saves a text. The change is shown at once, and undone if it is refused. */
function useSaveText(order: OrderRecord, field: TextName, onRefused: (written: string) => void) {
  const t = useTranslations(NAMESPACES[field]);
  const { where } = useWorkspace();
  const client = useQueryClient();
  const { attempt } = useOperation("updateOrder");
  const { queryKey } = queryFor("readOrderByPath", { order_id: order.order_id }, where);
  return async (written: string) => {
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData<OrderRecord>(queryKey);
    if (before) client.setQueryData<OrderRecord>(queryKey, { ...before, [field]: written || null });
    // An empty field counts as not given, so `clear` names it (contract §4.3).
    const change = written ? { [field]: written } : { clear: [field] };
    if (await attempt({ order_id: order.order_id, ...change }, { done: t("saved") })) return;
    if (before) client.setQueryData(queryKey, before);
    onRefused(written);
  };
}

/** The merchant's own remarks or order number, which can be edited in place at any time. */
export function OwnText({ order, field }: { order: OrderRecord; field: TextName }) {
  const t = useTranslations(NAMESPACES[field]);
  const stored = order[field] ?? "";
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  const [text, setText] = useState<string | null>(null);
  const isEditing = text !== null;
  const save = useSaveText(order, field, setText);
  const canEdit = useAllowed(order.available_actions).some(
    (action) => action === "update" || action === "update_remarks",
  );

  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <Section
      title={t("title")}
      description={t("hint")}
      actions={
        canEdit && !isEditing ? (
          <Button ref={editButton} size="sm" onClick={() => setText(stored)}>
            {t("edit")}
          </Button>
        ) : null
      }
    >
      {isEditing ? (
        <TextEditor
          field={field}
          text={text}
          onClose={() => setText(null)}
          onSave={(written) => {
            setText(null);
            if (written !== stored) void save(written);
          }}
        />
      ) : stored ? (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {stored}
        </p>
      ) : (
        <p className="text-muted">{t("none")}</p>
      )}
    </Section>
  );
}

function TextEditor({
  field,
  text,
  onSave,
  onClose,
}: {
  field: TextName;
  text: string;
  onSave: (written: string) => void;
  onClose: () => void;
}) {
  const t = useTranslations(NAMESPACES[field]);
  const tUi = useTranslations("ui");
  const limit = LIMITS[field];
  const state = useContractForm<{ text: string }>({
    initial: { text },
    judge({ text: written }) {
      const over = [...written].length - limit;
      return over > 0 ? [{ field: "text", message: tUi("charactersOver", { count: over }) }] : [];
    },
  });
  const { setFocus } = state.form;
  useEffect(() => setFocus("text"), [setFocus]);

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onClose();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
  }

  const common = { name: "text", title: t("label"), labelHidden: true, limit };
  return (
    <ContractForm
      state={state}
      onSend={async ({ text: written }) => onSave(written.trim())}
      onKeyDown={onKeyDown}
      className="gap-2"
    >
      {field === "reference" ? <TextField {...common} /> : <AreaField {...common} rows={3} />}
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button size="sm" type="submit" variant="primary">
          {t("save")}
        </Button>
      </div>
    </ContractForm>
  );
}
