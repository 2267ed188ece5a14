"use client";

import { useTranslations } from "next-intl";
import { type ComponentType, useState } from "react";
import { Button } from "./button";
import { cn } from "./cn";

type Part<Props> = { default: ComponentType<Props> };

/** How dialogs are closed. */
type Closing = { onClose?: () => void; onOpenChange?: (open: boolean) => void };

/**
 * Loads a component for `lazy` or `dynamic`: `lazy(() => lazyPart(() => import("./part")))`. If it does not load,
 * without a network or after a new version was installed, a notice takes its place and the rest of the page keeps
 * working. Never throws.
 */
export async function lazyPart<Props extends object>(load: () => Promise<Part<Props>>): Promise<Part<Props>> {
  try {
    return await load();
  } catch (cause) {
    // The notice only mentions lost networks; a part that is broken must show up in the console.
    console.error(cause);
    return { default: (props) => <StandIn load={load} props={props} /> };
  }
}

function StandIn<Props extends object>({ load, props }: { load: () => Promise<Part<Props>>; props: Props }) {
  const t = useTranslations("failure");
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  const [isTrying, setIsTrying] = useState(false);
  if (Loaded) return <Loaded {...props} />;

  async function tryAgain() {
    setIsTrying(true);
    const part = await load().catch(() => null);
    setIsTrying(false);
    if (part) setLoaded(() => part.default);
  }

  const { onClose, onOpenChange } = props as Closing;
  const close = onClose ?? (onOpenChange && (() => onOpenChange(false)));
  return (
    <div
      role="alert"
      className={cn(
        "bottom-0 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-3",
        // A part that can be closed lies over the page, and so does its notice.
        close ? "fixed inset-x-0 z-50" : "sticky z-10",
      )}
    >
      <p className="min-w-0 grow basis-64">
        <span className="font-semibold text-bad">{t("part.title")}</span> {t("network.todo")}
      </p>
      <Button size="sm" loading={isTrying} onClick={() => void tryAgain()}>
        {t("retry")}
      </Button>
      <Button size="sm" onClick={() => window.location.reload()}>
        {t("part.reload")}
      </Button>
      {close ? (
        <Button size="sm" variant="ghost" onClick={close}>
          {t("part.close")}
        </Button>
      ) : null}
    </div>
  );
}
