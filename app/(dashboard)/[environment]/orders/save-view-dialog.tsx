"use client";

import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { ApiFailure } from "@/lib/api-client";
import { problemsOf } from "@/lib/contracts/problems";
import { VIEW_NAME_MAX, viewName } from "@/lib/contracts/view";
import { type Language, validationMessage } from "@/lib/i18n/validation";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { type Shown, saveShown, useViews, useViewsChanged } from "./views";

/** What the API would refuse of a name, in the reader's language. */
function judgeName(name: string, language: Language): string | undefined {
  const parsed = viewName.safeParse(name, { reportInput: true });
  const [problem] = parsed.success ? [] : problemsOf(parsed.error, viewName);
  return problem && validationMessage(problem.key, problem.params, language);
}

/** Saves what the list shows under a name; a name that is there already is saved again, and the button says so. */
export default function SaveViewDialog({ query, columns, onClose }: Shown & { onClose: () => void }) {
  const t = useTranslations("orderList.options");
  const language = useLocale();
  const { where } = usePlace();
  const changed = useViewsChanged();
  const showFailure = useFailureToast();
  const views = useViews().data?.data ?? [];
  const field = useRef<HTMLInputElement>(null);
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const given = name.trim();
  const replaced = views.find((view) => view.name.toLowerCase() === given.toLowerCase());

  function refuse(words: string) {
    setError(words);
    field.current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const problem = judgeName(name, language);
    if (problem) return refuse(problem);
    setIsBusy(true);
    try {
      await saveShown({ query, columns }, name, { replaced, idempotencyKey, where });
      toast.success(t("saved", { name: given }));
      onClose();
    } catch (failure) {
      const told = failure instanceof ApiFailure && failure.entries.find(({ pointer }) => pointer === "/name")?.message;
      if (told) refuse(told);
      else showFailure(failure);
    } finally {
      setIsBusy(false);
      await changed();
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        title={t("saveTitle")}
        description={t("saveMeans")}
        size="sm"
        footer={
          <>
            <Button onClick={onClose} disabled={isBusy}>
              {t("cancel")}
            </Button>
            <Button variant="primary" type="submit" form="save-view" loading={isBusy}>
              {t(replaced ? "replaceView" : "saveView")}
            </Button>
          </>
        }
      >
        <form id="save-view" method="post" noValidate onSubmit={(event) => void submit(event)}>
          <Field
            label={t("name")}
            required
            error={error}
            hint={replaced ? t("replaces", { name: replaced.name }) : t("nameHint")}
          >
            <Input
              ref={field}
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                setError(undefined);
              }}
              limit={VIEW_NAME_MAX}
              autoComplete="off"
            />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
