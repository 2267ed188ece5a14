"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { Checkbox } from "@/components/ui/checkbox";
import { ErrorState } from "@/components/ui/error-state";
import { TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { useOperation } from "@/components/use-operation";
import { queryFor } from "@/lib/api-client";
import type { NoticeSettings } from "@/lib/contracts/notice";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { NOTICE_KINDS, NOTICE_NAMES, type NoticeKind } from "@/lib/notices";

const WAYS = ["mail", "in_app"] as const;

/** A table for each person: what they are notified of, by mail and in the dashboard. Each tick is saved at once. */
export function NoticeSettingsView() {
  const t = useTranslations("settings.notifications");
  const { where, person: me, href } = useWorkspace();
  const { data, error, refetch } = useQuery(queryFor("listNoticeSettings", ALL_ROWS, where));

  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null;
  // One's own first.
  const people = [...data.data].sort((a, b) => Number(b.person_id === me.id) - Number(a.person_id === me.id));
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <p className="text-muted">
        {t("about")} <TextLink href={href("/settings/security")}>{t("securityLink")}</TextLink>
      </p>
      {people.map((person) => (
        <Section
          key={person.person_id}
          title={person.person_id === me.id ? t("you", { name: person.name || person.email }) : person.name}
          description={person.email}
          flush
        >
          <PersonChoices person={person} />
        </Section>
      ))}
    </div>
  );
}

function PersonChoices({ person }: { person: NoticeSettings }) {
  const t = useTranslations("settings.notifications");
  const { attempt, isBusy } = useOperation("saveNoticeSettings");
  const change = (kind: NoticeKind, way: (typeof WAYS)[number], value: boolean) =>
    attempt({ person_id: person.person_id, [kind]: { ...person.choices[kind], [way]: value } });
  const name = person.name || person.email;
  return (
    <Table label={t("of", { name })}>
      <THead>
        <TR>
          <TH>{t("what")}</TH>
          {WAYS.map((way) => (
            <TH key={way}>{t(`ways.${way}`)}</TH>
          ))}
        </TR>
      </THead>
      <TBody>
        {NOTICE_NAMES.map((kind) => (
          <TR key={kind}>
            <TD className="py-2 whitespace-normal">{t(`kinds.${kind}`)}</TD>
            {WAYS.map((way) => {
              const isFixed = way === "mail" && NOTICE_KINDS[kind].isFixed && person.role === "owner";
              return (
                <TD key={way} className="py-2">
                  <Checkbox
                    aria-label={t("tick", { kind: t(`kinds.${kind}`), way: t(`ways.${way}`), name })}
                    title={isFixed ? t("fixed") : undefined}
                    checked={person.choices[kind][way]}
                    disabled={isBusy || isFixed}
                    onCheckedChange={(checked) => void change(kind, way, checked === true)}
                  />
                </TD>
              );
            })}
          </TR>
        ))}
      </TBody>
    </Table>
  );
}
