"use client";

import { Eye, PencilLine } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { supportHref } from "@/lib/pages/page-href";
import { useWorkspace } from "../environment";
import { leaveBy } from "../forms/leave-by";
import { cn } from "../ui/cn";
import { useOperation } from "../use-operation";

const buttonStyles =
  "flex h-7 shrink-0 items-center rounded-sm border border-current px-2 font-semibold whitespace-nowrap text-current no-underline";

/** Tells staff whose account they look at and why, and switches acting on and off (contract §8.22). */
export function StaffBand() {
  const t = useTranslations("shell.visit");
  const tEnvironments = useTranslations("shell.environments");
  const { account, environment, visit } = useWorkspace();
  const router = useRouter();
  const [isShowing, startTransition] = useTransition();
  const isActing = visit?.acting ?? true;
  const { attempt, isBusy } = useOperation("changeVisit");
  const Icon = isActing ? PencilLine : Eye;
  const turn = () =>
    attempt({ acting: isActing ? "N" : "Y" }, { onDone: () => startTransition(() => router.refresh()) });

  return (
    <div
      className={cn(
        "flex h-10 items-center gap-2 px-3 text-xs sm:px-4",
        visit && isActing ? "bg-bad text-on-bad" : "bg-info-tint text-info",
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 truncate">
        <strong className="font-semibold">{t(isActing ? "acting" : "looking", { account: account.name })}</strong>{" "}
        <span className="max-sm:hidden">
          {account.id}
          {" · "}
          {tEnvironments(environment)}
          {visit ? (
            <>
              {" · "}
              {t(`reasons.${visit.reason}`)}
              {" · "}
              {t("until", { time: visit.expiresAt.slice(11, 16) })}
            </>
          ) : null}
          {" · "}
          {t("recorded")}
        </span>
      </p>
      {visit ? (
        <button
          type="button"
          disabled={isBusy || isShowing}
          onClick={() => leaveBy(() => void turn())}
          className={buttonStyles}
        >
          {t(isActing ? "stop" : "act")}
        </button>
      ) : null}
      <a href={supportHref("/", environment)} className={buttonStyles}>
        {t("back")}
      </a>
    </div>
  );
}
