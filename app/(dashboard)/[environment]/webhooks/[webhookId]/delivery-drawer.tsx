"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopiedId } from "@/components/ui/copied-id";
import { DateTime } from "@/components/ui/date-time";
import { TextLink } from "@/components/ui/link-button";
import { ReadDrawer } from "@/components/ui/read-drawer";
import { Facts } from "@/components/ui/section";
import { useOperation } from "@/components/use-operation";
import { useRefresh } from "@/components/use-refresh";
import { DeliveryBadge, isUnsettled } from "@/components/webhooks/delivery-state";
import type { CallResult } from "@/lib/api-client";
import { queryFor } from "@/lib/api-client";
import { useRefreshWhenSettled } from "../refresh-when-settled";
import { AttemptView } from "./attempt-view";
import { NextAttempt } from "./next-attempt";

type FullDelivery = CallResult<"readDelivery">;

const REFRESH_MS = 2000;

/**
 * One complete delivery: what was sent, each attempt with its answer, the time of the next one; and the button that
 * sends it again.
 */
export default function DeliveryDrawer({
  deliveryId,
  mostAttempts,
  onClose,
}: {
  deliveryId: string;
  mostAttempts: number;
  onClose: () => void;
}) {
  const t = useTranslations("webhooks.delivery");
  const { where, may } = useWorkspace();
  const refresh = useRefresh();
  const read = useQuery({
    ...queryFor("readDelivery", { delivery_id: deliveryId }, where),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && !isUnsettled(state.data) ? false : refresh(REFRESH_MS)),
  });
  const delivery = read.data;
  useRefreshWhenSettled(delivery?.status);
  return (
    <ReadDrawer
      read={read}
      title={
        delivery ? (
          <>
            <code className="font-mono text-sm">{delivery.event}</code>
            <DeliveryBadge delivery={delivery} />
          </>
        ) : (
          t("title")
        )
      }
      footer={delivery && may("replayDelivery") ? <Replay delivery={delivery} /> : null}
      onClose={onClose}
    >
      {(data) => <Content delivery={data} mostAttempts={mostAttempts} />}
    </ReadDrawer>
  );
}

function Content({ delivery, mostAttempts }: { delivery: FullDelivery; mostAttempts: number }) {
  const t = useTranslations("webhooks.delivery");
  const { href, may } = useWorkspace();
  const newestFirst = [...delivery.attempts].reverse();
  return (
    <div className="flex flex-col gap-5">
      <Facts
        items={[
          {
            name: t("order"),
            value: delivery.order_id ? (
              <span className="flex flex-wrap gap-x-3">
                <TextLink className="min-h-6" href={href(`/orders/${delivery.order_id}`)}>
                  {delivery.order_id}
                </TextLink>
                {may("listRequests") ? (
                  <TextLink className="min-h-6" href={href(`/developers/requests?q=${delivery.order_id}`)}>
                    {t("calls")}
                  </TextLink>
                ) : null}
              </span>
            ) : (
              t(delivery.event === "stock.low" ? "isStock" : "isTest")
            ),
          },
          {
            name: t("eventId"),
            value: <CopiedId id={delivery.event_id} what={t("eventId")} />,
          },
          { name: t("created"), value: <DateTime value={delivery.created_at} seconds /> },
          ...(delivery.status === "pending" && delivery.next_attempt_at
            ? [{ name: t("next"), value: <NextAttempt delivery={delivery} mostAttempts={mostAttempts} /> }]
            : []),
        ]}
      />
      {delivery.status === "held" ? (
        <p className="rounded-md bg-hover px-3 py-2">{t(delivery.attempt_count > 0 ? "heldTried" : "held")}</p>
      ) : null}
      <section aria-labelledby="attempts-title" className="flex flex-col gap-2">
        <h3 id="attempts-title" className="font-semibold">
          {t("attempts", { count: delivery.attempt_count })}
        </h3>
        {newestFirst.length > 0 ? (
          <ol className="flex flex-col gap-2">
            {newestFirst.map((attempt, index) => (
              <li key={attempt.number}>
                <AttemptView attempt={attempt} body={delivery.body} isOpenAtFirst={index === 0} />
              </li>
            ))}
          </ol>
        ) : (
          <p className="text-muted">{t("noAttempts")}</p>
        )}
        {delivery.attempt_count > delivery.attempts.length ? (
          <p className="text-xs text-muted">
            {t("earlier", { count: delivery.attempt_count - delivery.attempts.length })}
          </p>
        ) : null}
      </section>
      <Body body={delivery.body} />
    </div>
  );
}

/** The body, formatted or as its bytes are; copying gives what is signed. */
function Body({ body }: { body: string }) {
  const t = useTranslations("webhooks.delivery");
  const [isExact, setIsExact] = useState(false);
  return (
    <CodeBlock title={t("body")} code={body} shown={isExact ? body : JSON.stringify(JSON.parse(body), null, 2)}>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <Button size="sm" aria-pressed={isExact} onClick={() => setIsExact(!isExact)}>
          {t("exact")}
        </Button>
        <p className="min-w-0 flex-1 basis-48">{t("exactMeans")}</p>
      </div>
    </CodeBlock>
  );
}

/** Sends the delivery again at once, regardless of its schedule. */
function Replay({ delivery }: { delivery: FullDelivery }) {
  const t = useTranslations("webhooks.delivery");
  const { attempt, isBusy } = useOperation("replayDelivery");
  return (
    <>
      <p className="min-w-0 flex-1 basis-48 text-xs text-muted">{t("replayMeans")}</p>
      <Button
        variant="primary"
        loading={isBusy}
        disabled={delivery.status === "in_flight"}
        onClick={() => void attempt({ delivery_id: delivery.id }, { done: t("replayed") })}
      >
        <RotateCw aria-hidden="true" />
        {t("replay")}
      </Button>
    </>
  );
}
