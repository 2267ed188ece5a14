"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Checkbox } from "../ui/checkbox";
import { Dialog, DialogContent } from "../ui/dialog";
import { KeyName } from "./key-name";
import { areSingleKeysOn, rememberSingleKeys } from "./single-keys";

export type Shortcut = {
  /** Keys one after another: `["g", "o"]`, `["?"]`; `mod+k` is Ctrl K, on a Mac ⌘ K. */
  keys: readonly string[];
  /** What it does, as the list under `?` shows it. */
  label: string;
  run: () => void;
};

/** Every shortcut that works here and now, and the choice to turn single-key ones off. */
export default function ShortcutList({ shortcuts, onClose }: { shortcuts: readonly Shortcut[]; onClose: () => void }) {
  const t = useTranslations("shortcuts");
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={t("title")} size="sm">
        <dl className="divide-y divide-line">
          {shortcuts.map(({ keys, label }) => (
            <div key={keys.join(" ")} className="flex min-h-10 items-center justify-between gap-4">
              <dt>{label}</dt>
              <dd className="flex shrink-0 items-center gap-1 text-xs text-muted">
                {keys.map((key, index) => (
                  <span key={key} className="inline-flex items-center gap-1">
                    {index > 0 ? t("then") : null}
                    <KeyName combination={key} />
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <Checkbox
          className="mt-4"
          label={t("singleKeys")}
          hint={t("singleKeysHint")}
          checked={isOn}
          onCheckedChange={(checked) => {
            setIsOn(checked === true);
            rememberSingleKeys(checked === true);
          }}
        />
      </DialogContent>
    </Dialog>
  );
}
