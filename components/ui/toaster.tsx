"use client";

import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { ApiFailure } from "@/lib/api-client";
import { useFailureToast } from "./failure-toast";
import { Spinner } from "./spinner";
import { showNoticesWith } from "./toast";

const THEMES = { light: "light", dark: "dark" } as const;

/** Where notices appear, and what a lost network needs; place it once, in the root layout. */
export function Toaster() {
  const t = useTranslations("ui");
  const { resolvedTheme } = useTheme();
  useStayOffline();
  useEffect(
    () =>
      showNoticesWith({
        show: ({ kind, title, options }) => toast[kind](title, options),
        dismiss: () => toast.dismiss(),
      }),
    [],
  );
  return (
    <Sonner
      theme={THEMES[resolvedTheme as keyof typeof THEMES] ?? "system"}
      position="bottom-right"
      containerAriaLabel={t("notices")}
      duration={6000}
      closeButton
      // Side by side, not stacked: each can be read and closed at once.
      expand
      icons={{
        success: <CircleCheck aria-hidden="true" className="size-4 text-ok" />,
        error: <CircleAlert aria-hidden="true" className="size-4 text-bad" />,
        warning: <TriangleAlert aria-hidden="true" className="size-4 text-warn" />,
        info: <Info aria-hidden="true" className="size-4 text-info" />,
        loading: <Spinner className="text-muted" />,
      }}
      toastOptions={{
        closeButtonAriaLabel: t("close"),
        unstyled: true,
        classNames: {
          toast:
            "group flex w-full items-start gap-2 rounded-md bg-surface p-3 pr-9 text-sm text-text shadow-panel sm:w-[22rem]",
          icon: "mt-0.5 shrink-0",
          content: "min-w-0 flex-1",
          title: "font-semibold",
          description: "mt-0.5 text-xs text-muted",
          actionButton:
            "h-8 shrink-0 rounded-md border border-control px-2.5 text-xs font-semibold text-text hover:bg-hover",
          cancelButton: "h-8 shrink-0 rounded-md px-2.5 text-xs font-semibold text-muted hover:bg-hover",
          closeButton:
            "absolute top-2 right-2 left-auto flex size-6 translate-x-0 translate-y-0 items-center justify-center rounded-sm border-0 bg-transparent text-muted hover:bg-hover [&_svg]:size-4",
        },
      }}
    />
  );
}

function leadsAway(event: MouseEvent): boolean {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== window.location.origin) return false;
  const { pathname, search } = window.location;
  return !(link.hash && link.pathname === pathname && link.search === search);
}

/**
 * Without a network a link would end on the browser's own error page: the page stays instead, and a notice says why.
 */
export function useStayOffline(): void {
  const showFailure = useFailureToast({ reading: true });
  useEffect(() => {
    function onClick(event: MouseEvent) {
      if (navigator.onLine || !leadsAway(event)) return;
      event.preventDefault();
      event.stopPropagation();
      showFailure(new ApiFailure({ kind: "network", status: 0, message: "There is no network." }));
    }
    // Before React, whose links navigate by themselves.
    document.addEventListener("click", onClick, true);
    return () => document.removeEventListener("click", onClick, true);
  }, [showFailure]);
}
