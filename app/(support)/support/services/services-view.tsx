"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CirclePause, Clock, MapPin } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ListPage } from "@/components/lists/list-page";
import { useList } from "@/components/lists/use-list";
import { useSupport } from "@/components/support/workspace";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { LinkButton } from "@/components/ui/link-button";
import { ListTable } from "@/components/ui/list-table";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { queryFor } from "@/lib/api-client";
import type { ListPickupFeedsQuery, Service } from "@/lib/contracts/services";
import { formatNumber } from "@/lib/format";
import { type ListView, listUrl } from "@/lib/lists/list-url";
import { FeedRows } from "./feed-rows";
import { ResumeQuestion, SuspendQuestion } from "./suspend-question";

const FEEDS_URL = listUrl<ListPickupFeedsQuery>({ limit: "20", offset: "0" });
const REFRESH_MS = 15_000;

/** The services with suspending and resuming, and below them the lists of pickup points. */
export function ServicesView({ view }: { view: ListView<ListPickupFeedsQuery> }) {
  const t = useTranslations("support.services");
  const { where, href } = useSupport();
  const services = useQuery(queryFor("listServices", {}, where));
  const feeds = useList("listPickupFeeds", view, {
    base: href("/services"),
    url: FEEDS_URL,
    // A planned list is applied while the page is open.
    refreshMs: ({ data }) => data.some(({ status }) => status === "PLANNED") && REFRESH_MS,
  });
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} />
      <div className="flex flex-col gap-4">
        <Section flush title={t("services")}>
          {services.data ? (
            <ServiceRows rows={services.data} />
          ) : (
            <Otherwise error={services.error} onRetry={() => void services.refetch()} />
          )}
        </Section>
        <ListPage
          list={feeds}
          title={t("lists.title")}
          description={t("lists.about")}
          actions={
            <LinkButton variant="primary" size="sm" href={href("/services/new")}>
              {t("lists.new")}
            </LinkButton>
          }
          empty={<EmptyState icon={MapPin} title={t("lists.none")} />}
        >
          {(rows) => <FeedRows rows={rows} />}
        </ListPage>
      </div>
    </>
  );
}

function Otherwise({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <LoadingRegion className="flex flex-col gap-3 p-4">
      <Skeleton className="w-64" />
      <Skeleton className="w-48" />
    </LoadingRegion>
  );
}

function ServiceState({ suspended, suspension }: Service) {
  const t = useTranslations("support.services");
  const language = useLocale();
  if (!suspension)
    return (
      <Badge tone="ok" icon={<CircleCheck aria-hidden="true" />}>
        {t("offered")}
      </Badge>
    );
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {suspended ? (
          <Badge tone="bad" icon={<CirclePause aria-hidden="true" />}>
            {t("suspended")}
          </Badge>
        ) : (
          <Badge tone="info" icon={<Clock aria-hidden="true" />}>
            {t("planned")}
          </Badge>
        )}
        <span className="text-xs text-muted">
          <DateTime value={suspension.from} /> – {suspension.until ? <DateTime value={suspension.until} /> : t("open")}
        </span>
      </span>
      <span className="mt-1 block text-xs text-muted">
        {language === "en" ? suspension.notice_en : suspension.notice_zh}
      </span>
    </>
  );
}

function ServiceRows({ rows }: { rows: readonly Service[] }) {
  const t = useTranslations("support.services");
  const language = useLocale();
  const [asked, setAsked] = useState<{ act: "suspend" | "resume"; service: Service } | null>(null);
  const nameOf = (service: Service) => (language === "en" ? service.name_en : service.name_zh);
  const onClose = () => setAsked(null);
  return (
    <>
      <ListTable
        label={t("services")}
        rows={rows}
        keyOf={({ code }) => code}
        opens="nothing"
        rowClass="card:grid-cols-1"
        cards="wide"
        columns={[
          {
            key: "service",
            head: t("service"),
            width: 14,
            cell: (service) => (
              <>
                <span className="block font-semibold">{nameOf(service)}</span>
                <span className="block text-xs text-muted">{service.code}</span>
              </>
            ),
          },
          {
            key: "state",
            head: t("state"),
            place: "min-w-0 break-words",
            cell: (service) => <ServiceState {...service} />,
          },
          {
            key: "points",
            head: t("points"),
            width: 9,
            align: "end",
            place: (service) =>
              service.supports_pickup_point ? "tabular-nums card:text-left" : "text-muted card:hidden",
            isNamed: true,
            cell: (service) => {
              if (!service.supports_pickup_point) return "–";
              const active = formatNumber(service.points_active);
              return service.points_suspended > 0
                ? t("pointsPaused", { active, paused: formatNumber(service.points_suspended) })
                : active;
            },
          },
          {
            key: "acts",
            head: t("acts"),
            isHeadHidden: true,
            width: 13,
            align: "end",
            cell: (service) => (
              <span className="inline-flex flex-wrap justify-end gap-2">
                <Button
                  size="sm"
                  aria-label={t(service.suspension ? "changeOf" : "suspendOf", { name: nameOf(service) })}
                  onClick={() => setAsked({ act: "suspend", service })}
                >
                  {t(service.suspension ? "change" : "suspend")}
                </Button>
                {service.suspension ? (
                  <Button
                    size="sm"
                    aria-label={t("resumeOf", { name: nameOf(service) })}
                    onClick={() => setAsked({ act: "resume", service })}
                  >
                    {t("resume")}
                  </Button>
                ) : null}
              </span>
            ),
          },
        ]}
      />
      {asked?.act === "suspend" ? (
        <SuspendQuestion service={asked.service} name={nameOf(asked.service)} onClose={onClose} />
      ) : null}
      {asked?.act === "resume" ? (
        <ResumeQuestion service={asked.service} name={nameOf(asked.service)} onClose={onClose} />
      ) : null}
    </>
  );
}
