"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Field } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import type { OrderRecord } from "@/lib/contracts/order";
import { lazily } from "@/lib/lazily";
import { callLazily, lazyContract, lazyKeyOf, lazyQueryFor } from "@/lib/lazy-contract";
import { LIST_ORDERS, READ_ORDER } from "../operations";

const UPDATE_ORDER = lazyContract("updateOrder", () => lazily(() => import("@/lib/contracts/order")));
const LIMIT = 500;

/** The merchant's own remarks, which can be changed in place at any time. Shown as changed at once, undone if refused. */
export function Remarks({ order }: { order: OrderRecord }) {
  const t = useTranslations("orderPage.remarks");
  const { where } = usePlace();
  const client = useQueryClient();
  const showFailure = useFailureToast();
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  const [text, setText] = useState<string | null>(null);
  const isEditing = text !== null;
  const { queryKey } = lazyQueryFor(READ_ORDER, { order_id: order.order_id }, where);
  const canEdit = order.available_actions.some((action) => action === "update" || action === "update_remarks");

  const save = useMutation({
    // An empty field counts as not given; a blank is trimmed to nothing and clears it (decisions §3.3).
    mutationFn: (remarks: string) =>
      callLazily(UPDATE_ORDER, { order_id: order.order_id, client_remarks: remarks || " " }, where),
    onMutate: async (remarks) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<OrderRecord>(queryKey);
      if (before) client.setQueryData<OrderRecord>(queryKey, { ...before, client_remarks: remarks || null });
      return { before };
    },
    onSuccess: (record) => {
      client.setQueryData(queryKey, record);
      void client.invalidateQueries({ queryKey: lazyKeyOf(LIST_ORDERS, where) });
      toast.success(t("saved"));
    },
    onError: (error, remarks, context) => {
      if (context?.before) client.setQueryData(queryKey, context.before);
      setText(remarks);
      showFailure(error);
    },
  });

  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  function submit() {
    if (text === null || [...text].length > LIMIT) return;
    const remarks = text.trim();
    setText(null);
    if (remarks !== (order.client_remarks ?? "")) save.mutate(remarks);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") setText(null);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
  }

  return (
    <Section
      title={t("title")}
      description={t("hint")}
      actions={
        canEdit && !isEditing ? (
          <Button ref={editButton} size="sm" onClick={() => setText(order.client_remarks ?? "")}>
            {t("edit")}
          </Button>
        ) : null
      }
    >
      {isEditing ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Field label={t("label")} labelHidden>
            <Textarea
              autoFocus
              limit={LIMIT}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={onKeyDown}
            />
          </Field>
          <div className="mt-2 flex justify-end gap-2">
            <Button size="sm" onClick={() => setText(null)}>
              {t("cancel")}
            </Button>
            <Button size="sm" type="submit" variant="primary">
              {t("save")}
            </Button>
          </div>
        </form>
      ) : order.client_remarks ? (
        <p dir="auto" className="whitespace-pre-line">
          {order.client_remarks}
        </p>
      ) : (
        <p className="text-muted">{t("none")}</p>
      )}
    </Section>
  );
}
