"use client";

import { TriangleAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSupport } from "@/components/support/workspace";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Field, FieldGroup } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { Section } from "@/components/ui/section";
import { useOperation } from "@/components/use-operation";
import { ApiFailure } from "@/lib/api-client";
import { instantOf } from "@/lib/calendar";
import type { FeedPreview } from "@/lib/contracts/services";
import { formatNumber } from "@/lib/format";
import type { GivenList } from "./read-list";

const FIGURES = ["opens", "moves", "closes", "same"] as const;

/** The figures of a list, when it is to be applied, and the button that does it. */
export function ApplyList({ provider, list, preview }: { provider: string; list: GivenList; preview: FeedPreview }) {
  const t = useTranslations("support.services.new");
  const tLists = useTranslations("support.services.lists");
  const { href } = useSupport();
  const router = useRouter();
  const { send, isBusy } = useOperation("createPickupFeed");
  const showFailure = useFailureToast();
  const [isLeaving, setIsLeaving] = useState(false);
  const [when, setWhen] = useState<"now" | "later">("now");
  const [at, setAt] = useState("");
  const [isWhole, setIsWhole] = useState(false);
  const [error, setError] = useState<string>();
  const { needs_confirmation, ignored_columns, opens, moves, closes } = preview;
  const isLater = when === "later";

  async function apply() {
    const apply_at = isLater ? instantOf(at) : undefined;
    if (isLater && !apply_at) return setError(t("atMissing"));
    setError(undefined);
    try {
      const input = { provider, ...list, apply_at, confirm_closing: isWhole ? "Y" : "N" } as const;
      const feed = await send(input, {
        done: t(isLater ? "planned" : "applied"),
        onDone: () => setIsLeaving(true),
      });
      router.push(href(`/services/lists/${feed.id}`));
    } catch (problem) {
      const entry = problem instanceof ApiFailure ? problem.entries[0] : undefined;
      if (entry) setError(entry.message);
      else showFailure(problem);
    }
  }

  return (
    <Section>
      <div className="flex flex-col gap-4">
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          {FIGURES.map((name) => (
            <div key={name}>
              <dt className="text-xs text-muted">{tLists(name)}</dt>
              <dd className="text-lg font-semibold tabular-nums">{formatNumber(preview[name])}</dd>
            </div>
          ))}
        </dl>
        {ignored_columns.length > 0 ? (
          <p className="break-words text-warn">{t("ignored", { columns: ignored_columns.join(", ") })}</p>
        ) : null}
        {needs_confirmation ? (
          <div className="flex flex-col gap-2 rounded-md bg-bad-tint px-4 py-3">
            <p className="flex items-start gap-2 text-bad">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              {t("many", { count: closes })}
            </p>
            <Checkbox
              checked={isWhole}
              onCheckedChange={(checked) => setIsWhole(checked === true)}
              label={t("whole")}
            />
          </div>
        ) : null}
        <div className="flex flex-wrap items-end gap-4">
          <FieldGroup label={t("when")}>
            <RadioGroup
              value={when}
              onValueChange={setWhen}
              options={(["now", "later"] as const).map((value) => ({ value, label: t(value) }))}
            />
          </FieldGroup>
          {isLater ? (
            <Field label={t("at")} hint={t("atHint")} required>
              <Input type="datetime-local" value={at} onChange={(event) => setAt(event.target.value)} />
            </Field>
          ) : null}
        </div>
        {error ? (
          <p role="alert" className="text-bad">
            {error}
          </p>
        ) : null}
        <Button
          variant="primary"
          className="self-start"
          disabled={needs_confirmation && !isWhole}
          loading={isBusy || isLeaving}
          onClick={() => void apply()}
        >
          {t(isLater ? "plan" : "apply", {
            opens: formatNumber(opens),
            moves: formatNumber(moves),
            closes: formatNumber(closes),
          })}
        </Button>
      </div>
    </Section>
  );
}
