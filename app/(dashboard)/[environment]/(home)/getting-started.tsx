"use client";

import { Circle, CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { useOperation } from "@/components/use-operation";

/** What a new account needs, in the order in which it helps, and where it is done. */
const STEPS = {
  password: "/settings/security",
  factor: "/settings/security",
  sender: "/settings/defaults",
  order: "/orders/new",
  key: "/developers/clients",
  webhook: "/webhooks",
} as const;
const NAMES = Object.keys(STEPS) as Step[];
type Step = keyof typeof STEPS;

/** The first steps of an account; each leads to its page, and is ticked once it is done. */
export function GettingStarted({ done }: { done: Readonly<Record<Step, boolean>> }) {
  const t = useTranslations("home.steps");
  const { href } = useWorkspace();
  const { attempt, isBusy } = useOperation("hideFirstSteps");
  const [isHidden, setIsHidden] = useState(false);
  const count = NAMES.filter((step) => done[step]).length;
  if (isHidden) return null;

  return (
    <Section
      className="mb-6"
      title={t("title")}
      description={t("count", { done: count, all: NAMES.length })}
      actions={
        <Button size="sm" loading={isBusy} onClick={() => void attempt({}, { onDone: () => setIsHidden(true) })}>
          {t("hide")}
        </Button>
      }
    >
      <ol className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {NAMES.map((step) => (
          <li key={step} className="flex items-start gap-2">
            {done[step] ? (
              <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" />
            ) : (
              <Circle aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
            )}
            <span className="min-w-0">
              {done[step] ? (
                <>
                  {t(`names.${step}`)} <span className="text-xs text-muted">{t("done")}</span>
                </>
              ) : (
                <TextLink href={href(STEPS[step])}>{t(`names.${step}`)}</TextLink>
              )}
              <span className="block text-xs text-muted">{t(`why.${step}`)}</span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
