import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** The thin band at the top of every testing page. `children`: what can be done about it. */
export function TestingBand({ children }: { children?: ReactNode }) {
  const t = useTranslations("shell");
  return (
    <p className="flex h-6 items-center justify-center gap-1 bg-testing px-4 text-xs text-on-testing">
      <strong className="font-semibold">{t("environments.testing")}</strong>
      <span className="min-w-0 truncate">· {t("testingMeans")}</span>
      {children}
    </p>
  );
}
