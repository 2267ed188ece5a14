"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BulkDialog, type BulkDialogProps } from "@/components/orders/bulk/bulk-dialog";
import { useBulk } from "@/components/orders/bulk/use-bulk";
import { TagPicker } from "@/components/orders/tag-picker";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { formatNumber } from "@/lib/format";
import { TAGS_MAX } from "@/lib/orders/tags";

/** Adds tags to many orders, and takes others off. */
export function BulkTagDialog({ ids, onClose }: BulkDialogProps) {
  const t = useTranslations("orderBulk.tag");
  const [add, setAdd] = useState<readonly string[]>([]);
  const [remove, setRemove] = useState<readonly string[]>([]);
  const bulk = useBulk("tag", ids, {
    operation: "tagOrder",
    input: () => ({ ...(add.length > 0 && { add }), ...(remove.length > 0 && { remove }) }),
  });
  const asked = { count: formatNumber(bulk.able.length), n: bulk.able.length };
  return (
    <BulkDialog
      action="tag"
      bulk={bulk}
      question={{
        title: t("question", asked),
        means: t("means"),
        start: t("start", asked),
        back: t("back"),
        isDisabled: add.length + remove.length === 0,
        details: (
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Picked label={t("add")} tags={add} without={remove} onChange={setAdd} />
            <Picked label={t("remove")} tags={remove} without={add} onChange={setRemove} />
          </div>
        ),
      }}
      onClose={onClose}
    />
  );
}

function Picked({
  label,
  tags,
  without,
  onChange,
}: {
  label: string;
  tags: readonly string[];
  without: readonly string[];
  onChange: (tags: readonly string[]) => void;
}) {
  const t = useTranslations("orderBulk.tag");
  return (
    <Field label={label}>
      {tags.length < TAGS_MAX ? (
        <TagPicker
          without={[...tags, ...without]}
          placeholder={t("choose")}
          onPick={(tag) => onChange([...tags, tag])}
        />
      ) : null}
      {tags.length > 0 ? (
        <ul className="mt-2 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="min-w-0">
              <Button
                size="sm"
                className="max-w-full"
                aria-label={t("drop", { tag })}
                onClick={() => onChange(tags.filter((each) => each !== tag))}
              >
                <bdi className="truncate">{tag}</bdi>
                <X aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </Field>
  );
}
