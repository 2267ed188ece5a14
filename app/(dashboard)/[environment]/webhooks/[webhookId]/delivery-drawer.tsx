"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DateTime } from "@/components/ui/date-time";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { useFailureToast } from "@/components/ui/failure-toast";
import { TextLink } from "@/components/ui/link-button";
import { Facts } from "@/components/ui/section";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import type { CallResult } from "@/lib/api-client";
import type { readDelivery } from "@/lib/contracts/webhook";
import { callLazily, lazyQueryFor } from "@/lib/lazy-contract";
import { READ_DELIVERY, REPLAY_DELIVERY } from "../operations";
import { useRefreshWhenSettled, useWebhookChanged } from "../webhook-changed";
import { AttemptView } from "./attempt-view";
import { CodeBlock } from "./code-block";
import { DeliveryBadge, isUnsettled } from "./delivery-state";
import { NextAttempt } from "./next-attempt";
import { useRefresh } from "./use-refresh";

type FullDelivery = CallResult<typeof readDelivery>;

const REFRESH_MS = 2000;

/** One delivery in whole: what was sent, each attempt with its answer, when the next one is; and sending it again. */
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
  const { where } = usePlace();
  const refresh = useRefresh();
  const read = useQuery({
    ...lazyQueryFor(READ_DELIVERY, { delivery_id: deliveryId }, where),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && !isUnsettled(state.data) ? false : refresh(REFRESH_MS)),
  });
  const delivery = read.data;
  useRefreshWhenSettled(delivery?.status);
  let content: ReactNode;
  if (delivery) content = <Content delivery={delivery} mostAttempts={mostAttempts} />;
  else if (read.isPending)
    content = (
      <LoadingRegion className="flex flex-col gap-4">
        <Skeleton className="h-24" />
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </LoadingRegion>
    );
  else content = <ErrorState error={read.error} onRetry={() => void read.refetch()} />;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        side="right"
        className="w-[min(44rem,100vw)]"
        title={
          <span className="flex flex-wrap items-center gap-2">
            {delivery ? <code className="font-mono text-sm">{delivery.event}</code> : t("title")}
            {delivery ? <DeliveryBadge delivery={delivery} /> : null}
          </span>
        }
        footer={delivery ? <Replay delivery={delivery} /> : null}
      >
        {content}
      </DialogContent>
    </Dialog>
  );
}

function Content({ delivery, mostAttempts }: { delivery: FullDelivery; mostAttempts: number }) {
  const t = useTranslations("webhooks.delivery");
  const { href } = usePlace();
  const newestFirst = [...delivery.attempts].reverse();
  return (
    <div className="flex flex-col gap-5">
      <Facts
        items={[
          {
            name: t("order"),
            value: delivery.order_id ? (
              <TextLink href={href(`/orders/${delivery.order_id}`)}>{delivery.order_id}</TextLink>
            ) : (
              t("isTest")
            ),
          },
          {
            name: t("eventId"),
            value: (
              <span className="flex min-w-0 items-center gap-1">
                <code className="min-w-0 font-mono text-xs break-all">{delivery.event_id}</code>
                <CopyButton
                  text={delivery.event_id}
                  what={t("eventId")}
                  size="icon-sm"
                  className="-my-1.5 text-muted"
                />
              </span>
            ),
          },
          { name: t("created"), value: <DateTime value={delivery.created_at} seconds /> },
          ...(delivery.status === "pending" && delivery.next_attempt_at
            ? [{ name: t("next"), value: <NextAttempt delivery={delivery} mostAttempts={mostAttempts} /> }]
            : []),
        ]}
      />
      {delivery.status === "held" ? <p className="rounded-md bg-hover px-3 py-2">{t("held")}</p> : null}
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

/** The body, to be read or as its bytes are; what is copied is what is signed. */
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

/** Sends the delivery once more, at once, whatever its schedule. */
function Replay({ delivery }: { delivery: FullDelivery }) {
  const t = useTranslations("webhooks.delivery");
  const { where } = usePlace();
  const changed = useWebhookChanged();
  const showFailure = useFailureToast();
  const replay = useMutation({
    mutationFn: () => callLazily(REPLAY_DELIVERY, { delivery_id: delivery.id }, where),
    onSuccess: () => toast.success(t("replayed")),
    onError: showFailure,
    onSettled: () => changed(),
  });
  return (
    <>
      <p className="min-w-0 flex-1 basis-48 text-xs text-muted">{t("replayMeans")}</p>
      <Button
        variant="primary"
        loading={replay.isPending}
        disabled={delivery.status === "in_flight"}
        onClick={() => replay.mutate()}
      >
        <RotateCw aria-hidden="true" />
        {t("replay")}
      </Button>
    </>
  );
}
