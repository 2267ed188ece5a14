"use client";

import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton, TextLink } from "@/components/ui/link-button";
import { ListBody, type ListPage } from "@/components/ui/list-body";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { useOperation } from "@/components/use-operation";
import { queryFor } from "@/lib/api-client";
import type { Notice } from "@/lib/contracts/notice";

/** The person's notices; opening one, or the button, marks them as read. */
export function NoticeList({ page }: { page: ListPage }) {
  const t = useTranslations("settings.notices");
  const { where, href } = usePlace();
  const router = useRouter();
  const { attempt } = useOperation("readNotices");
  const list = useQuery(queryFor("listNotices", page, where));
  const isUnread = list.data?.data.some(({ read_at }) => read_at === null) ?? false;

  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("about")}
        actions={
          <>
            {isUnread ? <Button onClick={() => void attempt({})}>{t("readAll")}</Button> : null}
            <LinkButton href={href("/settings/notifications")}>{t("toSettings")}</LinkButton>
          </>
        }
      />
      <Section flush>
        <ListBody
          list={list}
          page={page}
          onTurn={({ limit, offset }) => router.push(href(`/notifications?limit=${limit}&offset=${offset}`))}
          empty={<EmptyState icon={Bell} title={t("empty.title")} description={t("empty.text")} />}
        >
          {(rows) => (
            <ul className="divide-y divide-line">
              {rows.map((notice) => (
                <NoticeRow key={notice.id} notice={notice} onOpen={() => void attempt({ ids: [notice.id] })} />
              ))}
            </ul>
          )}
        </ListBody>
      </Section>
    </>
  );
}

function NoticeRow({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const t = useTranslations("settings.notices");
  const { title, path, read_at, created_at } = notice;
  const isUnread = read_at === null;
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <span
        aria-hidden="true"
        className={cn("mt-1.5 size-2 shrink-0 rounded-full", isUnread ? "bg-accent" : "bg-transparent")}
      />
      <div className={cn("min-w-0 flex-1", isUnread && "font-semibold")}>
        {path ? (
          <TextLink href={path} onClick={() => isUnread && onOpen()}>
            {title}
          </TextLink>
        ) : (
          title
        )}
        {isUnread ? <span className="sr-only"> {t("unread")}</span> : null}
      </div>
      <span className="shrink-0 text-xs text-muted">
        <DateTime value={created_at} />
      </span>
    </li>
  );
}
