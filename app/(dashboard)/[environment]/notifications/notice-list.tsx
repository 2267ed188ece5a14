"use client";

import { Bell } from "lucide-react";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { ListPage } from "@/components/lists/list-page";
import { useList } from "@/components/lists/use-list";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton, TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { useOperation } from "@/components/use-operation";
import type { ListNoticesQuery, Notice } from "@/lib/contracts/notice";
import { type ListView, listUrl } from "@/lib/lists/list-url";

const NOTICES_URL = listUrl<ListNoticesQuery>({ limit: "20", offset: "0" });

/** The person's notices; opening one, or the button, marks them as read. */
export function NoticeList({ view }: { view: ListView<ListNoticesQuery> }) {
  const t = useTranslations("settings.notices");
  const { href } = useWorkspace();
  const { attempt } = useOperation("readNotices");
  const list = useList("listNotices", view, { base: href("/notifications"), url: NOTICES_URL });
  const isUnread = list.rows.data?.data.some(({ read_at }) => read_at === null) ?? false;

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
      <ListPage list={list} empty={<EmptyState icon={Bell} title={t("empty.title")} description={t("empty.text")} />}>
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} onOpen={() => void attempt({ ids: [notice.id] })} />
            ))}
          </ul>
        )}
      </ListPage>
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
