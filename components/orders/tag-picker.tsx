"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type Ref, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { Combobox } from "@/components/ui/combobox";
import { queryFor } from "@/lib/api-client";
import { matchingChoices } from "@/lib/choice-search";
import { TAG_MAX } from "@/lib/orders/tags";

/** Chooses a tag by typing: one that orders have already, or a new one. */
export function TagPicker({
  without,
  placeholder,
  onPick,
  ref,
}: {
  /** Tags that are not offered. */
  without: readonly string[];
  placeholder: string;
  onPick: (tag: string) => void;
  ref?: Ref<HTMLButtonElement>;
}) {
  const t = useTranslations("ui.tags");
  const { where } = useWorkspace();
  // Null until the choice is opened, so that no tags are looked up before.
  const [typed, setTyped] = useState<string | null>(null);
  const known = useQuery({ ...queryFor("listTags", {}, where), enabled: typed !== null });
  const tag = typed?.replace(/\s+/g, " ").trim() ?? "";
  const tags = (known.data?.tags ?? []).filter((each) => !without.includes(each));
  const isNew = tag !== "" && [...tag].length <= TAG_MAX && !tags.includes(tag) && !without.includes(tag);
  return (
    <Combobox
      ref={ref}
      value=""
      options={[
        ...matchingChoices(
          tags.map((value) => ({ value, label: value })),
          tag,
        ),
        ...(isNew ? [{ value: tag, label: t("new", { tag }) }] : []),
      ]}
      onSearch={setTyped}
      loading={known.isFetching}
      placeholder={placeholder}
      searchPlaceholder={t("search")}
      empty={t(tag === "" ? "none" : "tooLong", { max: TAG_MAX })}
      onValueChange={onPick}
    />
  );
}
