"use client";

import { useTranslations } from "next-intl";
import { ENVIRONMENTS, type Environment } from "@/lib/environment";
import { cn } from "../ui/cn";

/** The colour of an environment; its name is always next to it. */
export function EnvironmentDot({ environment, className }: { environment: Environment; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn("size-2 shrink-0 rounded-full", environment === "testing" ? "bg-testing" : "bg-control", className)}
    />
  );
}

/** The environments of staff's pages. A full page load: nothing of one environment may stay in the other. */
export function EnvironmentLinks({
  current,
  href,
}: {
  current: Environment;
  href: (environment: Environment) => string;
}) {
  const t = useTranslations("shell");
  return (
    <nav aria-label={t("environment")} className="flex gap-0.5 rounded-md bg-hover p-0.5">
      {ENVIRONMENTS.map((each) => (
        <a
          key={each}
          href={href(each)}
          aria-current={each === current ? "true" : undefined}
          className={cn(
            "flex h-8 flex-1 items-center justify-center gap-1.5 rounded-sm px-2 text-xs font-semibold no-underline",
            each === current ? "bg-surface text-text shadow-[0_0_0_1px_var(--line)]" : "text-muted hover:text-text",
          )}
        >
          <EnvironmentDot environment={each} />
          {t(`environments.${each}`)}
        </a>
      ))}
    </nav>
  );
}
