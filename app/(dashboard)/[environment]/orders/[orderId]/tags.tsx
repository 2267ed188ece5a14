"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { TagPicker } from "@/components/orders/tag-picker";
import { useAllowed } from "@/components/orders/use-allowed";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { useOperation } from "@/components/use-operation";
import type { OrderRecord } from "@/lib/contracts/order";
import { TAGS_MAX } from "@/lib/orders/tags";

/** The order's tags, each of which can be taken off, and others be added. */
export function Tags({ order: { order_id, tags, available_actions } }: { order: OrderRecord }) {
  const t = useTranslations("orderPage.tags");
  const change = useOperation("tagOrder");
  const picker = useRef<HTMLButtonElement>(null);
  const mayChange = useAllowed(available_actions).some((action) => action === "update" || action === "update_remarks");
  if (!mayChange && tags.length === 0) return null;
  return (
    <Section title={t("title")} description={t("hint")}>
      <div className="flex flex-col gap-3">
        {tags.length > 0 ? (
          <ul aria-label={t("title")} className="flex flex-wrap gap-1.5">
            {tags.map((tag) => (
              <li key={tag} className="min-w-0">
                {mayChange ? (
                  <Button
                    size="sm"
                    className="max-w-full"
                    aria-label={t("remove", { tag })}
                    onClick={() => {
                      picker.current?.focus();
                      void change.attempt({ order_id, remove: [tag] });
                    }}
                  >
                    <bdi className="truncate">{tag}</bdi>
                    <X aria-hidden="true" />
                  </Button>
                ) : (
                  <Badge>{tag}</Badge>
                )}
              </li>
            ))}
          </ul>
        ) : null}
        {mayChange && tags.length < TAGS_MAX ? (
          <Field label={t("add")} labelHidden>
            <TagPicker
              ref={picker}
              without={tags}
              placeholder={t("add")}
              onPick={(tag) => void change.attempt({ order_id, add: [tag] })}
            />
          </Field>
        ) : null}
      </div>
    </Section>
  );
}
