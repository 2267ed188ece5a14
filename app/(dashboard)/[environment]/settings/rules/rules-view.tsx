"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, FlaskConical, Pencil, Plus, Trash2, Workflow } from "lucide-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { useWorkspace } from "@/components/environment";
import { useRuleEffects } from "@/components/orders/rule-effects";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { MenuAction } from "@/components/ui/dropdown-menu";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { LateDialog, lateDialog, onTouch } from "@/components/ui/late-dialog";
import { RowMenu } from "@/components/ui/row-menu";
import { Section } from "@/components/ui/section";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { useOperation } from "@/components/use-operation";
import { queryFor } from "@/lib/api-client";
import type { Rule } from "@/lib/contracts/shipping-rule";
import type { ListProvider } from "@/lib/lists/list-provider";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { MAX_RULES } from "@/lib/orders/rule-fields";
import { useConditionWords } from "./condition-words";
import { Tried, useTry } from "./try-out";

const RuleDialog = lateDialog(() => import("./rule-dialog"));

/** The rules in the order in which they are applied, and what they would have made of the last orders. */
export function RulesView({ providers }: { providers: readonly ListProvider[] }) {
  const t = useTranslations("rules");
  const { where, may } = useWorkspace();
  const { data, error, refetch } = useQuery(queryFor("listRules", ALL_ROWS, where));
  const [edited, setEdited] = useState<Rule | "new" | null>(null);
  const [deleted, setDeleted] = useState<Rule | null>(null);
  const tryOut = useTry();
  const mayChange = may("createRule");
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingRegion>
        <Skeleton className="h-40 w-full" />
      </LoadingRegion>
    );
  const rules = data.data;
  const add = mayChange ? (
    <Button
      variant="primary"
      disabled={rules.length >= MAX_RULES}
      onClick={() => setEdited("new")}
      {...onTouch(RuleDialog)}
    >
      <Plus aria-hidden="true" />
      {t("add")}
    </Button>
  ) : null;
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <p className="text-muted">{t("about")}</p>
      {mayChange ? null : <p className="text-muted">{t("ownersOnly")}</p>}
      <Section
        title={t("title")}
        description={rules.length > 0 ? t("order") : null}
        actions={
          rules.length > 0 ? (
            <>
              <Button loading={tryOut.isBusy} onClick={() => tryOut.run()}>
                <FlaskConical aria-hidden="true" />
                {t("try.button")}
              </Button>
              {add}
            </>
          ) : null
        }
        flush
      >
        {rules.length === 0 ? (
          <EmptyState icon={Workflow} title={t("none.title")} description={t("none.about")} actions={add} />
        ) : (
          <ol className="divide-y divide-line">
            {rules.map((rule, index) => (
              <RuleRow
                key={rule.rule_id}
                rule={rule}
                isLast={index === rules.length - 1}
                providers={providers}
                onEdit={() => setEdited(rule)}
                onDelete={() => setDeleted(rule)}
              />
            ))}
          </ol>
        )}
      </Section>
      {tryOut.result ? (
        <Section title={t("try.title")} description={t("try.about")}>
          <Tried result={tryOut.result} providers={providers} />
        </Section>
      ) : null}
      {edited ? (
        <LateDialog
          part={RuleDialog}
          props={{ rule: edited === "new" ? null : edited, rules, providers, onClose: () => setEdited(null) }}
        />
      ) : null}
      {deleted ? (
        <ConfirmOperation
          operation="deleteRule"
          input={{ rule_id: deleted.rule_id }}
          title={t("delete.title", { name: deleted.name })}
          description={t("delete.means")}
          confirmLabel={t("delete.button")}
          tone="danger"
          done={t("delete.done")}
          onClose={() => setDeleted(null)}
        />
      ) : null}
    </div>
  );
}

function RuleRow({
  rule,
  isLast,
  providers,
  onEdit,
  onDelete,
}: {
  rule: Rule;
  isLast: boolean;
  providers: readonly ListProvider[];
  onEdit: () => void;
  onDelete: () => void;
}) {
  const t = useTranslations("rules");
  const { may } = useWorkspace();
  const whenOf = useConditionWords();
  const doesOf = useRuleEffects(providers);
  const change = useOperation("updateRule");
  const mayChange = may("updateRule");
  const { rule_id, name, position, enabled, conditions, set } = rule;
  async function move(to: number, { currentTarget: button }: MouseEvent<HTMLButtonElement>) {
    // A second press would send the place that the rule has before the first.
    if (change.isBusy) return;
    await change.attempt({ rule_id, position: to });
    // What changes its place in the page loses the focus; at an end of the list only the other button takes it.
    const both = [...(button.parentElement?.querySelectorAll("button") ?? [])];
    (button.disabled ? both.find((each) => !each.disabled) : button)?.focus();
  }
  return (
    <li className="flex items-start gap-x-3 px-4 py-3 max-sm:flex-wrap">
      <span className="mt-0.5 w-5 shrink-0 text-right text-muted tabular-nums">{position}</span>
      <Checkbox
        className="mt-1"
        aria-label={t("enabled", { name })}
        checked={enabled}
        disabled={!mayChange}
        onCheckedChange={(checked) => void change.attempt({ rule_id, enabled: checked === true })}
      />
      <div className="min-w-0 flex-1 max-sm:basis-48">
        <p className="font-semibold wrap-anywhere">
          {name}
          {enabled ? null : <span className="ml-2 font-normal text-muted">{t("off")}</span>}
        </p>
        <p className="wrap-anywhere">
          <span className="text-muted">{t("when")} </span>
          {conditions.length === 0 ? t("always") : conditions.map(whenOf).join(t("and"))}
        </p>
        <p className="wrap-anywhere">
          <span className="text-muted">{t("then")} </span>
          {doesOf(set).join(t("comma"))}
        </p>
      </div>
      {mayChange ? (
        <span className="flex shrink-0 items-center max-sm:w-full max-sm:justify-end">
          <Button
            size="icon-sm"
            variant="ghost"
            aria-label={t("up", { name })}
            title={t("up", { name })}
            disabled={position === 1}
            onClick={(event) => void move(position - 1, event)}
          >
            <ArrowUp aria-hidden="true" />
          </Button>
          <Button
            size="icon-sm"
            variant="ghost"
            aria-label={t("down", { name })}
            title={t("down", { name })}
            disabled={isLast}
            onClick={(event) => void move(position + 1, event)}
          >
            <ArrowDown aria-hidden="true" />
          </Button>
          <RowMenu label={t("menu", { name })} className="text-muted">
            <MenuAction icon={Pencil} onSelect={onEdit}>
              {t("edit")}
            </MenuAction>
            <MenuAction icon={Trash2} tone="danger" onSelect={onDelete}>
              {t("delete.button")}
            </MenuAction>
          </RowMenu>
        </span>
      ) : null}
    </li>
  );
}
